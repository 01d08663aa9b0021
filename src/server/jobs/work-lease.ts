import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

const HOLD_SECONDS = 60;
const LOOK_AGAIN_MS = 150;

async function take(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    insert into work_leases as l (name, held_until) values (${name}, now() + make_interval(secs => ${HOLD_SECONDS}))
    on conflict (name) do update set held_until = excluded.held_until where l.held_until <= now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Does work of which one at a time may happen, across all processes; waits for its turn. A holder that dies lets go after a minute. */
export async function holding<T>(db: Db, name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!(await take(db, name))) await sleep(LOOK_AGAIN_MS, undefined, { signal });
  try {
    return await work();
  } finally {
    await sql`delete from work_leases where name = ${name}`.execute(db);
  }
}
