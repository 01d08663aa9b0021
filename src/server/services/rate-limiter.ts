import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { MINUTE_MS } from '#contract/time.ts';
import type { Db } from '#server/db/connection.ts';
import { isMissingTable } from '#server/db/outage.ts';
import { pauseService } from './channel-backoff.ts';
import type { RateLimiter } from './copper.ts';

/** `acquire` waits out a pause up to this long; at a longer one it returns immediately. */
const MAX_AWAITED_PAUSE_MS = 20_000;

async function abortableSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** A rate limiter that hands out evenly spaced times in the database, so that any number of workers together stay under the limit. */
export function rateLimiter(db: Db, service: string, perMinute: number): RateLimiter {
  const gapSeconds = MINUTE_MS / perMinute / 1_000;

  /** Reserves the next free time; gives the milliseconds until it, or undefined during a long pause. */
  async function reserve(): Promise<number | undefined> {
    const { rows } = await sql<{ wait_ms: number }>`
      insert into service_pace as p (service, next_at) values (${service}, now() + make_interval(secs => ${gapSeconds}))
      on conflict (service) do update set next_at = greatest(p.next_at, p.paused_until, now()) + make_interval(secs => ${gapSeconds})
        where p.paused_until <= now() + make_interval(secs => ${MAX_AWAITED_PAUSE_MS / 1_000})
      returning (extract(epoch from p.next_at - now()) * 1000)::float8 - ${gapSeconds * 1_000}::float8 as wait_ms`.execute(db);
    return rows[0]?.wait_ms;
  }

  async function remainingPause(): Promise<number> {
    const { rows } = await sql<{ ms: number }>`
      select greatest(0, extract(epoch from paused_until - now()) * 1000)::float8 as ms from service_pace
      where service = ${service} and paused_until > now()`.execute(db);
    return rows[0]?.ms ?? 0;
  }

  /** As `acquire`, but undefined when a pause began or ended in the meantime: then it has to be tried again. */
  async function tryAcquire(signal: AbortSignal | undefined): Promise<number | undefined> {
    const waitMs = await reserve().catch((error: unknown) => {
      if (isMissingTable(error)) return 0; // `npm run doctor` before the first start, when nobody else calls.
      throw error;
    });
    if (waitMs === undefined) return (await remainingPause()) || undefined;
    if (waitMs < 1) return 0;
    await abortableSleep(waitMs, signal);
    return (await remainingPause()) === 0 ? 0 : undefined;
  }

  return {
    acquire: async (signal) => {
      let result: number | undefined;
      while (result === undefined) result = await tryAcquire(signal);
      return result;
    },
    pause: async (ms) => pauseService(db, service, ms),
  };
}
