import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/db/connection.ts';
import { isTransient } from '#server/db/outage.ts';
import type { Database } from '#server/db/tables.ts';
import type { Replica } from './replica.ts';

/** What metrics tell of the reads that may go to the replica. */
export interface ReadFigures {
  fromReplica: number;
  fromPrimary: number;
  readonly lagSeconds: number;
}

interface ReadPools {
  readonly primary: pg.Pool;
  readonly replica: pg.Pool;
  readonly state: Pick<Replica, 'hasCaughtUp' | 'lagSeconds'>;
}

const TIMED_OUT = '57014';
const TRANSACTION = /^(?:begin|start transaction)/;

/** Whether the primary may answer what the replica did not; a statement that took too long would take as long there. */
const mayAnswer = (error: unknown): boolean =>
  isTransient(error) && !(error instanceof Error && 'code' in error && error.code === TIMED_OUT);

/**
 * Reads from the replica when it has all that was committed when the query began, else from the primary. For queries alone: a
 * transaction is refused, since each query is answered by one or the other.
 */
export function openReads({ primary, replica, state }: ReadPools): { db: Db; figures: ReadFigures } {
  const figures = {
    fromReplica: 0,
    fromPrimary: 0,
    get lagSeconds() {
      return state.lagSeconds;
    },
  };
  async function fromReplica(sql: string, parameters: unknown[]): Promise<pg.QueryResult | undefined> {
    if (!(await state.hasCaughtUp())) return undefined;
    try {
      return await replica.query(sql, parameters);
    } catch (error) {
      if (mayAnswer(error)) return undefined;
      throw error;
    }
  }
  async function query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (TRANSACTION.test(sql)) throw new Error('A transaction cannot run on connections for reads');
    const result = await fromReplica(sql, [...parameters]);
    const answer = result ?? (await primary.query(sql, [...parameters]));
    figures[result === undefined ? 'fromPrimary' : 'fromReplica'] += 1;
    return answer;
  }
  const pool = {
    options: {},
    connect: async () => ({ query, release: () => undefined }),
    end: async () => undefined,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dialect only connects, queries and releases
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) }), figures };
}
