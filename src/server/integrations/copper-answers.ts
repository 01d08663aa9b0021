import { z } from 'zod';

/** What we read of a lead; Copper sends much more. */
export const leadSchema = z.object({
  id: z.int(),
  name: z.string().nullish(),
  company_name: z.string().nullish(),
  email: z.object({ email: z.string().nullish() }).nullish(),
  tags: z.array(z.string()).nullish(),
  details: z.string().nullish(),
  date_created: z.number().nullish(),
});

export const leadsSchema = z.array(leadSchema);

export const accountSchema = z.object({ id: z.int(), name: z.string() });

const refusalSchema = z.object({ message: z.string() }).partial();

export type CopperLead = z.infer<typeof leadSchema>;

/** What Copper says in place of an answer, cut to what a person reads. */
export function wordsOf(body: unknown): string {
  const message = refusalSchema.safeParse(body).data?.message;
  return message === undefined ? '' : `: ${message.slice(0, 300)}`;
}

/** Of several leads the one that was there first; ids ascend, and stand in where a date is missing. */
export const oldestOf = (leads: readonly CopperLead[]): CopperLead | undefined =>
  leads.toSorted((a, b) => (a.date_created ?? 0) - (b.date_created ?? 0) || a.id - b.id)[0];

/** The numbers in an answer that may be ids, each once: Copper names those of a match that is not unique somewhere in its words. */
export const idsIn = (body: unknown): number[] => [
  ...new Set([...JSON.stringify(body ?? '').matchAll(/\b\d{4,15}\b/g)].map(([id]) => Number(id))),
];
