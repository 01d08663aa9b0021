import { z } from 'zod';

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

/** The message of an error answer, shortened for staff, after a colon; empty when there is none. */
export function messageOf(body: unknown): string {
  const message = refusalSchema.safeParse(body).data?.message;
  return message === undefined ? '' : `: ${message.slice(0, 300)}`;
}

/** Ids ascend, and decide where dates are missing. */
export const oldestOf = (leads: readonly CopperLead[]): CopperLead | undefined =>
  leads.toSorted((a, b) => (a.date_created ?? 0) - (b.date_created ?? 0) || a.id - b.id)[0];

/** The distinct numbers in an answer that may be ids: Copper names the leads of an ambiguous match somewhere in its text. */
export const idsIn = (body: unknown): number[] => [
  ...new Set([...JSON.stringify(body ?? '').matchAll(/\b\d{4,15}\b/g)].map(([id]) => Number(id))),
];
