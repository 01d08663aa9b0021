import pg from 'pg';

/** Files of 16 MB of PostgreSQL's write-ahead log: as many as the load of a whole run fills. */
const FILES = 64;

/**
 * Leaves the log of a new server as it is on one that has been in use: with files that are taken again. A file that is new is
 * zeroed first, for which all who commit wait some 20 ms.
 */
export async function useLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let used = 0; used < FILES; used += 1) {
    await client.query(`select pg_logical_emit_message(false, 'bench', '')`); // A file in which nothing stands is not left.
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  await client.end();
}
