import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { type ServerProcess, startProcess, startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { startReplica } from '#server/testing/processes/replica.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';

const METRICS_TOKEN = 'a token for the metrics';
const settings = { ROLES: 'web', SESSION_SECRET: 'x'.repeat(32), PUBLIC_RATE_LIMIT: '1000000', METRICS_TOKEN };
const log = { warn: () => undefined };
const SEEN = { timeout: 20_000 };

async function startPrimary() {
  const dataDir = temporaryFolder();
  const embedded = await startEmbedded({ dataDir, log });
  onTestFinished(embedded.stop);
  const { db, pool, close } = openDatabase({ url: embedded.url, pool: 2, log });
  onTestFinished(close);
  return { dataDir, url: embedded.url, db, pool };
}

async function startStaffServer(database: Record<string, string>) {
  const identity = await startTestIdentity();
  onTestFinished(async () => identity.close());
  const server = await startReadyProcess({
    ...settings,
    ...database,
    DATA_DIR: temporaryFolder(),
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    ALLOWED_EMAIL_DOMAINS: 'example.com',
  });
  const authorization = `Bearer ${await identity.token()}`;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${body}`);
    return body;
  };
  const metric = async (name: string): Promise<number> => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const line = (await response.text()).split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1) ?? Number.NaN);
  };
  return {
    ...server,
    send,
    metric,
    byReplica: async () => metric('turnout_replica_queries_total{answered_by="replica"}'),
    byPrimary: async () => metric('turnout_replica_queries_total{answered_by="primary"}'),
  };
}

type StaffServer = Awaited<ReturnType<typeof startStaffServer>>;

/** Someone signs up, and staff read the sign-up as soon as that is answered. */
async function signUpAndRead({ send, url }: StaffServer, { seriesId, eventId }: Record<'seriesId' | 'eventId', string>) {
  const email = `${newId()}@example.com`;
  const response = await fetch(`${url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newSignUp({ email, events: [eventId] })),
  });
  expect(response.ok).toBe(true);
  await response.text();
  const [exported, statistics, found] = await Promise.all([
    send(`/api/event_series/${seriesId}/event/${eventId}/export`),
    send(`/api/event_series/${seriesId}/statistics`),
    send(`/api/search?q=${encodeURIComponent(email)}`),
  ]);
  return { isExported: exported.includes(email), isFound: found.includes(email), statistics };
}

const countOf = (text: string, words: string): number => text.split(words).length - 1;

test('statistics, search and exports read from the replica, never older than the call, and from the primary while the replica lags or does not answer', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url, primary.dataDir);
  const server = await startStaffServer({ DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url });
  const seriesId = await buildSeries(primary.db);
  const form = { seriesId, eventId: await buildEvent(primary.db, seriesId) };
  const read = { isExported: true, isFound: true };
  await expect.poll(server.output, SEEN).toContain('The read replica is in use');
  for (let number = 0; number < 20; number += 1) expect(await signUpAndRead(server, form)).toMatchObject(read);
  const fromReplica = await server.byReplica();
  expect(fromReplica).toBeGreaterThan(100);

  const standby = openDatabase({ url: replica.url, pool: 1, log });
  await standby.pool.query('select pg_wal_replay_pause()');
  const before = await server.byPrimary();
  for (let number = 0; number < 5; number += 1) expect(await signUpAndRead(server, form)).toMatchObject(read);
  expect(await server.byPrimary()).toBeGreaterThan(before);
  await expect.poll(async () => server.metric('turnout_replica_lag_seconds'), SEEN).toBeGreaterThan(1);
  await expect.poll(server.output, SEEN).toContain('it is far behind');
  const asked = await server.byReplica();
  expect(await signUpAndRead(server, form)).toMatchObject(read);
  expect(await server.byReplica()).toBe(asked);

  await standby.pool.query('select pg_wal_replay_resume()');
  await expect.poll(() => countOf(server.output(), 'The read replica is in use'), SEEN).toBe(2);
  expect(await server.metric('turnout_replica_lag_seconds')).toBe(0);
  expect(await signUpAndRead(server, form)).toMatchObject(read);
  expect(await server.byReplica()).toBeGreaterThan(asked);
  await standby.close();

  await replica.stop();
  for (let number = 0; number < 5; number += 1) expect(await signUpAndRead(server, form)).toMatchObject(read);
  await expect.poll(() => countOf(server.output(), 'The read replica is not in use'), SEEN).toBe(2);
  expect(await server.readiness()).toBe(200);
}, 120_000);

test('a server starts without its replica, and says so', async () => {
  const primary = await startPrimary();
  const gone = new URL(primary.url);
  gone.port = String(await freePort());
  const server = await startStaffServer({ DATABASE_URL: primary.url, DATABASE_READ_URL: gone.href });
  const seriesId = await buildSeries(primary.db);
  const form = { seriesId, eventId: await buildEvent(primary.db, seriesId) };
  expect(await signUpAndRead(server, form)).toMatchObject({ isExported: true, isFound: true });
  expect(await server.byReplica()).toBe(0);
  expect(server.output()).toContain('The replica of DATABASE_READ_URL cannot be reached: reads go to the primary until it can');
});

test('a DATABASE_READ_URL that is not a replica of the database prevents startup with an explanation, and nothing is written', async () => {
  const [primary, other] = [await startPrimary(), await startPrimary()];
  const ofOther = await startReplica(other.url, other.dataDir);
  const start = async (readUrl: string): Promise<ServerProcess> =>
    startProcess({ ...settings, DATABASE_URL: primary.url, DATABASE_READ_URL: readUrl, DATA_DIR: temporaryFolder() });
  const refused = [
    [primary.url, 'leads to a database that is not a replica, since it accepts writes'],
    [ofOther.url, 'leads to a replica of a different database from DATABASE_URL'],
  ] as const;
  for (const [readUrl, words] of refused) {
    expect(await (await start(readUrl)).ended).toMatchObject({ code: 1, output: expect.stringContaining(`DATABASE_READ_URL ${words}`) });
  }
  const { rows } = await primary.pool.query("select from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([]);
}, 120_000);
