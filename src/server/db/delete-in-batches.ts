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
}

/** Deletes rows in batches, each in its own transaction, without locked ones. @returns their number */
export async function deleteInBatches(db: Db, { table, where, by }: Deletion): Promise<number> {
  let deleted = 0;
  let batch = BATCH;
  while (batch === BATCH) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} order by ${sql.ref(by)} limit ${BATCH} for update skip locked))`.execute(db);
    batch = Number(numAffectedRows);
    deleted += batch;
  }
  return deleted;
}
