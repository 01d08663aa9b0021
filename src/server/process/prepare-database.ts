import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { type DatabaseConnection, OLDEST_VERSION, withDatabase } from '#server/db/connection.ts';
import { findEmbedded, startEmbedded } from '#server/db/embedded/embedded.ts';
import { hasHome } from '#server/db/embedded/home.ts';
import { listLaterMigrations, migrate } from '#server/db/migrations/migrate.ts';
import { errorCode, isOutage } from '#server/db/outage.ts';
import { checkDirect, isPooler } from '#server/db/pooler.ts';
import { whyNotForReads } from '#server/db/replica/replica.ts';
import { COUNT_UNWRITABLE, GIVE_SCHEMA, grantWriting, NO_SCHEMA } from '#server/db/table-rights.ts';
import { openDataFolder } from './data-folder.ts';
import { lockFolder } from './instance-lock.ts';

const WAIT_FOR_DATABASE_MS = 60_000;
const RETRY_MS = 500;

const POOLER_WITHOUT_DIRECT_URL =
  'DATABASE_URL, or DATABASE_DIRECT_URL if it is set, leads to a connection pooler such as PgBouncer, or to one that drops time limits: set DATABASE_DIRECT_URL to the address of PostgreSQL itself';

export type Stop = () => Promise<void>;

export interface PreparedDatabase {
  url: string;
  stop: Stop;
}

