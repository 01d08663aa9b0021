import { type OpenedDatabase, openDatabase } from '#server/db/connection.ts';

/** Connects to a database for the statements of a benchmark itself, which may take as long as they need. */
export const openQuietly = (url: string, pool = 1): OpenedDatabase =>
  openDatabase({ url, pool, log: { warn: () => undefined }, statementTimeoutMs: 0 });

/** Connects in this way while `work` runs. */
export async function onDatabase<T>(url: string, work: (database: OpenedDatabase) => Promise<T>, pool = 1): Promise<T> {
  const database = openQuietly(url, pool);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
