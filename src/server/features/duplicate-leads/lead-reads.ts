import { sql, type Transaction } from 'kysely';
import { type DuplicateLeads, duplicateLeadsSchema } from '#contract/duplicate-leads.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database } from '#server/db/tables.ts';

/** How long a result is good for all who ask (decision 39). */
const KEEP = sql`interval '5 minutes'`;
/** A reader that has not been heard of for this long is gone. */
const ALIVE = sql`interval '20 seconds'`;
/** Any number; it names the one lock under which a reading is begun. */
const LOCK = 4_039_039;

/** One reading of all leads, as the database has it. */
export type LeadRead =
  | { readonly state: 'reading'; readonly id: string; readonly read: number; readonly total: number | null }
  | { readonly state: 'done'; readonly id: string; readonly result: DuplicateLeads }
  | { readonly state: 'failed'; readonly id: string; readonly failure: string };

interface Row {
  id: string;
  leads_read: number;
  leads_total: number | null;
  result: unknown;
  failure: string | null;
}

function toRead({ id, leads_read: read, leads_total: total, result, failure }: Row): LeadRead {
  if (result !== null) return { state: 'done', id, result: duplicateLeadsSchema.parse(result) };
  return failure === null ? { state: 'reading', id, read, total } : { state: 'failed', id, failure };
}

/** The reading that is under way, or whose result still is good; one that failed is none. */
async function findUsableRead(db: Db | Transaction<Database>): Promise<LeadRead | undefined> {
  const { rows } = await sql<Row>`
    select id, leads_read, leads_total, result, failure from duplicate_lead_reads
    where failure is null and ((finished_at is null and alive_at > now() - ${ALIVE}) or finished_at > now() - ${KEEP})
    order by id desc limit 1`.execute(db);
  return rows[0] === undefined ? undefined : toRead(rows[0]);
}

/** Forgets readings whose result is no longer good: they hold addresses of people. Also for the worker's hourly cleaning. */
export async function purgeReads(db: Db | Transaction<Database>): Promise<void> {
  await sql`delete from duplicate_lead_reads where coalesce(finished_at, alive_at) < now() - ${KEEP}`.execute(db);
}

/** A reading that somebody follows; undefined when its reader is gone. */
export async function findRead(db: Db, id: string): Promise<LeadRead | undefined> {
  const { rows } = await sql<Row>`
    select id, leads_read, leads_total, result, failure from duplicate_lead_reads
    where id = ${id} and (finished_at is not null or alive_at > now() - ${ALIVE})`.execute(db);
  return rows[0] === undefined ? undefined : toRead(rows[0]);
}

/** The reading to follow: the one that is there, on whichever server, or a new one, which is then the caller's to do. */
export async function joinRead(db: Db): Promise<{ read: LeadRead; isMine: boolean }> {
  const there = await findUsableRead(db);
  if (there !== undefined) return { read: there, isMine: false };
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const begun = await findUsableRead(tx);
    if (begun !== undefined) return { read: begun, isMine: false };
    await purgeReads(tx);
    const id = newId();
    await tx.insertInto('duplicate_lead_reads').values({ id }).execute();
    return { read: { state: 'reading', id, read: 0, total: null }, isMine: true };
  });
}

/** Says how far the reader has come, and that it lives. */
export async function keepRead(db: Db, id: string, progress?: { read: number; total: number | null }): Promise<void> {
  await sql`
    update duplicate_lead_reads set alive_at = now(), leads_read = coalesce(${progress?.read ?? null}::int, leads_read),
      leads_total = coalesce(${progress?.total ?? null}::int, leads_total)
    where id = ${id}`.execute(db);
}

/** Ends a reading, by its result or by words for staff. */
export async function finishRead(db: Db, id: string, end: { result: DuplicateLeads } | { failure: string }): Promise<void> {
  const result = 'result' in end ? JSON.stringify(end.result) : null;
  const failure = 'failure' in end ? end.failure : null;
  await sql`
    update duplicate_lead_reads set finished_at = now(), alive_at = now(), result = ${result}::jsonb, failure = ${failure}
    where id = ${id}`.execute(db);
}
