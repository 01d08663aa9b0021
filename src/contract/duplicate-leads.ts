import { z } from 'zod';

const leadSchema = z.object({ id: z.string(), name: z.string().nullable(), company: z.string().nullable() });

/**
 * Leads of the CRM that share an e-mail address: `total` is all leads, `count` those that share their key, which is the
 * lowercased address (decision 39).
 */
export const duplicateLeadsSchema = z.object({
  total: z.int(),
  count: z.int(),
  duplicates: z.record(z.string(), z.array(leadSchema)),
});

/** How far the reading of all leads has come; `total` is null until the CRM has said it. */
export const leadProgressSchema = z.object({ read: z.int(), total: z.int().nullable() });

/**
 * Where the progress is told as server-sent events, to staff: `progress` with the above again and again, then `done`, or `failed`
 * with `{message}`. Under `/api`.
 */
export const LEAD_PROGRESS_PATH = '/getduplicateslead/progress';

export type DuplicateLeads = z.infer<typeof duplicateLeadsSchema>;
export type LeadProgress = z.infer<typeof leadProgressSchema>;
