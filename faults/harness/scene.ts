import type { Insertable } from 'kysely';
import { onTestFinished } from 'vitest';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { type EmbeddedDatabase, findEmbedded, startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import type { FormsTable } from '#server/db/tables.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { type ServerProcess, startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { startTcpProxy, type TcpProxy, type Treatment } from '#server/testing/processes/tcp-proxy.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { type OutsideWorld, startOutsideWorld } from '#server/testing/services/outside-world.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import type { Form } from './sign-ups.ts';
import { Visitors } from './visitors.ts';

/** `npm run test:long` also runs tests that strain the machine more than the product. */
export const IN_FULL = process.env.LONG_TESTS !== undefined;
const quiet = { warn: () => undefined };

/** The durable database of a scenario, behind a proxy that simulates the network. */
export interface Scene {
  readonly embedded: EmbeddedDatabase;
  /** Direct, for the queries of the scenario itself. */
  readonly database: DatabaseConnection;
  readonly proxy: TcpProxy;
  /** Through the proxy, for servers. */
  readonly databaseUrl: string;
}

/** Starts and migrates the database of a scenario, until the end of the test; with `migrates` off, a server is to migrate it. */
export async function openScene({ migrates = true }: { readonly migrates?: boolean } = {}): Promise<Scene> {
  const embedded = await startEmbedded({ dataDir: temporaryFolder(), log: quiet });
  onTestFinished(embedded.stop);
  const database = openDatabase({ url: embedded.url, pool: 8, log: quiet, statementTimeoutMs: 0 });
  onTestFinished(database.close);
  if (migrates) await migrate(database.db);
  const proxy = await startTcpProxy(embedded.url);
  onTestFinished(proxy.close);
  return { embedded, database, proxy, databaseUrl: proxy.url };
}

/** Treats all open and future connections the same way. */
export function treatAll({ proxy }: Pick<Scene, 'proxy'>, treatment: Treatment): void {
  proxy.treatOpen(treatment);
  proxy.treatNew(treatment);
}

export function openEmbedded(dataDir: string): DatabaseConnection {
  const url = findEmbedded(dataDir);
  if (url === undefined) throw new Error('The embedded database does not run');
  const database = openDatabase({ url, pool: 2, log: quiet, statementTimeoutMs: 0 });
  onTestFinished(database.close);
  return database;
}

/** A series with one event. */
export async function newForm({ database: { db } }: Pick<Scene, 'database'>, values: Partial<Insertable<FormsTable>> = {}): Promise<Form> {
  const seriesId = await buildSeries(db, values);
  return { seriesId, eventId: await buildEvent(db, seriesId) };
}

/** Settings of a series: a confirmation and a message in Slack. */
export const MAILED = { ...ASKS_FOR_ALL, email_forward: undefined, copper_tag: undefined };

/** Stand-ins of the outside services, until the end of the test. */
export async function startServices(): Promise<OutsideWorld> {
  const world = await startOutsideWorld();
  onTestFinished(world.close);
  return world;
}

/** Settings of every server: no limits, since all visitors come from one address. */
export const SERVER_SETTINGS = { LOG_LEVEL: 'warn', PUBLIC_RATE_LIMIT: '1000000', SESSION_SECRET: 'the same secret on all of the servers' };

/** Starts the product in production mode on the database of the scene. */
export const startServer = async (
  { databaseUrl }: Pick<Scene, 'databaseUrl'>,
  settings: Record<string, string> = {},
): Promise<ServerProcess> => startReadyProcess({ ...SERVER_SETTINGS, DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder(), ...settings });

/** Visitors of a server, until the end of the test. */
export function visitorsOf(url: string): Visitors {
  const visitors = new Visitors(url);
  onTestFinished(() => visitors.close());
  return visitors;
}

/** A signed-in member of staff, and the settings of servers that accept them. */
export interface Staff {
  readonly settings: Record<string, string>;
  readonly token: string;
  /** @throws Error when the answer is not a success */
  readonly post: (url: string, body?: unknown) => Promise<void>;
}

/** Starts an identity provider and signs a member of staff in. */
export async function startStaff(): Promise<Staff> {
  const identity = await startTestIdentity();
  onTestFinished(async () => identity.close());
  const token = await identity.token();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    settings: { OIDC_ISSUER: identity.issuer, OIDC_CLIENT_ID: identity.clientId, ALLOWED_EMAIL_DOMAINS: 'example.com' },
    token,
    post: async (url, body = {}) => {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`);
    },
  };
}
