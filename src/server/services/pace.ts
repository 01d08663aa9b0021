import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { MINUTE_MS } from '#contract/time.ts';
import { Batcher } from '#server/db/batcher.ts';
import { type Db, numberOf, PREPARED, rowOf, valueOf } from '#server/db/connection.ts';
import { isMissingTable } from '#server/db/outage.ts';
import type { RateLimiter } from './copper.ts';
import type { ChannelBackoff } from './slack.ts';

/** Records for all processes that a service, or a part of one, asked for a pause of this many milliseconds; a shorter pause does not end a longer one. */
export async function pauseService(db: Db, service: string, ms: number): Promise<void> {
  await sql`
    insert into service_pace as p (service, next_at, paused_until) values (${service}, now(), now() + make_interval(secs => ${ms / 1_000}))
    on conflict (service) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`.execute(db);
}

/** Seconds between messages that had to wait: Slack takes about one a second in a channel. */
const GAP_S = 1;

const serviceOf = (channelId: string): string => `slack ${channelId}`;

/** By paused service, the milliseconds until the last of these messages may go, a second apart; rows are locked in one order, so that processes cannot deadlock. */
const enqueue = (services: readonly string[]) => sql<{ readonly service: string; readonly lastMs: number }>`
  with asked as (select service, count(*) * ${GAP_S}::float8 as takes from unnest(${services}::text[]) as service group by service),
  paused as (
    select service, takes from service_pace join asked using (service) where paused_until > now() order by service for update of service_pace
  )
  update service_pace as pace set next_at = greatest(pace.next_at, pace.paused_until) + make_interval(secs => takes)
  from paused where paused.service = pace.service
  returning pace.service, (extract(epoch from pace.next_at - now()) * 1000)::float8 as "lastMs"`;

async function delaysOf(db: Db, services: readonly string[]): Promise<number[]> {
  const last = new Map((await enqueue(services).execute(db)).rows.map(({ service, lastMs }) => [service, lastMs]));
  const fromTheEnd = services.toReversed().map((service) => {
    const ms = last.get(service);
    if (ms === undefined) return 0;
    last.set(service, ms - GAP_S * 1_000);
    return ms;
  });
  return fromTheEnd.toReversed();
}

/** Makes a backoff that keeps the pauses in the database; messages that ask at the same time share one query. */
export function channelBackoff(db: Db): ChannelBackoff {
  const delays = new Batcher<string, number>({ run: async (services) => delaysOf(db, services) });
  return {
    delay: async (channelId) => delays.add(serviceOf(channelId)),
    pause: async (channelId, ms) => pauseService(db, serviceOf(channelId), ms),
  };
}

/** `acquire` waits out a pause up to this long; at a longer one it returns immediately. */
const MAX_AWAITED_PAUSE_MS = 20_000;

/** A rate limiter that hands out evenly spaced times in the database, so that any number of workers together stay under the limit. */
export function rateLimiter(db: Db, service: string, perMinute: number): RateLimiter {
  const gapSeconds = MINUTE_MS / perMinute / 1_000;

  /** Reserves the next free time; gives the milliseconds until it, or undefined during a long pause. */
  async function reserveTurn(): Promise<number | undefined> {
    return valueOf<number>(db)`
      insert into service_pace as p (service, next_at) values (${service}, now() + make_interval(secs => ${gapSeconds}))
      on conflict (service) do update set next_at = greatest(p.next_at, p.paused_until, now()) + make_interval(secs => ${gapSeconds})
        where p.paused_until <= now() + make_interval(secs => ${MAX_AWAITED_PAUSE_MS / 1_000})
      returning (extract(epoch from p.next_at - now()) * 1000)::float8 - ${gapSeconds * 1_000}::float8 as wait_ms`;
  }

  async function remainingPause(): Promise<number> {
    return numberOf(db)`
      select greatest(0, extract(epoch from paused_until - now()) * 1000)::float8 as ms from service_pace
      where service = ${service} and paused_until > now()`.catch((error: unknown) => {
      if (isMissingTable(error)) return 0; // `npm run doctor` before the first start.
      throw error;
    });
  }

  /** As `acquire`, but undefined when a pause began or ended in the meantime: then it has to be tried again. */
  async function tryAcquire(signal: AbortSignal | undefined): Promise<number | undefined> {
    const waitMs = await reserveTurn();
    if (waitMs === undefined) return (await remainingPause()) || undefined;
    if (waitMs < 1) return 0;
    await sleep(waitMs, undefined, { signal }).catch(() => undefined); // Only rejects when aborted.
    signal?.throwIfAborted();
    return (await remainingPause()) === 0 ? 0 : undefined;
  }

  return {
    acquire: async (signal) => {
      let result: number | undefined;
      while (result === undefined) result = await tryAcquire(signal);
      return result;
    },
    remainingPause,
    pause: async (ms) => pauseService(db, service, ms),
  };
}

/** Later turns than in this time are not taken yet. */
const AHEAD_S = 1;

/** Takes turns for the next mails of mailings that are due, so that all workers together keep to their pace; undefined when none is due, or during a pause. */
export async function takeTurns(db: Db, service: string, { perMinute, max }: { perMinute: number; max: number }) {
  const gap = MINUTE_MS / perMinute / 1_000;
  return rowOf<{ readonly count: number; readonly waitMs: number }>(db)`${PREPARED}
    with due as (
      select count(*) from (
        select from submission_steps where step = 'mailing' and state in ('waiting', 'running') and next_try_at <= now() limit ${max}
      ) as counted
    )
    insert into service_pace as p (service, next_at) select ${service}, now() + make_interval(secs => count * ${gap}::float8) from due where count > 0
    on conflict (service) do update set next_at = greatest(p.next_at, now()) + (excluded.next_at - now())
      where p.paused_until <= now() and p.next_at <= now() + make_interval(secs => ${AHEAD_S})
    returning set_config('synchronous_commit', 'off', true), (select count from due)::integer as count,
      (greatest(0, extract(epoch from p.next_at - now())) * 1000)::float8 - (select count from due) * ${gap * 1_000}::float8 as "waitMs"`;
}
