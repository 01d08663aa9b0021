import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { type ConnectionLog, type DatabaseConnection, openDatabase } from './connection.ts';
import { isPooler } from './pooler.ts';

export const DIRECT_POOLED =
  'DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer: give the address of PostgreSQL itself, unless the pooler keeps a session for each client';
const DIRECT_ELSEWHERE =
  'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: give the address of the same one, past the pooler';

/** Tells databases apart without rights that managed services withhold: no two servers start in the same microsecond. */
const WHICH = 'select extract(epoch from pg_postmaster_start_time())::text as started, current_database() as name';

/** Why DATABASE_DIRECT_URL does not go with DATABASE_URL, for the operator; undefined when it does. @throws Error when one cannot be asked */
export async function whyNotDirect(pooled: pg.Pool, direct: pg.Pool): Promise<string | undefined> {
  const [ours, its] = await Promise.all([pooled.query(WHICH), direct.query(WHICH)]);
  return isDeepStrictEqual(ours.rows, its.rows) ? undefined : DIRECT_ELSEWHERE;
}

/** Opens DATABASE_DIRECT_URL so that it answers behind a pooler as well, and asks whether it is. */
export function openDirect(
  url: string,
  log: ConnectionLog,
): Pick<DatabaseConnection, 'pool' | 'close'> & { isPooler: () => Promise<boolean> } {
  const [plain, limited] = [openDatabase({ url, directUrl: url, pool: 1, log }), openDatabase({ url, pool: 1, log })];
  return {
    pool: plain.pool,
    close: async () => void (await Promise.all([plain.close(), limited.close()])),
    isPooler: async () => isPooler(limited.pool),
  };
}
