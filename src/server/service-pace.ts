import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db/connection.ts';

const MINUTE_MS = 60_000;
/** A pause up to this long is slept through; whoever meets a longer one comes again. */
const PAUSE_SLEPT_MS = 20_000;

/** Keeps the requests of all processes to one service under its limit. */
export interface ServicePace {
  /**
   * Waits for this request's turn.
   * @returns 0 when it is its turn; else the milliseconds that the service still wants to hear nothing, without having waited for them
   * @throws the reason of the signal, when it is aborted meanwhile
   */
  readonly turn: (signal?: AbortSignal) => Promise<number>;
  /** The service wants to hear nothing for a while, from none of us: neither from those who wait for their turn already. */
  readonly pause: (ms: number) => Promise<void>;
}

async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Turns are handed out by the database, evenly spaced, so that any number of workers together stay under the limit. */
export function servicePace(db: Db, service: string, perMinute: number): ServicePace {
  const gap = MINUTE_MS / perMinute / 1_000;

  /** Milliseconds until the turn that this call took; undefined when none was to be had, since a long pause is on. */
  async function take(): Promise<number | undefined> {
    const { rows } = await sql<{ wait_ms: number }>`
      insert into service_pace as p (service, next_at) values (${service}, now() + make_interval(secs => ${gap}))
      on conflict (service) do update set next_at = greatest(p.next_at, p.paused_until, now()) + make_interval(secs => ${gap})
        where p.paused_until <= now() + make_interval(secs => ${PAUSE_SLEPT_MS / 1_000})
      returning (extract(epoch from p.next_at - now()) * 1000)::float8 - ${gap * 1_000}::float8 as wait_ms`.execute(db);
    return rows[0]?.wait_ms;
  }

  async function pauseLeft(): Promise<number> {
    const { rows } = await sql<{ ms: number }>`
      select greatest(0, extract(epoch from paused_until - now()) * 1000)::float8 as ms from service_pace
      where service = ${service} and paused_until > now()`.execute(db);
    return rows[0]?.ms ?? 0;
  }

  /** One attempt at a turn: as `turn`, or undefined when a pause came or ended meanwhile. */
  async function tryTurn(signal: AbortSignal | undefined): Promise<number | undefined> {
    const waitMs = await take();
    if (waitMs === undefined) return (await pauseLeft()) || undefined;
    if (waitMs < 1) return 0;
    await rest(waitMs, signal);
    return (await pauseLeft()) === 0 ? 0 : undefined;
  }

  return {
    turn: async (signal) => {
      let result: number | undefined;
      while (result === undefined) result = await tryTurn(signal);
      return result;
    },
    pause: async (ms) => {
      await sql`
        insert into service_pace as p (service, next_at, paused_until) values (${service}, now(), now() + make_interval(secs => ${ms / 1_000}))
        on conflict (service) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`.execute(db);
    },
  };
}
