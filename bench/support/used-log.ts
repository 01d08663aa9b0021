import pg from 'pg';

/** As many 16 MB segments of PostgreSQL's write-ahead log as the load of a whole run fills. */
const FILES = 64;

/**
 * Brings the write-ahead log of a new server into the state of one in use, with segments to recycle. A new segment is first filled with zeros, which delays all
 * commits by some 20 ms.
 */
export async function useLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let used = 0; used < FILES; used += 1) {
    await client.query(`select pg_logical_emit_message(false, 'bench', '')`); // Without a record, the segment is not switched.
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  await client.end();
}
