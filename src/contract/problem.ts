import { z } from 'zod';
import { eventPlacesSchema } from './registrations/places.ts';

/** The body of every error: RFC 9457, with the invalid fields if any. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** On a 409 of an edit: the current values of the fields that someone else changed. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** When a chosen event is full: the places of the series' limited events. */
  places: z.array(eventPlacesSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
