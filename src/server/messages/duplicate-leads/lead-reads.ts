import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import { type DuplicateLeads, duplicateLeadsSchema } from '#contract/steps/duplicate-leads.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { DuplicateLeadReadsTable } from '#server/db/tables.ts';
import type { LeadPage } from '#server/services/copper.ts';

/** How long a result is used for all callers. */
const KEEP = sql`interval '5 minutes'`;
/** A process that has not reported progress for this long counts as dead. */
const ALIVE = sql`interval '20 seconds'`;
/** Key of the advisory lock for starting to read. */
const LOCK = 4_039_039;

/** One reading of all leads, as stored. */
export type LeadRead =
  | { readonly state: 'reading'; readonly id: string; readonly read: number; readonly total: number | null }
  | { readonly state: 'done'; readonly id: string; readonly result: DuplicateLeads }
  | { readonly state: 'failed'; readonly id: string; readonly failure: string };

function toRead({ id, leads_read: read, leads_total: total, result, failure }: Selectable<DuplicateLeadReadsTable>): LeadRead {
  if (result !== null) return { state: 'done', id, result: duplicateLeadsSchema.parse(result) };
  return failure === null ? { state: 'reading', id, read, total } : { state: 'failed', id, failure };
}

async function findOne(db: Db, where: RawBuilder<SqlBool>): Promise<LeadRead | undefined> {
  const row = await db.selectFrom('duplicate_lead_reads').selectAll().where(where).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? undefined : toRead(row);
}

/** The reading that is running, or whose result may still be used. */
const findUsableRead = (db: Db): Promise<LeadRead | undefined> =>
  findOne(db, sql`failure is null and ((finished_at is null and alive_at > now() - ${ALIVE}) or finished_at > now() - ${KEEP})`);

/** Deletes readings with outdated results, since they hold personal data. Also run hourly by the worker. */
export async function purgeReads(db: Db): Promise<void> {
  await sql`delete from duplicate_lead_reads where coalesce(finished_at, alive_at) < now() - ${KEEP}`.execute(db);
}

/** Undefined when the process that reads has died. */
export const findRead = (db: Db, id: string): Promise<LeadRead | undefined> =>
  findOne(db, sql`id = ${id} and (finished_at is not null or alive_at > now() - ${ALIVE})`);

/** The current reading of any server, or a new one, which the caller then has to run. */
export async function joinRead(db: Db): Promise<{ read: LeadRead; isOurs: boolean }> {
  const there = await findUsableRead(db);
  if (there !== undefined) return { read: there, isOurs: false };
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const begun = await findUsableRead(tx);
    if (begun !== undefined) return { read: begun, isOurs: false };
    await purgeReads(tx);
    const id = newId();
    await tx.insertInto('duplicate_lead_reads').values({ id }).execute();
    return { read: { state: 'reading', id, read: 0, total: null }, isOurs: true };
  });
}

/** Stores the progress, which also shows that the process is alive. */
export async function keepRead(db: Db, id: string, progress?: { read: number; total: number | null }): Promise<void> {
  await sql`
    update duplicate_lead_reads set alive_at = now(), leads_read = coalesce(${progress?.read ?? null}::int, leads_read),
      leads_total = coalesce(${progress?.total ?? null}::int, leads_total)
    where id = ${id}`.execute(db);
}

/** Ends a reading with its result, or with an error text for staff. */
export async function finishRead(db: Db, id: string, end: { result: DuplicateLeads } | { failure: string }): Promise<void> {
  const result = 'result' in end ? JSON.stringify(end.result) : null;
  const failure = 'failure' in end ? end.failure : null;
  await sql`
    update duplicate_lead_reads set finished_at = now(), alive_at = now(), result = ${result}::jsonb, failure = ${failure}
    where id = ${id}`.execute(db);
}

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
