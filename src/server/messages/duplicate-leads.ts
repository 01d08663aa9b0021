import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import { type DuplicateLeads, duplicateLeadsSchema } from '#contract/steps/duplicate-leads.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { DuplicateLeadReadsTable } from '#server/db/tables.ts';
import { AppError } from '#server/errors.ts';
import type { CopperClient, LeadPage } from '#server/services/copper.ts';
import { ServiceError } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';

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
const findRead = (db: Db, id: string): Promise<LeadRead | undefined> =>
  findOne(db, sql`id = ${id} and (finished_at is not null or alive_at > now() - ${ALIVE})`);

/** The current reading of any server, or a new one, which the caller then has to run. */
async function joinRead(db: Db): Promise<{ read: LeadRead; isOurs: boolean }> {
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
async function keepRead(db: Db, id: string, progress?: { read: number; total: number | null }): Promise<void> {
  await sql`
    update duplicate_lead_reads set alive_at = now(), leads_read = coalesce(${progress?.read ?? null}::int, leads_read),
      leads_total = coalesce(${progress?.total ?? null}::int, leads_total)
    where id = ${id}`.execute(db);
}

/** Ends a reading with its result, or with an error text for staff. */
async function finishRead(db: Db, id: string, end: { result: DuplicateLeads } | { failure: string }): Promise<void> {
  const result = 'result' in end ? JSON.stringify(end.result) : null;
  const failure = 'failure' in end ? end.failure : null;
  await sql`
    update duplicate_lead_reads set finished_at = now(), alive_at = now(), result = ${result}::jsonb, failure = ${failure}
    where id = ${id}`.execute(db);
}

type Lead = LeadPage['leads'][number];

const storable = (text: string | null | undefined): string | null => {
  const clean = text?.replaceAll('\u0000', '').toWellFormed().trim() ?? '';
  return clean === '' ? null : clean;
};

/** Groups leads by their lowercased address; those without an address are no duplicates. */
export function groupLeads(leads: readonly Lead[]): DuplicateLeads {
  const byId = new Map(leads.map((lead) => [lead.id, lead])); // A lead that moved to another page in the meantime was read twice.
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

export interface DuplicateLeadsDeps {
  readonly db: Db;
  readonly services: Pick<Services, 'copper' | 'descriptions'>;
  readonly log: { error(details: { err: unknown }, message: string): void };
}

const POLL_INTERVAL_MS = 250;
const ALIVE_MS = 5_000;
/** Attempts per page: reading takes minutes, and must not end because of one temporary failure. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer pause asked for by Copper is reported as a failure. */
const LONGEST_PAUSE_MS = 30_000;
const OUR_MISTAKE = 'Something went wrong on our side while the leads were read.';

/** Milliseconds until the next attempt at a page; undefined when there is none. */
function pauseAfter(attempt: number, failure: unknown): number | undefined {
  if (!(failure instanceof ServiceError) || !failure.isTemporary || attempt === TRIES) return undefined;
  const pauseMs = failure.retryAfterMs ?? PAUSE_MS * attempt;
  return pauseMs > LONGEST_PAUSE_MS ? undefined : pauseMs;
}

async function readPage(copper: CopperClient, page: number): Promise<LeadPage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await copper.readLeads(page);
    } catch (error) {
      const pauseMs = pauseAfter(attempt, error);
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Reads pages until one is empty, since leads may be added or deleted in the meantime. */
async function readAll(db: Db, copper: CopperClient, id: string): Promise<DuplicateLeads> {
  const leads: Lead[] = [];
  for (let page = 1; ; page += 1) {
    const { leads: found, total } = await readPage(copper, page);
    leads.push(...found);
    await keepRead(db, id, { read: leads.length, total: total ?? null });
    if (found.length === 0 || (total !== undefined && leads.length >= total)) return groupLeads(leads);
  }
}

/** Reads all leads, even when no caller waits for them now. */
async function runRead({ db, log }: DuplicateLeadsDeps, copper: CopperClient, id: string): Promise<void> {
  const alive = setInterval(() => void keepRead(db, id).catch(() => undefined), ALIVE_MS);
  try {
    const result = await readAll(db, copper, id);
    await finishRead(db, id, { result });
  } catch (error) {
    const isFromService = error instanceof ServiceError;
    if (!isFromService) log.error({ err: error }, 'The leads could not be read');
    await finishRead(db, id, { failure: isFromService ? error.message : OUR_MISTAKE }).catch(() => undefined); // Those who follow it see that it has stopped.
  } finally {
    clearInterval(alive);
  }
}

/** The state of a reading; when its process has died, this one starts another. */
async function findOrTakeOver(db: Db, read: LeadRead): Promise<{ read: LeadRead; isOurs: boolean }> {
  const later = await findRead(db, read.id);
  return later === undefined ? joinRead(db) : { read: later, isOurs: false };
}

/** Yields the progress, and the result last; reads unless some server is reading or has a result of the last five minutes. */
export async function* followRead(deps: DuplicateLeadsDeps, isOver: () => boolean = () => false): AsyncGenerator<LeadRead> {
  const { copper, descriptions } = deps.services;
  if (copper === undefined) throw new AppError('unavailable', descriptions.copper);
  let lastYielded: LeadRead | undefined;
  for (let { read, isOurs } = await joinRead(deps.db); !isOver(); { read, isOurs } = await findOrTakeOver(deps.db, read)) {
    if (isOurs) void runRead(deps, copper, read.id);
    if (JSON.stringify(lastYielded) !== JSON.stringify(read)) yield read;
    if (read.state !== 'reading') return;
    lastYielded = read;
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Waits for the result. @throws AppError `unavailable` when Copper is not configured, or with its error in words */
export async function getDuplicateLeads(deps: DuplicateLeadsDeps, isOver?: () => boolean): Promise<DuplicateLeads> {
  for await (const read of followRead(deps, isOver)) {
    if (read.state === 'done') return read.result;
    if (read.state === 'failed') throw new AppError('unavailable', read.failure);
  }
  throw new AppError('unavailable', 'Nobody waits for the leads now');
}
