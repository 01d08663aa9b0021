import { sql } from 'kysely';
import type { Finding } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';
import type { Config } from '#server/config/config.ts';
import { type DatabaseConnection, type Db, OLDEST_VERSION, rowOf, withDatabase } from '#server/db/connection.ts';
import { listApplied, listPendingMigrations, whyNotRead, whyNotStored } from '#server/db/migrations/migrate.ts';
import { checkDirect } from '#server/db/pooler.ts';
import { whyNotForReads } from '#server/db/replica/replica.ts';
import { COUNT_UNWRITABLE, GIVE_SCHEMA, grantWriting, NO_SCHEMA } from '#server/db/table-rights.ts';
import { bad, good, tried, warning } from './finding.ts';

interface DatabaseFacts {
  readonly version: string;
  readonly version_number: number;
  readonly user_name: string;
  readonly encoding: string;
  /** Whether letters beyond A to Z have no small ones. */
  readonly has_no_capitals: boolean;
  readonly is_replica: boolean;
  readonly read_only: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly standby_names: string;
  readonly replicas: number;
  readonly max_connections: number;
  readonly reserved: number;
  readonly open_connections: number;
  /** Null if it has no schema to create them in. */
  readonly may_create: boolean | null;
  /** Whether no release was ever started on it. */
  readonly is_empty: boolean;
  readonly unwritable: number;
}

async function readFacts(db: Db): Promise<DatabaseFacts> {
  const facts = await rowOf<DatabaseFacts>(db)`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as version_number, current_user as user_name,
      current_setting('server_encoding') as encoding,
      (select datctype in ('C', 'POSIX') and coalesce(to_jsonb(own) ->> 'datlocprovider', 'c') = 'c' from pg_database as own where datname = current_database()) as has_no_capitals,
      pg_is_in_recovery() as is_replica, current_setting('transaction_read_only') as read_only, current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('synchronous_standby_names') as standby_names,
      (select count(*)::integer from pg_stat_replication) as replicas, current_setting('max_connections')::integer as max_connections,
      current_setting('superuser_reserved_connections')::integer + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as open_connections,
      has_schema_privilege(current_schema(), 'create') as may_create,
      to_regclass('kysely_migration') is null as is_empty, ${sql.raw(COUNT_UNWRITABLE)} as unwritable`;
  if (facts === undefined) throw new Error('The database reported nothing about itself');
  return facts;
}

function checkVersion({ version, version_number: number, is_replica: isReplica, read_only: readOnly }: DatabaseFacts): Finding {
  if (number < OLDEST_VERSION) return bad('Database', `PostgreSQL ${version}`, 'Update it: 14 or newer is needed.');
  if (isReplica) return bad('Database', `PostgreSQL ${version}, a read-only replica`, 'Set DATABASE_URL to the primary server.');
  const advice = 'See default_transaction_read_only, which some services switch on when the disk is full.';
  if (readOnly === 'on') return bad('Database', `PostgreSQL ${version}, which is read-only`, advice);
  return good('Database', `PostgreSQL ${version}`);
}

function checkRights({ may_create: mayCreate, is_empty: isEmpty, unwritable, user_name: user }: DatabaseFacts): Finding[] {
  if (mayCreate === null) return [bad('Database', NO_SCHEMA, GIVE_SCHEMA)];
  const write = bad('Database', `The user ${user} may not read and write ${unwritable} of the tables`, grantWriting(user));
  const create = (isEmpty ? bad : warning)(
    'Database',
    `The user ${user} may not create tables, so ${isEmpty ? 'Turnout cannot start' : 'the next release cannot migrate'}`,
    `As the owner of the database: grant create on schema public to "${user}".`,
  );
  return [...(unwritable === 0 ? [] : [write]), ...(mayCreate ? [] : [create])];
}

function checkTexts({ encoding, has_no_capitals: hasNoCapitals }: DatabaseFacts): Finding[] {
  const problem = whyNotStored(encoding);
  if (problem !== undefined) return [bad('Database', problem, 'Move there with a backup (npm run backup, npm run restore).')];
  if (!hasNoCapitals) return [];
  const text = 'Its locale, C, knows capitals from A to Z only: a search for иванов does not find ИВАНОВ';
  return [warning('Database', text, "Move with a backup to a database created with locale 'C.UTF-8' template template0.")];
}

