import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/db/connection.ts';
import type { Database } from '#server/db/tables.ts';

/** The tables that grow with every sign-up. */
const GROWING = new Set(['submissions', 'registrations', 'submission_steps', 'address_counts']);

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

function scansIn(plan: Plan, tables: ReadonlySet<string>): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && tables.has(plan['Relation Name'] ?? '') ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => scansIn(part, tables))];
}

/** The same database, with a report of each query. */
export const watched = (pool: pg.Pool, log: (event: LogEvent) => void): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });

/** Which of these tables, by default the growing ones, the queries of `ask` scan completely, by PostgreSQL's plans. */
export async function sequentialScans(
  pool: pg.Pool,
  ask: (db: Db) => Promise<unknown>,
  tables: ReadonlySet<string> = GROWING,
): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  await ask(watched(pool, ({ query }) => queries.push(query)));
  const found: string[] = [];
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${sql}`, [...parameters]);
    found.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => scansIn(plan, tables))));
  }
  if (queries.length === 0) throw new Error('Nothing was asked');
  return found;
}
