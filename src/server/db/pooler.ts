import type pg from 'pg';

const REFUSED_PARAMETER = /unsupported startup parameter/i;

export const POOLER_WITHOUT_LIMIT =
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
  const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
  return rows[0]?.statement_timeout;
}
