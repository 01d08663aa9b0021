import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './tables.ts';

/** The database, or a transaction on it: what every query and command takes first. */
export type Db = Kysely<Database>;

/** Connections to one PostgreSQL, with the query builder on top. */
export interface DatabaseConnection {
  db: Db;
  /** For what speaks to `pg` itself: the queue and its notifications. */
  pool: pg.Pool;
  /** Waits for connections in use, then closes all. */
  close: () => Promise<void>;
}

/** Told of connections that broke. Messages come from PostgreSQL or the socket and hold no row. */
export interface ConnectionLog {
  warn(details: { code: string | undefined; reason: string }, message: string): void;
}

export interface ConnectionOptions {
  url: string;
  /** Connections at most. */
  pool: number;
  log: ConnectionLog;
  /** 0 is without limit; default 15 seconds, after which the caller is gone anyway. */
  statementTimeoutMs?: number;
}

const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_CONNECTION_MS = 30_000;

/** Counts are far below 2^53; a `date` has no zone, so a Date in the machine's one would be wrong. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, String],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const builtIn: unknown = pg.types.getTypeParser(oid, format);
    return format === 'binary' ? builtIn : (PARSERS.get(oid) ?? builtIn);
  },
};

function describe(error: Error): { code: string | undefined; reason: string } {
  return { code: 'code' in error ? String(error.code) : undefined, reason: error.message };
}

/** Opens connections as they are needed; nothing is sent before the first query, so the database may still be away. */
export function openDatabase({ url, pool: max, log, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: ConnectionOptions): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'turnout',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs === 0 ? 0 : IDLE_IN_TRANSACTION_MS,
  });
  let isClosing = false;
  const warn = (message: string) => (error: Error) => {
    if (!isClosing) log.warn(describe(error), message);
  };
  // Without a listener on the pool and on each client, one restart of the database would end this process.
  pool.on('error', warn('An idle database connection broke'));
  pool.on('connect', (client) => client.on('error', warn('A database connection broke')));
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: async () => {
      isClosing = true; // The database may end right after, and reach a connection before its goodbye is read.
      await pool.end();
    },
  };
}
