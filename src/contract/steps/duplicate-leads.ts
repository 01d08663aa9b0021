import { z } from 'zod';
import { endpoint, staffRead } from '../endpoint.ts';
import { id } from '../wire-text.ts';

/** Leads by the lowercased address that they share: `total` counts all leads of the CRM, `count` those in a group. */
export const duplicateLeadsSchema = z.object({
  total: z.int(),
  count: z.int(),
  duplicates: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string().nullable(), company: z.string().nullable() }))),
});

/** A reading of all leads: how far it is, and its result once it has ended; `total` is null until the CRM has reported it. */
const leadReadingSchema = z.object({ id, read: z.int(), total: z.int().nullable(), result: duplicateLeadsSchema.nullable() });

export const leadCalls = {
  getDuplicateLeads: endpoint({ ...staffRead, needs: 'edit' }, '/getduplicateslead', {
    response: duplicateLeadsSchema,
    summary: 'Leads of the CRM that share an email address; waits until all are read',
  }),
  readLeads: endpoint({ ...staffRead, needs: 'edit' }, '/getduplicateslead/progress', {
    query: z.object({ reading: id.optional() }),
    response: leadReadingSchema,
    summary: 'The progress of reading all leads, or its result; without `reading`, of the current one, which is begun if there is none',
  }),
} as const;

export type DuplicateLeads = z.infer<typeof duplicateLeadsSchema>;
export type LeadReading = z.infer<typeof leadReadingSchema>;
