import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { type ConnectionLog, withDatabase } from './connection.ts';

const REFUSED_PARAMETER = /unsupported startup parameter/i;

const POOLER_WITHOUT_LIMIT =
  'The pooler of DATABASE_URL sets no time limit for statements: give it a connect_query (docs/operations.md), or one that waits for a lock can wait for long';

/** Whether there is a pooler such as PgBouncer before the database: it refuses or drops the startup parameters of a session. */
export async function isPooler(pool: pg.Pool): Promise<boolean> {
  try {
    return (await timeLimit(pool)) === '0';
  } catch (error) {
    if (error instanceof Error && REFUSED_PARAMETER.test(error.message)) return true;
    throw error;
  }
}

/** The statement timeout as PostgreSQL writes it; `0` is none. */
export async function timeLimit(pool: pg.Pool): Promise<string | undefined> {
  return (await pool.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout;
}

const DIRECT_POOLED =
  'DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer: give the address of PostgreSQL itself, unless the pooler keeps a session for each client';
const DIRECT_ELSEWHERE =
  'DATABASE_DIRECT_URL leads to a different database from DATABASE_URL: give the address of the same one, bypassing the pooler';

const POOLER_WITHOUT_STYLE =
  'The database prefers another DateStyle, or other strings, than we read, and the pooler of DATABASE_URL does not set ours: give it a connect_query (docs/operations.md)';
const HAS_STYLE = `select current_setting('DateStyle') like 'ISO%' and current_setting('standard_conforming_strings') = 'on' as has_style`;

/** Tells databases apart without rights that managed services withhold: no two servers start in the same microsecond. */
const WHICH = 'select extract(epoch from pg_postmaster_start_time())::text as started, current_database() as name';

/** Compares DATABASE_DIRECT_URL with the pool of DATABASE_URL. @returns why they do not go together, or what is not as it should be @throws Error when one cannot be asked */
export const checkDirect = (pooled: pg.Pool, url: string, log: ConnectionLog) =>
  // Opened as a pooled connection, it works behind a pooler as well.
  withDatabase(
    { url, directUrl: url, log },
    async (direct): Promise<{ readonly problem?: string; readonly warnings: readonly string[] }> => {
      const [ours, its] = await Promise.all([pooled.query(WHICH), direct.pool.query(WHICH)]);
      if (!isDeepStrictEqual(ours.rows, its.rows)) return { problem: DIRECT_ELSEWHERE, warnings: [] };
      const { rows } = await pooled.query<{ has_style: boolean }>(HAS_STYLE);
      if (rows[0]?.has_style !== true) return { problem: POOLER_WITHOUT_STYLE, warnings: [] };
      const isPooled = await withDatabase({ url, log }, async ({ pool }) => isPooler(pool));
      const hasLimit = (await timeLimit(pooled)) !== '0';
      return { warnings: [...(isPooled ? [DIRECT_POOLED] : []), ...(hasLimit ? [] : [POOLER_WITHOUT_LIMIT])] };
    },
  );
