import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import { asStorable } from '#contract/rules/text.ts';
import { type DuplicateLeads, duplicateLeadsSchema, type LeadReading } from '#contract/steps/duplicate-leads.ts';
import { type Db, rowOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { wakeWorkers } from '#server/db/notify.ts';
import { AppError } from '#server/errors.ts';
import type { Notify } from '#server/live/notice.ts';
import type { CopperClient, LeadPage } from '#server/services/copper.ts';
import { ServiceError } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { type Actor, write, type WriteDeps } from '#server/write.ts';

/** How long a result is used for all callers. */
const KEEP = sql`interval '5 minutes'`;
/** A worker that has not reported progress for this long counts as dead. */
const ALIVE = sql`interval '20 seconds'`;
/** How long a read may wait for a worker before callers get the answer that none is running. */
const WAIT = sql`interval '30 seconds'`;
/** Key of the advisory lock for beginning to read. */
const LOCK = 4_039_039;
/** When a reading that no worker has taken up was last alive. */
const UNCLAIMED = new Date(0);
const LOOK_EVERY_MS = 1_000;
const NO_WORKER = 'The leads are not being read, since no worker of this server is running. Ask whoever runs it.';

interface ReadingRow extends Omit<LeadReading, 'result'> {
  readonly result: unknown;
  readonly failure: string | null;
  readonly is_left: boolean;
}

const findReading = (db: Db, where: RawBuilder<SqlBool>): Promise<ReadingRow | undefined> => rowOf<ReadingRow>(db)`
  select id, leads_read as read, leads_total as total, result, failure,
    finished_at is null and greatest(started_at, alive_at) < now() - ${WAIT} as is_left
  from duplicate_lead_reads where ${where} order by id desc limit 1`;

/** The read in progress, or one whose result may still be used. */
const findUsable = (db: Db): Promise<ReadingRow | undefined> =>
  findReading(db, sql`failure is null and (finished_at is null or finished_at > now() - ${KEEP})`);

/** Deletes readings with outdated results, since they hold personal data. Also run hourly by the worker. */
export async function purgeReads(db: Db): Promise<void> {
  await sql`delete from duplicate_lead_reads where finished_at < now() - ${KEEP}`.execute(db);
}

/** The current reading of all servers, or a new one for a worker to take up. */
async function beginReading(deps: WriteDeps, by: Actor): Promise<ReadingRow> {
  const there = await findUsable(deps.db);
  if (there?.is_left === false) return there;
  return write(deps, by, async (w) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(w);
    await sql`update duplicate_lead_reads set started_at = now() where finished_at is null`.execute(w);
    const begun = await findUsable(w);
    if (begun !== undefined) return begun;
    await purgeReads(w);
    const id = newId();
    await w.insertInto('duplicate_lead_reads').values({ id, alive_at: UNCLAIMED }).execute();
    await wakeWorkers(w, 'duplicate leads');
    return { id, read: 0, total: null, result: null, failure: null, is_left: false };
  });
}

interface DuplicateLeadsDeps extends WriteDeps {
  readonly services: Pick<Services, 'copper' | 'descriptions'>;
}

/** The progress of reading `id`, or its result; without `id`, the current one, begun if there is none. @throws AppError `unavailable` without Copper, with its error, or when no worker reads */
export async function readLeads(deps: DuplicateLeadsDeps, by: Actor, id?: string): Promise<LeadReading> {
  const { db, services } = deps;
  if (services.copper === undefined) throw new AppError('unavailable', services.descriptions.copper);
  const named = id === undefined ? undefined : await findReading(db, sql`id = ${id}`);
  const { failure, is_left: isLeft, result, ...reading } = named ?? (await beginReading(deps, by));
  if (failure !== null) throw new AppError('unavailable', failure);
  if (isLeft) throw new AppError('unavailable', NO_WORKER);
  return { ...reading, result: result === null ? null : duplicateLeadsSchema.parse(result) };
}

/** Waits for the result. @param hasGone whether the caller has @throws AppError as `readLeads` */
export async function getDuplicateLeads(deps: DuplicateLeadsDeps, by: Actor, hasGone: () => boolean): Promise<DuplicateLeads> {
  let reading = await readLeads(deps, by);
  while (reading.result === null) {
    await sleep(LOOK_EVERY_MS);
    if (hasGone()) throw new AppError('unavailable', 'Nobody waits for the leads now');
    reading = await readLeads(deps, by, reading.id);
  }
  return reading.result;
}

