import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db/connection.ts';

const MINUTE_MS = 60_000;

/** Keeps the requests of all processes to one service under its limit. */
export interface ServicePace {
  /** Waits for this request's turn. */
  readonly turn: (signal?: AbortSignal) => Promise<void>;
  /** The service wants to hear nothing for a while, from none of us. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Turns are handed out by the database, evenly spaced, so that any number of workers together stay under the limit. */
export function servicePace(db: Db, service: string, perMinute: number): ServicePace {
  const gap = MINUTE_MS / perMinute / 1_000;
  return {
    turn: async (signal) => {
      const { rows } = await sql<{ wait_ms: number }>`
        insert into service_pace as p (service, next_at) values (${service}, now() + make_interval(secs => ${gap}))
        on conflict (service) do update set next_at = greatest(p.next_at, now()) + make_interval(secs => ${gap})
        returning (extract(epoch from p.next_at - now()) * 1000)::float8 - ${gap * 1_000}::float8 as wait_ms`.execute(db);
      const wait = rows[0]?.wait_ms ?? 0;
      if (wait > 0) await sleep(wait, undefined, { signal });
    },
    pause: async (ms) => {
      await sql`
        insert into service_pace as p (service, next_at) values (${service}, now() + make_interval(secs => ${ms / 1_000}))
        on conflict (service) do update set next_at = greatest(p.next_at, excluded.next_at)`.execute(db);
    },
  };
}
