import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { everySecond } from '#server/process/every-second.ts';
import type { CountedCalls, PeriodCounts } from './period-counts.ts';

/** Counts below this share of the limit are not shared, which spares the rows of most visitors. */
const MIN_SHARE = 0.1;

interface SharedLimit {
  readonly db: Db;
  readonly counts: PeriodCounts;
  readonly limit: number;
  readonly log: { warn(details: { err: unknown }, message: string): void };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Adds calls of the period that ends with `minute` to those of all processes, drops ended periods, and gives the totals. */
async function addCallCounts(db: Db, minute: number, counted: readonly CountedCalls[], now: number): Promise<CountedCalls[]> {
  const { rows } = await sql<CountedCalls>`
    with over as (delete from call_counts where minute < ${Math.floor(now / 60_000)}::integer - 1)
    insert into call_counts (minute, key, calls)
    select ${minute}::integer, key, calls
    from unnest(${counted.map(({ key }) => key)}::text[], ${counted.map(({ calls }) => calls)}::integer[]) as counted (key, calls)
    order by key
    on conflict (minute, key) do update set calls = call_counts.calls + excluded.calls
    returning key, calls`.execute(db);
  return rows;
}

/** Adds the calls counted here to the shared counts, and takes over the totals. @returns false when there was nothing to share */
export async function shareOnce({ db, counts, limit, now = Date.now }: Omit<SharedLimit, 'log'>): Promise<boolean> {
  const { minute, pending } = counts.pending(now(), Math.max(1, Math.floor(limit * MIN_SHARE)));
  if (pending.length === 0) return false;
  counts.merge(minute, pending, await addCallCounts(db, minute, pending, now()));
  return true;
}

/** Shares the counts with all processes every second; while the database is away each counts alone. Returns how to stop. */
export function shareLimit(limit: SharedLimit): () => void {
  return everySecond(
    () => shareOnce(limit),
    (err) => limit.log.warn({ err }, 'Counts of public calls could not be shared'),
  );
}
