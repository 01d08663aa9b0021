import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/db/connection.ts';
import { errorCode, isTransient } from '#server/db/outage.ts';
import type { Database } from '#server/db/tables.ts';
import type { Replica } from './replica.ts';

/** What metrics show about the reads that may go to the replica. */
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

function refuse(what: string): never {
  throw new Error(`${what} cannot run on connections for reads`);
}

/** Gives each query to `read`, one by one. */
const readDriver = (executeQuery: DatabaseConnection['executeQuery']): Driver =>
  Object.assign(new DummyDriver(), {
    acquireConnection: async () => ({ executeQuery, streamQuery: () => refuse('A stream') }),
    beginTransaction: async () => refuse('A transaction'),
  });

/** Reads from the replica if it has all that was committed when a query began, otherwise the primary; refuses transactions, which would mix both. */
export function openReads({ primary, replica, state }: ReadPools): { db: Db; figures: ReadFigures } {
  const figures = {
    fromReplica: 0,
    fromPrimary: 0,
    get lagSeconds() {
      return state.lagSeconds;
    },
  };

  async function fromReplica<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row> | undefined> {
    if (!(await state.hasCaughtUp())) return undefined;
    try {
      return await replica.query<Row & pg.QueryResultRow>(sql, [...parameters]);
    } catch (error) {
      // A statement that took too long would take as long on the primary.
      if (isTransient(error) && errorCode(error) !== TIMED_OUT) return undefined;
      throw error;
    }
  }

  async function read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await fromReplica<Row>(query);
    const answer = result ?? (await primary.query<Row & pg.QueryResultRow>(query.sql, [...query.parameters]));
    figures[result === undefined ? 'fromPrimary' : 'fromReplica'] += 1;
    return answer;
  }

  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => readDriver(read),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, figures };
}
