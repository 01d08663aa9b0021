import { setTimeout as sleep } from 'node:timers/promises';
import type { DuplicateLeads } from '#contract/steps/duplicate-leads.ts';
import type { Db } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import type { CopperClient, LeadPage } from '#server/services/copper.ts';
import { ServiceError } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { findRead, finishRead, groupLeads, joinRead, keepRead, type Lead, type LeadRead } from './lead-reads.ts';

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

/** Reads pages until one is empty, since leads may be added or deleted meanwhile. */
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

const isSame = (a: LeadRead | undefined, b: LeadRead): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Yields the progress, and the result last; reads unless some server is reading or has a result of the last five minutes. */
export async function* followRead(deps: DuplicateLeadsDeps, isOver: () => boolean = () => false): AsyncGenerator<LeadRead> {
  const { copper, descriptions } = deps.services;
  if (copper === undefined) throw new AppError('unavailable', descriptions.copper);
  let lastYielded: LeadRead | undefined;
  for (let { read, isOurs } = await joinRead(deps.db); !isOver(); { read, isOurs } = await findOrTakeOver(deps.db, read)) {
    if (isOurs) void runRead(deps, copper, read.id);
    if (!isSame(lastYielded, read)) yield read;
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