async function startOwnDatabase({ dataDir, publicUrl }: Config, log: Logger): Promise<PreparedDatabase> {
  openDataFolder(dataDir);
  const lock = await lockFolder(dataDir, `process ${process.pid} on ${os.hostname()}, ${publicUrl}`);
  if ('heldBy' in lock) {
    throw new Error(
      `Turnout is already running on ${dataDir} (${lock.heldBy}). Stop it first, or give this one another DATA_DIR and PORT.`,
    );
  }
  try {
    const embedded = await startEmbedded({ dataDir, log });
    process.once('exit', embedded.abandon); // So that a second Ctrl-C, or a slow stop, leaves no server behind.
    return {
      url: embedded.url,
      stop: async () => {
        await embedded.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const NO_RIGHTS =
  'The user of DATABASE_URL may not create tables. As the owner of the database: grant create, usage on schema public to that user, or make it the owner. Nothing was changed';
const REPLICA = 'DATABASE_URL leads to a read-only replica: set it to the primary server. Nothing was changed';
const unknownZone = (timeZone: string): string =>
  `The database does not know the time zone ${timeZone}: set TIME_ZONE to an older name of that zone, or update PostgreSQL`;
const READ_ONLY =
  'The database of DATABASE_URL is read-only: see default_transaction_read_only, which some services switch on when the disk is full. Nothing was changed';

/** Explanations of the database's error codes. */
const PROBLEMS: Readonly<Record<string, string>> = { '42501': NO_RIGHTS, '3F000': `${NO_SCHEMA}. ${GIVE_SCHEMA} Nothing was changed` };

/** @throws a message on what the operator can fix; a failed migration has the error of the database as its cause */
function explainProblem(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  const problem = PROBLEMS[errorCode(error)] ?? PROBLEMS[errorCode(cause)];
  throw problem === undefined ? error : new Error(problem, { cause: error });
}

/** After an upgrade of ICU: PostgreSQL would warn of another version at each use. Another server may do so at the same moment. */
const REFRESH_NAMES = `do $$
  begin
    if (select collversion <> pg_collation_actual_version(oid) from pg_collation where oid = to_regcollation('turnout_names')) then
      alter collation turnout_names refresh version;
    end if;
  exception when others then raise warning '%', sqlerrm;
  end $$`;

/** Runs on a database that can be written, right before it is migrated. */
export type BeforeMigrating = (database: DatabaseConnection) => Promise<void>;

type Migrating = Pick<Config, 'timeZone'> & { readonly beforeMigrating: BeforeMigrating | undefined };

/** For a time zone that an old PostgreSQL does not know yet. */
const UNKNOWN_ZONE = '22023';

const migrateDatabase = (url: string, log: Logger, { timeZone, beforeMigrating }: Migrating): Promise<void> =>
  withDatabase({ url, log, statementTimeoutMs: 0 }, async (database) => {
    const { rows } = await database.pool.query<{ number: string; version: string; read_only: string; is_replica: boolean }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as version,
         current_setting('transaction_read_only') as read_only, pg_is_in_recovery() as is_replica`,
    );
    const { number, version, read_only: readOnly, is_replica: isReplica } = rows[0] ?? {};
    if (Number(number) < OLDEST_VERSION) throw new Error(`DATABASE_URL leads to PostgreSQL ${version}: 14 or newer is needed`);
    if (readOnly === 'on') throw new Error(isReplica ? REPLICA : READ_ONLY);
    await database.pool.query('select now() at time zone $1', [timeZone]).catch((error: unknown) => {
      throw errorCode(error) === UNKNOWN_ZONE ? new Error(unknownZone(timeZone)) : error;
    });
    await beforeMigrating?.(database);
    const applied = await migrate(database.db, { onWait: (migration) => log.warn({ migration }, 'A migration is waiting for locks') });
    if (applied.length > 0) log.info({ migrations: applied.length }, 'The database was migrated');
    const later = await listLaterMigrations(database.db);
    if (later.length > 0) log.warn({ later }, 'The database belongs to a later release: this one ignores additions');
    await sql.raw(REFRESH_NAMES).execute(database.db);
  }).catch(explainProblem);

/** @throws Error when DATABASE_URL is a pooler without DATABASE_DIRECT_URL or one that drops settings we need, or DATABASE_DIRECT_URL leads to another database */
const checkPooler = (url: string, directUrl: string | undefined, log: Logger): Promise<void> =>
  withDatabase({ url, directUrl, log }, async ({ pool }) => {
    if (directUrl === undefined) {
      if (await isPooler(pool)) throw new Error(POOLER_WITHOUT_DIRECT_URL);
      return;
    }
    const { problem, warnings } = await checkDirect(pool, directUrl, log);
    if (problem !== undefined) throw new Error(problem);
    for (const warning of warnings) log.warn(warning);
  });

/** @throws Error when the user may not read and write all tables, as when another user has made them */
const checkRights = (url: string, directUrl: string | undefined, log: Logger): Promise<void> =>
  withDatabase({ url, directUrl, log }, async ({ pool }) => {
    const { rows } = await pool.query<{ name: string; unwritable: number }>(
      `select current_user as name, ${COUNT_UNWRITABLE} as unwritable`,
    );
    const { name = '', unwritable = 0 } = rows[0] ?? {};
    if (unwritable > 0)
      throw new Error(`The database user ${name} may not read and write ${unwritable} of the tables. ${grantWriting(name)}`);
  }).catch(explainProblem);

/** @throws Error when DATABASE_READ_URL is no replica of the database; one that does not answer is only logged */
const checkReplica = (url: string, readUrl: string, log: Logger): Promise<void> =>
  withDatabase({ url, log, statementTimeoutMs: 0 }, async (primary) =>
    withDatabase({ url: readUrl, log }, async (replica) => {
      const problem = await whyNotForReads(primary.pool, replica.pool);
      if (problem !== undefined) throw new Error(problem);
    }),
  ).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
    log.warn({ err: error }, 'The replica of DATABASE_READ_URL cannot be reached: reads go to the primary until it can');
  });

/** Waits for a database that starts at the same time as this process, as with containers. */
async function migrateWhenReachable(
  { url, directUrl, readUrl }: Config['database'] & { url: string },
  log: Logger,
  signal: AbortSignal,
  migrating: Migrating,
): Promise<void> {
  const { host } = new URL(url);
  const deadline = performance.now() + WAIT_FOR_DATABASE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const outage = await checkPooler(url, directUrl, log)
      .then(async () => (readUrl === undefined ? undefined : checkReplica(directUrl ?? url, readUrl, log)))
      .then(async () => checkRights(directUrl ?? url, undefined, log))
      .then(async () => migrateDatabase(directUrl ?? url, log, migrating))
      .then(async () => (directUrl === undefined ? undefined : checkRights(url, directUrl, log)))
      .catch((error: unknown) => {
        if (isOutage(error)) return { cause: error };
        throw error;
      });
    if (outage === undefined) return;
    if (performance.now() > deadline) throw new Error(`The database of DATABASE_URL (${host}) cannot be reached`, outage);
    if (attempt === 1) log.warn(`Waiting for the database of DATABASE_URL (${host})`);
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/** Migrates the database of DATABASE_URL, or starts and migrates the embedded one. @throws Error for the operator */
export async function prepareDatabase(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  beforeMigrating?: BeforeMigrating,
): Promise<PreparedDatabase> {
  const { url } = config.database;
  const migrating = { timeZone: config.timeZone, beforeMigrating };
  if (url !== undefined) {
    await migrateWhenReachable({ ...config.database, url }, log, signal, migrating);
    return { url, stop: async () => undefined };
  }
  const own = await startOwnDatabase(config, log);
  try {
    await migrateDatabase(own.url, log, migrating);
    return own;
  } catch (error) {
    await own.stop();
    throw error;
  }
}

/** Finds the database, or starts the embedded one, without migrating it. @throws Error for the operator */
export async function openUnmigrated(config: Config, log: Logger): Promise<PreparedDatabase> {
  const { database, dataDir } = config;
  if (database.url === undefined && !hasHome(dataDir)) throw new Error(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
  const url = database.directUrl ?? database.url ?? findEmbedded(dataDir);
  return url === undefined ? startOwnDatabase(config, log) : { url, stop: async () => undefined };
}
