import { emailKey } from '#contract/rules/email.ts';
import type { DuplicateLeads } from '#contract/side-effects/duplicate-leads.ts';
import type { LeadPage } from '#server/services/copper.ts';

export type Lead = LeadPage['leads'][number];

const storable = (text: string | null | undefined): string | null => {
  const clean = text?.replaceAll('\u0000', '').toWellFormed().trim() ?? '';
  return clean === '' ? null : clean;
};

/** Groups leads by their lowercased address; those without an address are no duplicates. */
export function groupLeads(leads: readonly Lead[]): DuplicateLeads {
  const byId = new Map(leads.map((lead) => [lead.id, lead])); // A lead that moved to another page meanwhile was read twice.
  const groups = Map.groupBy(byId.values(), (lead) => emailKey(storable(lead.email?.email) ?? ''));
  const shared = [...groups].filter(([key, group]) => key !== '' && group.length > 1).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    total: byId.size,
    count: shared.reduce((sum, [, group]) => sum + group.length, 0),
    duplicates: Object.fromEntries(
      shared.map(([key, group]) => [
        key,
        group.map((lead) => ({ id: String(lead.id), name: storable(lead.name), company: storable(lead.company_name) })),
      ]),
    ),
  };
}
