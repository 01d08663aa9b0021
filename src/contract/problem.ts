import { z } from 'zod';

/** The form of every failure: RFC 9457, with the fields at fault for invalid input (decision 13). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** On a 409 of an edit: the present values of the fields that somebody else changed (decision 16). */
  current: z.record(z.string(), z.unknown()).optional(),
});

export type Problem = z.infer<typeof problemSchema>;
