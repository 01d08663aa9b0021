import { type OpenedDatabase, openDatabase } from '#server/db/connection.ts';

/** Connects to a database for the statements of a benchmark itself, which may take as long as they need. */
export const openQuietly = (url: string, pool = 1): OpenedDatabase =>
  openDatabase({ url, pool, log: { warn: () => undefined }, statementTimeoutMs: 0 });
