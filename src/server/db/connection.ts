import { hash } from 'node:crypto';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { currentWork, type Work, workChannel } from '#server/tracing/work.ts';
import { CountedPool } from './counted-pool.ts';
import { DatabaseSilent, READ_ONLY } from './outage.ts';
import { silenceWatch, type WatchForSilence } from './silence.ts';
import type { Database } from './tables.ts';

/** The database or a transaction; the first parameter of every query and command. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

export interface DatabaseConnection {
  db: Db;
  /** For code that uses `pg` directly, such as the queue. */
  pool: pg.Pool;
  /** The address of PostgreSQL behind the pooler, for sessions that last; undefined without a pooler. */
  directUrl?: string | undefined;
  close: () => Promise<void>;
}

export type OpenedDatabase = ReturnType<typeof openDatabase>;

/** Logs the errors of broken connections, which contain no row data. */
export interface ConnectionLog {
  warn(details: { code: string | undefined; reason: string }, message: string): void;
}

export interface ConnectionOptions {
  url: string;
  /** Set if `url` is a pooler, whose sessions last only one transaction. */
  directUrl?: string | undefined;
  pool: number;
  log: ConnectionLog;
  /** 0 means no limit; default 15 seconds, after which the caller has given up anyway. */
  statementTimeoutMs?: number;
  /** How long after the statement timeout a silent connection counts as dead; default 2 seconds. */
  answerGraceMs?: number;
  /** Default 5 seconds. */
  connectTimeoutMs?: number;
  /** Shared by the pools of one database, which fail together. */
  silence?: WatchForSilence;
}

/** `server_version_num` of PostgreSQL 14. */
export const OLDEST_VERSION = 140_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
const ANSWER_GRACE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** With the system's ten probes, a second apart, a dead idle connection is found within 20 seconds. */
const KEEP_ALIVE_MS = 10_000;
const IDLE_CONNECTION_MS = 30_000;

/** Counts fit a number. A `date` stays text, since a Date would be in the machine's time zone. */
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

/** PostgreSQL 13 refuses it, and with it the connection. */
const NEWEST_SETTING = 'idle_session_timeout';
const UNKNOWN_SETTING = '42704';

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (error.code === UNKNOWN_SETTING && error.message.includes(NEWEST_SETTING))
        error.message = 'The database is older than PostgreSQL 14, which is needed';
    });
  }
}

/** What statements and backups rely on, whatever the server, the database or the role prefers; a pooler sets it itself (docs/operations.md). */
const STYLE = [
  'DateStyle=ISO',
  'standard_conforming_strings=on',
  'array_nulls=on',
  'extra_float_digits=1',
  'default_transaction_isolation=read\\ committed',
  // Migrations and backups have no time limit, and the connection for notifications is idle; the driver sends our own limits after these.
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
  `${NEWEST_SETTING}=0`,
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** An address with which the database has these settings. */
export function withStyle(url: string): string {
  const address = new URL(url);
  // oxlint-disable-next-line node/no-process-env -- as pg does where the address has none
  const options = address.searchParams.get('options') ?? process.env.PGOPTIONS ?? '';
  address.searchParams.set('options', `${options} ${STYLE}`.trim());
  return address.href;
}

/** A query with a text, or a stream. */
interface Query {
  readonly text?: string;
  readonly name?: string | undefined;
  readonly values?: unknown;
  readonly submit?: unknown;
}
type Args = [query: string | Query, ...further: unknown[]];
type Ask = (...args: Args) => unknown;

interface QueryOptions {
  /** Behind a pooler no query is prepared, since the next one may reach another session. */
  readonly isPooled: boolean;
  /** Whether traces show each query of the current work, by the first word of its text or the name that we gave it. */
  readonly isTraced: boolean;
}

/** Marks a query that is sent by name. */
export const PREPARED_MARK = '/* prepared */';
const MARKED = /^(?:select )?\/\* prepared \*\//;

/** For a query that runs often: each connection parses it once and soon plans it once. Not where the best plan depends on the parameters, or the text varies. */
export const PREPARED = sql.raw<unknown>(PREPARED_MARK);

/** Streams hand themselves in, and are returned unchanged. */
const isStream = (query: string | Query): boolean => typeof query !== 'string' && typeof query.submit === 'function';

function withName(args: Args): Args {
  const [text, values, ...further] = args;
  return typeof text === 'string' && MARKED.test(text) ? [{ name: hash('md5', text), text, values }, ...further] : args;
}

function withoutName(args: Args): Args {
  const [query, ...further] = args;
  return typeof query === 'string' || isStream(query) ? args : [{ ...query, name: undefined }, ...further];
}

const KEYWORD = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-z]+)/i;

