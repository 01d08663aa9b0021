import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

interface CountedCalls {
  readonly key: string;
  readonly calls: number;
}

/**
 * Adds calls of a period, identified by its last minute since 1970, to those of all processes; gives the totals of these keys. Deletes
 * periods that had ended at `now`, in milliseconds since 1970.
 */
export async function addCallCounts(db: Db, minute: number, counted: readonly CountedCalls[], now: number): Promise<CountedCalls[]> {
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
