import { z } from 'zod';
import { endpoint, staffRead } from '../endpoint.ts';

/** Leads by the lowercased address that they share: `total` counts all leads of the CRM, `count` those in a group. */
export const duplicateLeadsSchema = z.object({
  total: z.int(),
  count: z.int(),
  duplicates: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string().nullable(), company: z.string().nullable() }))),
});

/** Progress of reading all leads; `total` is null until the CRM has reported it. */
export const leadProgressSchema = z.object({ read: z.int(), total: z.int().nullable() });

/** Path of server-sent events under `/api`: `progress` repeatedly, then `done`, or `failed` with `{message}`. */
export const LEAD_PROGRESS_PATH = '/getduplicateslead/progress';

export const leadCalls = {
  getDuplicateLeads: endpoint({ ...staffRead, needs: 'edit' }, '/getduplicateslead', {
    response: duplicateLeadsSchema,
    summary: 'Leads of the CRM that share an email address; waits until all are read',
  }),
} as const;

export type DuplicateLeads = z.infer<typeof duplicateLeadsSchema>;
export type LeadProgress = z.infer<typeof leadProgressSchema>;