type Lead = LeadPage['leads'][number];

const storable = (text: string | null | undefined): string | null => asStorable(text ?? '').trim() || null;

/** Groups leads by their lowercased address; leads without an address are not duplicates. */
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

const ALIVE_MS = 5_000;
/** Attempts per page: reading takes minutes, and must not end because of one temporary failure. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer pause asked for by Copper is reported as a failure. */
const LONGEST_PAUSE_MS = 30_000;
const OUR_MISTAKE = 'Something went wrong on our side while the leads were read.';

/** Milliseconds until the next attempt at a page; undefined if there is none. */
function pauseBeforeRetry(attempt: number, failure: unknown): number | undefined {
  if (!(failure instanceof ServiceError) || !failure.isTemporary || attempt === TRIES) return undefined;
  const pauseMs = failure.retryAfterMs ?? PAUSE_MS * attempt;
  return pauseMs > LONGEST_PAUSE_MS ? undefined : pauseMs;
}

async function readPage(copper: CopperClient, page: number): Promise<LeadPage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await copper.readLeads(page);
    } catch (error) {
      const pauseMs = pauseBeforeRetry(attempt, error);
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}

interface Claim {
  readonly id: string;
  /** How often the reading has been taken over: once this has increased, another worker has it. */
  readonly claims: number;
}

const claimReading = (db: Db): Promise<Claim | undefined> => rowOf<Claim>(db)`
  update duplicate_lead_reads set alive_at = now(), leads_read = 0, claims = claims + 1
  where id = (select id from duplicate_lead_reads where finished_at is null and alive_at < now() - ${ALIVE} limit 1 for update skip locked)
  returning id, claims`;

/** Records that the reading is alive, its progress, and its result or error. @returns false, with nothing stored, if it is over or another worker has it */
async function keepProgress(
  db: Db,
  { id, claims }: Claim,
  progress: { readonly leads_read?: number; readonly leads_total?: number | null; readonly result?: string; readonly failure?: string },
): Promise<boolean> {
  const isOver = progress.result !== undefined || progress.failure !== undefined;
  const { numUpdatedRows } = await db
    .updateTable('duplicate_lead_reads')
    .set({ ...progress, alive_at: sql<Date>`now()`, ...(isOver ? { finished_at: sql<Date>`now()` } : {}) })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface ReaderDeps {
  readonly db: Db;
  readonly copper: CopperClient;
  readonly notify: Notify;
  readonly log: { error(details: { err: unknown }, message: string): void };
}

/** Reads the next page, until one is empty, since leads come and go in the meantime. @returns background work, which returns whether there are more pages */
export function leadReader({ db, copper, notify, log }: ReaderDeps): () => Promise<boolean> {
  let current: { readonly claim: Claim; readonly leads: Lead[]; readonly page: number } | undefined;

  async function readNext({ claim, leads, page }: NonNullable<typeof current>): Promise<boolean> {
    const { leads: found, total } = await readPage(copper, page);
    leads.push(...found);
    const isOver = found.length === 0 || (total !== undefined && leads.length >= total);
    const result = isOver ? { result: JSON.stringify(groupLeads(leads)) } : {};
    const isKept = await keepProgress(db, claim, { leads_read: leads.length, leads_total: total ?? null, ...result });
    return isKept && !isOver;
  }

  async function fail(claim: Claim, error: unknown): Promise<void> {
    const isFromService = error instanceof ServiceError;
    if (!isFromService) log.error({ err: error }, 'The leads could not be read');
    await keepProgress(db, claim, { failure: isFromService ? error.message : OUR_MISTAKE });
  }

  return async () => {
    if (current === undefined) {
      const claim = await claimReading(db);
      if (claim === undefined) return false;
      current = { claim, leads: [], page: 1 };
    }
    const reading = current;
    current = undefined;
    const alive = setInterval(() => void keepProgress(db, reading.claim, {}).catch(() => undefined), ALIVE_MS);
    try {
      const isMore = await readNext(reading);
      if (isMore) current = { ...reading, page: reading.page + 1 };
      return isMore;
    } catch (error) {
      await fail(reading.claim, error);
      return false;
    } finally {
      clearInterval(alive);
      notify({ topic: 'leads' });
    }
  };
}