async function checkMigrations(db: Db, { is_empty: isEmpty }: DatabaseFacts): Promise<Finding[]> {
  if (isEmpty) return [warning('Database', 'The database is empty', 'Start Turnout: a server creates the tables when it starts.')];
  const problem = await whyNotRead('database', await listApplied(db));
  if (problem !== undefined) return [bad('Database', problem, 'Give this release a separate database.')];
  const { length } = await listPendingMigrations(db);
  const pending = `${counted(length, 'migration of this release has', 'migrations of this release have')} not been run`;
  return length === 0 ? [] : [bad('Database', pending, 'Start this release: a server migrates when it starts.')];
}

const COMMIT_ADVICE = "Set it to on, for Turnout's user too (alter role … reset synchronous_commit).";

function checkDurability(facts: DatabaseFacts): Finding[] {
  const { synchronous_commit: commit, standby_names: standbys, replicas } = facts;
  const off = (['fsync', 'full_page_writes'] as const)
    .filter((name) => facts[name] !== 'on')
    .map((name) => bad('Durability', `${name} is off: a power cut can destroy the database`, `Set ${name} to on, and restart PostgreSQL.`));
  const lost =
    commit === 'off' ? [bad('Durability', 'synchronous_commit is off: a crash loses sign-ups that were acknowledged', COMMIT_ADVICE)] : [];
  const isAlone = standbys !== '' && commit !== 'off' && replicas === 0;
  const alone = isAlone
    ? [bad('Durability', 'PostgreSQL waits for a replica that is not connected', 'Start the replica, or empty synchronous_standby_names.')]
    : [];
  const problems = [...off, ...lost, ...alone];
  if (problems.length > 0) return problems;
  const copies = replicas === 0 ? 'no replica is connected' : `${replicas} ${replicas === 1 ? 'replica is' : 'replicas are'} connected`;
  return [good('Durability', `What is committed is on disk (synchronous_commit ${commit}); ${copies}`)];
}

const CROWDED = 0.9;

function checkConnections(facts: DatabaseFacts, needed: number): Finding {
  const { max_connections: max, reserved, open_connections: open } = facts;
  const usable = max - reserved;
  const text = `A process with these settings uses up to ${needed} connections; the database allows ${usable}, of which ${open} are open`;
  const area = 'Connections to the database';
  if (needed > usable) return bad(area, text, 'Lower DATABASE_POOL, or raise max_connections.');
  if (open <= usable * CROWDED) return good(area, text);
  return warning(area, text, 'Lower DATABASE_POOL for the processes, raise max_connections, or put PgBouncer in front of it.');
}

/** @param connections that one process of these settings takes at most */
export async function checkDatabase(db: Db, connections: number): Promise<Finding[]> {
  const facts = await readFacts(db);
  return [
    checkVersion(facts),
    ...checkRights(facts),
    ...checkTexts(facts),
    ...(await checkMigrations(db, facts)),
    ...checkDurability(facts),
    checkConnections(facts, connections),
  ];
}

const UNLOGGED = { warn: () => undefined };

/** Asks the pooler and the replica, where they are set, which the other checks go past. */
export async function checkPoolerAndReplica({ url, directUrl, readUrl }: Partial<Config['database']>): Promise<readonly Finding[]> {
  const findings: Promise<readonly Finding[]>[] = [];
  if (url !== undefined && directUrl !== undefined) {
    const advice = 'Check that the pooler of DATABASE_URL is running: nothing is served without it.';
    const ask = ({ pool }: DatabaseConnection) => checkDirect(pool, directUrl, UNLOGGED);
    const check = async () => {
      const { problem, warnings } = await withDatabase({ url, directUrl, log: UNLOGGED }, ask);
      if (problem !== undefined) return [bad('Database', problem)];
      const [first] = warnings;
      return [first === undefined ? good('Database', 'The pooler of DATABASE_URL answers') : warning('Database', first)];
    };
    findings.push(tried('Database', advice, check));
  }
  const primary = directUrl ?? url;
  if (primary !== undefined && readUrl !== undefined) {
    const advice = 'Check that the replica of DATABASE_READ_URL is running; until then reads go to the primary.';
    const check = async () => {
      const problem = await withDatabase({ url: primary, log: UNLOGGED }, async (own) =>
        withDatabase({ url: readUrl, log: UNLOGGED }, async (replica) => whyNotForReads(own.pool, replica.pool)),
      );
      return [problem === undefined ? good('Database', 'The replica of DATABASE_READ_URL answers') : bad('Database', problem)];
    };
    const noAnswer: typeof warning = (area, reason) => warning(area, `The replica does not answer: ${reason}`, advice);
    findings.push(tried('Database', advice, check, noAnswer));
  }
  return (await Promise.all(findings)).flat();
}
