import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { startTcpProxy, type TcpProxy } from '#server/testing/processes/tcp-proxy.ts';
import { type DatabaseConnection, openDatabase } from './connection.ts';
import { isOutage } from './outage.ts';

const { url } = await openTestDatabase();

const SILENT_AFTER_MS = 1_500;

/** A pool behind a proxy, with timeouts of about a second. */
async function openProxied(): Promise<{
  proxy: TcpProxy;
  database: DatabaseConnection;
  messages: string[];
}> {
  const proxy = await startTcpProxy(url);
  const messages: string[] = [];
  const database = openDatabase({
    url: proxy.url,
    pool: 4,
    log: { warn: (_, message) => void messages.push(message) },
    statementTimeoutMs: 1_000,
    answerGraceMs: 500,
    connectTimeoutMs: 3_000,
  });
  onTestFinished(async () => {
    await proxy.close();
    await database.close();
  });
  return { proxy, database, messages };
}

/** Opens all connections of the pool. */
const fill = ({ pool }: DatabaseConnection) => Promise.all([1, 2, 3, 4].map(() => pool.query('select pg_sleep(0.05)')));

test('REL-1: a silent connection is closed with an error, and so are all connections of that time', async () => {
  const { proxy, database, messages } = await openProxied();
  await fill(database);
  await sleep(20);
  proxy.treatOpen({ kind: 'hang' });
  const startedAt = performance.now();
  await expect(database.pool.query('select 1')).rejects.toSatisfy(isOutage);
  expect(performance.now() - startedAt).toBeGreaterThan(SILENT_AFTER_MS - 50);
  const again = performance.now();
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - again).toBeLessThan(SILENT_AFTER_MS);
  expect(messages).toEqual(['The database does not answer']);
});

test('REL-1: a connection that was idle before it went silent is closed as well', async () => {
  const { proxy, database } = await openProxied();
  await fill(database);
  await sleep(SILENT_AFTER_MS + 300);
  proxy.treatOpen({ kind: 'hang' });
  await expect(database.pool.query('select 1')).rejects.toSatisfy(isOutage);
});

test('REL-1: a client that hung in a transaction is not reused', async () => {
  const { proxy, database } = await openProxied();
  const transaction = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.treatOpen({ kind: 'hang' });
    await sql`select 2`.execute(tx);
  });
  await expect(transaction).rejects.toSatisfy(isOutage);
  expect((await database.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

test('REL-1: while new connections hang too, each caller gets an error in time, and the first one after that is served', async () => {
  const { proxy, database } = await openProxied();
  await fill(database);
  proxy.treatOpen({ kind: 'hang' });
  proxy.treatNew({ kind: 'hang' });
  const callers = Array.from({ length: 20 }, () => database.pool.query('select 1'));
  const outcomes = await Promise.allSettled(callers);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isOutage(outcome.reason))).toEqual(callers.map(() => true));
  proxy.treatNew({ kind: 'pass' });
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('connections that are slow, idle or waiting in a transaction are not closed', async () => {
  const { proxy, database, messages } = await openProxied();
  proxy.treatNew({ kind: 'delay', ms: 50 });
  await fill(database);
  await database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await sleep(SILENT_AFTER_MS + 500);
    await sql`select 2`.execute(tx);
  });
  const made = proxy.connections();
  await fill(database);
  expect(proxy.connections()).toBe(made);
  expect(messages).toEqual([]);
});

test('an answer that is cut off is an outage, and the next call is served', async () => {
  const { proxy, database } = await openProxied();
  await fill(database);
  proxy.treatOpen({ kind: 'cut' });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => database.pool.query('select repeat($1, 1000)', ['x'])));
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isOutage(outcome.reason))).toEqual([true, true, true, true]);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