function workOf(query: string | Query): Work {
  const { text = '', name } = typeof query === 'string' ? { text: query } : query;
  const operation = KEYWORD.exec(text)?.[1]?.toLowerCase() ?? 'query';
  return { name: name ?? operation, kind: 'query', facts: { 'db.system.name': 'postgresql', 'db.operation.name': operation } };
}

function trace(ask: Ask, args: Args): unknown {
  if (currentWork.getStore() === undefined || isStream(args[0])) return ask(...args);
  if (typeof args.at(-1) === 'function') return workChannel.traceCallback(ask, -1, workOf(args[0]), undefined, ...args);
  return workChannel.tracePromise(async (...given: Args) => ask(...given), workOf(args[0]), undefined, ...args);
}

/** Lets a client send the queries that are marked as `PREPARED` by name, and shows its queries in traces. */
function wrapQuery(client: pg.ClientBase, { isPooled, isTraced }: QueryOptions): void {
  const rename = isPooled ? withoutName : withName;
  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
  client.query = new Proxy(client.query, {
    apply: (query, self, args: Args): unknown => {
      const ask: Ask = (...given) => Reflect.apply(query, self, rename(given));
      return isTraced ? trace(ask, args) : ask(...args);
    },
  });
}

/** Connects at the first query, so the database may still be away. */
export function openDatabase({ url, directUrl, pool: max, log, ...options }: ConnectionOptions) {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, silence = silenceWatch(log) } = options;
  const pool = new CountedPool({
    Client,
    connectionString: directUrl === undefined ? withStyle(url) : url,
    max,
    types,
    application_name: 'turnout',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    ...(directUrl === undefined && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs === 0 ? 0 : IDLE_IN_TRANSACTION_MS,
    }),
  });
  let isClosing = false;
  const warn = (message: string) => (error: Error) => {
    if (isClosing || error instanceof DatabaseSilent) return;
    log.warn({ code: 'code' in error ? String(error.code) : undefined, reason: error.message }, message);
  };
  // Without a listener on the pool and on each client, one restart of the database would end this process.
  pool.on('error', warn('An idle database connection broke'));
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', warn('A database connection broke'));
    if (client instanceof pg.Client)
      client.connection.on('errorMessage', ({ code }: { code?: string }) => void (code === READ_ONLY && readOnly.add(client)));
    wrapQuery(client, { isPooled: directUrl !== undefined, isTraced: workChannel.hasSubscribers });
    if (statementTimeoutMs > 0) silence(client, statementTimeoutMs + (options.answerGraceMs ?? ANSWER_GRACE_MS));
  });
  // A session with a former primary, or from when the disk was full, would stay in use and store nothing.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client) && client instanceof pg.Client) void client.end();
  });
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    directUrl,
    close: async () => {
      isClosing = true; // The database may shut down at the same time and break connections, which need not be logged then.
      await pool.end();
    },
  };
}

/** Opens one connection for some work, and closes it. */
export async function withDatabase<Result>(
  options: Omit<ConnectionOptions, 'pool'>,
  work: (database: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ ...options, pool: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

type Statement = [text: TemplateStringsArray, ...values: unknown[]];

/** Runs a statement, whose values become parameters as in `sql`: `rowsOf<Row>(db)`select id from events where form_id = ${formId}``. @returns its rows @throws the error of the database, a `pg.DatabaseError` */
export const rowsOf =
  <Row>(db: Db) =>
  async (...statement: Statement): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows;

/** As `rowsOf`. @returns the first row, if there is any */
export const rowOf =
  <Row>(db: Db) =>
  async (...statement: Statement): Promise<Row | undefined> =>
    (await rowsOf<Row>(db)(...statement))[0];

/** As `rowsOf`, of a statement that always gives one row. */
export const oneRowOf =
  <Row>(db: Db) =>
  async (...statement: Statement): Promise<Row> => {
    const [row] = await rowsOf<Row>(db)(...statement);
    if (row === undefined) throw new Error('The database gave no row');
    return row;
  };

/** As `rowsOf`, of a statement with one column. @returns its values */
export const valuesOf =
  <Value>(db: Db) =>
  async (...statement: Statement): Promise<Value[]> =>
    (await rowsOf<Record<string, Value>>(db)(...statement)).flatMap((row) => Object.values(row));

/** As `valuesOf`. @returns the first value, if there is any row */
export const valueOf =
  <Value>(db: Db) =>
  async (...statement: Statement): Promise<Value | undefined> =>
    (await valuesOf<Value>(db)(...statement))[0];

/** As `valueOf`, of a number such as a count. @returns 0 where it is null, or there is no row */
export const numberOf =
  (db: Db) =>
  async (...statement: Statement): Promise<number> =>
    (await valueOf<number | null>(db)(...statement)) ?? 0;

/** As `rowsOf`. @returns whether there is any row */
export const hasRows =
  (db: Db) =>
  async (...statement: Statement): Promise<boolean> =>
    (await rowsOf(db)(...statement)).length > 0;
