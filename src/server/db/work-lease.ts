import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, hasRows } from './connection.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { newId } from './new-id.ts';

const LEASE_MS = 60_000;
const RETRY_MS = 150;
/** Several renewals may fail before the lease ends. */
const RENEWALS_PER_LEASE = 4;

interface LeaseOptions {
  readonly db: Db;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Makes the reason with which the work's signal is aborted when the lease is lost. */
  readonly lost: () => Error;
  /** How long, in milliseconds, a holder that died blocks the others; default one minute. */
  readonly leaseMs?: number;
}

const until = (leaseMs: number) => sql`now() + make_interval(secs => ${leaseMs / 1_000})`;

const takeLease = (db: Db, name: string, holder: string, leaseMs: number): Promise<boolean> => hasRows(db)`
  insert into work_leases as l (name, holder, held_until) values (${name}, ${holder}, ${until(leaseMs)})
  on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until where l.held_until <= now()
  returning 1`;

const renewLease = (db: Db, name: string, holder: string, leaseMs: number): Promise<boolean> => hasRows(db)`
  update work_leases set held_until = ${until(leaseMs)} where name = ${name} and holder = ${holder} returning 1`;

/** Deletes the leases of workers that were killed; for the hourly cleanup. */
export const purgeLeases = (db: Db): Promise<number> =>
  deleteInBatches(db, { table: 'work_leases', where: sql<boolean>`held_until < now() - interval '1 hour'`, by: 'held_until' });

/** Waits for the lease of this name, then works while renewing it: one process at a time. The work's signal is aborted with `signal`, or when the lease is lost. */
export async function withLease<T>(
  { db, name, signal, lost, leaseMs = LEASE_MS }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const holder = newId();
  let leaseEndsAt = performance.now() + leaseMs;
  while (!(await takeLease(db, name, holder, leaseMs))) {
    await sleep(RETRY_MS, undefined, { signal });
    leaseEndsAt = performance.now() + leaseMs;
  }
  const loss = new AbortController();
  const renewal = setInterval(() => {
    const renewed = performance.now() + leaseMs;
    renewLease(db, name, holder, leaseMs).then(
      (isRenewed) => {
        if (isRenewed) leaseEndsAt = renewed;
        else loss.abort(lost());
      },
      () => {
        if (performance.now() > leaseEndsAt) loss.abort(lost()); // The database has been down for the length of the lease.
      },
    );
  }, leaseMs / RENEWALS_PER_LEASE);
  renewal.unref();
  try {
    return await work(AbortSignal.any([signal, loss.signal]));
  } finally {
    clearInterval(renewal);
    // The lease expires on its own, and a failure here must not replace the result of the work.
    await sql`delete from work_leases where name = ${name} and holder = ${holder}`.execute(db).catch(() => undefined);
  }
}
