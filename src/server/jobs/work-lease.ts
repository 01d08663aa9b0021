import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';

const HOLD_MS = 60_000;
const LOOK_AGAIN_MS = 150;
/** Several renewals may fail before a hold is over. */
const RENEWALS_OF_HOLD = 4;

interface Hold {
  readonly db: Db;
  /** What is held. */
  readonly name: string;
  /** Ends the waiting and the work. */
  readonly signal: AbortSignal;
  /** What the work is told, as the reason of its signal, when somebody else has what it held. */
  readonly lost: () => Error;
  /** How long a holder that died keeps others out, in milliseconds. */
  readonly holdMs?: number;
}

const until = (holdMs: number) => sql`now() + make_interval(secs => ${holdMs / 1_000})`;

async function take(db: Db, name: string, holder: string, holdMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into work_leases as l (name, holder, held_until) values (${name}, ${holder}, ${until(holdMs)})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until where l.held_until <= now()
    returning 1`.execute(db);
  return rows.length > 0;
}

async function renew(db: Db, name: string, holder: string, holdMs: number): Promise<boolean> {
  const { rows } = await sql`
    update work_leases set held_until = ${until(holdMs)} where name = ${name} and holder = ${holder} returning 1`.execute(db);
  return rows.length > 0;
}

async function letGo(db: Db, name: string, holder: string): Promise<void> {
  await sql`delete from work_leases where name = ${name} and holder = ${holder}`.execute(db);
}

/**
 * Does work of which one at a time may happen, across all processes; waits for its turn. The hold is renewed while the work
 * lasts, and belongs to this call alone; the signal that the work gets says when it is lost. A holder that dies lets go after a minute.
 */
export async function holding<T>({ db, name, signal, lost, holdMs = HOLD_MS }: Hold, work: (mine: AbortSignal) => Promise<T>): Promise<T> {
  const holder = newId();
  let heldUntil = performance.now() + holdMs;
  while (!(await take(db, name, holder, holdMs))) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
    heldUntil = performance.now() + holdMs;
  }
  const loss = new AbortController();
  const renewal = setInterval(() => {
    const renewed = performance.now() + holdMs;
    renew(db, name, holder, holdMs).then(
      (isMine) => {
        if (isMine) heldUntil = renewed;
        else loss.abort(lost());
      },
      () => {
        if (performance.now() > heldUntil) loss.abort(lost()); // The database has been away for so long.
      },
    );
  }, holdMs / RENEWALS_OF_HOLD);
  renewal.unref();
  try {
    return await work(AbortSignal.any([signal, loss.signal]));
  } finally {
    clearInterval(renewal);
    await letGo(db, name, holder).catch(() => undefined); // It ends by itself; what the work did is worth more.
  }
}
