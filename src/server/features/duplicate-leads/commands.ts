import { setTimeout as sleep } from 'node:timers/promises';
import type { DuplicateLeads } from '#contract/duplicate-leads.ts';
import type { Db } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import type { CopperClient, LeadPage } from '#server/integrations/copper.ts';
import type { Services } from '#server/services.ts';
import { groupLeads, type Lead } from './group-leads.ts';
import { findRead, finishRead, joinRead, keepRead, type LeadRead } from './lead-reads.ts';

export interface DuplicateLeadsDeps {
  readonly db: Db;
  readonly services: Pick<Services, 'copper' | 'descriptions' | 'judge'>;
  readonly log: { error(details: { err: unknown }, message: string): void };
}

const LOOK_MS = 250;
const ALIVE_MS = 5_000;
/** A page that fails in passing is asked for again; a reading of many minutes must not end by one lost answer. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** Whoever waits for the leads is told of a longer pause, in place of waiting through it. */
const LONGEST_PAUSE_MS = 30_000;
const OUR_MISTAKE = 'Something went wrong on our side while the leads were read.';

/** Milliseconds until a page is asked for again; undefined when it is not. */
function pauseAfter(attempt: number, verdict: ReturnType<Services['judge']>): number | undefined {
  if (verdict?.isTemporary !== true || attempt === TRIES) return undefined;
  const pauseMs = verdict.retryAfterMs ?? PAUSE_MS * attempt;
  return pauseMs > LONGEST_PAUSE_MS ? undefined : pauseMs;
}

async function readPage(copper: CopperClient, page: number, judge: Services['judge']): Promise<LeadPage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await copper.readLeads(page);
    } catch (error) {
      const pauseMs = pauseAfter(attempt, judge(error));
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Reads all pages; ends at the first that is empty, since leads may come and go meanwhile. */
async function readAll({ db, services }: DuplicateLeadsDeps, copper: CopperClient, id: string): Promise<DuplicateLeads> {
  const leads: Lead[] = [];
  for (let page = 1; ; page += 1) {
    const { leads: found, total } = await readPage(copper, page, services.judge);
    leads.push(...found);
    await keepRead(db, id, { read: leads.length, total: total ?? null });
    if (found.length === 0 || (total !== undefined && leads.length >= total)) return groupLeads(leads);
  }
}

/** Does a reading to its end, for all who wait for it, also when nobody does any more. */
async function doRead(deps: DuplicateLeadsDeps, copper: CopperClient, id: string): Promise<void> {
  const { db, services, log } = deps;
  const alive = setInterval(() => void keepRead(db, id).catch(() => undefined), ALIVE_MS);
  try {
    const result = await readAll(deps, copper, id);
    await finishRead(db, id, { result });
  } catch (error) {
    const verdict = services.judge(error);
    if (verdict === undefined) log.error({ err: error }, 'The leads could not be read');
    await finishRead(db, id, { failure: verdict?.message ?? OUR_MISTAKE }).catch(() => undefined); // Its followers see that it is gone.
  } finally {
    clearInterval(alive);
  }
}

/** What has become of a reading; where its reader is gone, another goes on. */
async function lookAgain(db: Db, read: LeadRead): Promise<{ read: LeadRead; isMine: boolean }> {
  const later = await findRead(db, read.id);
  return later === undefined ? joinRead(db) : { read: later, isMine: false };
}

const isSame = (a: LeadRead | undefined, b: LeadRead): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Follows the reading of all leads, begun here if none is under way on any server and no result is younger than five minutes
 * (decision 39): its progress whenever that changes, its end last.
 * @throws AppError `unavailable` when this server is not set up for the CRM
 */
export async function* followRead(deps: DuplicateLeadsDeps, isOver: () => boolean = () => false): AsyncGenerator<LeadRead> {
  const { copper, descriptions } = deps.services;
  if (copper === undefined) throw new AppError('unavailable', descriptions.copper);
  let told: LeadRead | undefined;
  for (let { read, isMine } = await joinRead(deps.db); !isOver(); { read, isMine } = await lookAgain(deps.db, read)) {
    if (isMine) void doRead(deps, copper, read.id);
    if (!isSame(told, read)) yield read;
    if (read.state !== 'reading') return;
    told = read;
    await sleep(LOOK_MS);
  }
}

/**
 * Waits for the finished result.
 * @throws AppError `unavailable`, in words: not set up, or what the CRM says
 */
export async function getDuplicateLeads(deps: DuplicateLeadsDeps, isOver?: () => boolean): Promise<DuplicateLeads> {
  for await (const read of followRead(deps, isOver)) {
    if (read.state === 'done') return read.result;
    if (read.state === 'failed') throw new AppError('unavailable', read.failure);
  }
  throw new AppError('unavailable', 'Nobody waits for the leads any more');
}
