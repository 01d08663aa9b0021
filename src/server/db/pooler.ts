import { isDeepStrictEqual } from 'node:util';
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

const DIRECT_POOLED = 'DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer: give the address of PostgreSQL itself';
const DIRECT_ELSEWHERE =
  'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: give the address of the same one, past the pooler';

/** Tells databases apart without rights that managed services withhold: no two servers start in the same microsecond. */
const WHICH = 'select pg_postmaster_start_time()::text as started, current_database() as name';

/**
 * Why DATABASE_DIRECT_URL is no way past the pooler of DATABASE_URL, for the operator; undefined when it is. `direct` has a time limit for
 * statements. @throws Error when one of them cannot be asked
 */
export async function whyNotDirect(pooled: pg.Pool, direct: pg.Pool): Promise<string | undefined> {
  if (await isPooler(direct)) return DIRECT_POOLED;
  const [ours, its] = await Promise.all([pooled.query(WHICH), direct.query(WHICH)]);
  return isDeepStrictEqual(ours.rows, its.rows) ? undefined : DIRECT_ELSEWHERE;
}

/** The statement timeout as PostgreSQL writes it; `0` is none. */
export async function timeLimit(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
  return rows[0]?.statement_timeout;
}

const withoutName = (args: unknown[]): unknown[] =>
  args.map((arg) => (typeof arg === 'object' && arg !== null && 'name' in arg && 'text' in arg ? { ...arg, name: undefined } : arg));

/** Keeps a client from using named prepared statements: behind a pooler the next query may reach another session. */
export function prepareNothing(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
  client.query = new Proxy(client.query, {
    apply: (query, self, args: unknown[]): unknown => Reflect.apply(query, self, withoutName(args)),
  });
}
