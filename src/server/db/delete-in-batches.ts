import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';
import type { Database } from './tables.ts';

/** Deleted in well under a second, so that nobody waits long for the locks. */
const BATCH = 10_000;

interface Deletion {
  readonly table: keyof Database;
  readonly where: RawBuilder<boolean>;
  /** An indexed column; the lowest values are deleted first. */
  readonly by: string;
  /** How many at a time; fewer of large rows. */
  readonly max?: number;
}

/** Runs a statement that changes at most this many rows until it finds fewer. @returns how many it changed in all */
export async function inBatches(db: Db, max: number, statementOf: (max: number) => RawBuilder<unknown>): Promise<number> {
  let all = 0;
  let changed = max;
  while (changed === max) {
    const { numAffectedRows = 0n } = await statementOf(max).execute(db);
    changed = Number(numAffectedRows);
    all += changed;
  }
  return all;
}

/** Deletes rows in batches, each in its own transaction, without locked ones. @returns their number */
export const deleteInBatches = (db: Db, { table, where, by, max = BATCH }: Deletion): Promise<number> =>
  inBatches(
    db,
    max,
    (limit) => sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} order by ${sql.ref(by)} limit ${limit} for update skip locked))`,
  );
