import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTcpProxy } from './tcp-proxy.ts';

async function open() {
  const proxy = await startTcpProxy(inject('database').serverUrl);
  onTestFinished(proxy.close);
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: proxy.url, connectionTimeoutMillis: 500 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  return { proxy, connect };
}

const answerWithin = async (client: pg.Client, ms: number): Promise<string> =>
  Promise.race([client.query('select 1').then(() => 'answered'), sleep(ms, 'silent')]);

test('the proxy passes everything on, with a delay if set', async () => {
  const { proxy, connect } = await open();
  const client = await connect();
  expect(await answerWithin(client, 5_000)).toBe('answered');
  proxy.treatOpen({ kind: 'delay', ms: 200 });
  expect(await answerWithin(client, 350)).toBe('silent');
  expect(await answerWithin(client, 5_000)).toBe('answered');
  await client.end();
});

test('connections that hang do so permanently, new ones until the network is back', async () => {
  const { proxy, connect } = await open();
  const old = await connect();
  proxy.treatOpen({ kind: 'hang' });
  expect(await answerWithin(old, 200)).toBe('silent');
  proxy.treatNew({ kind: 'hang' });
  await expect(connect()).rejects.toThrow(/timeout/);
  proxy.treatNew({ kind: 'pass' });
  proxy.treatOpen({ kind: 'pass' });
  expect(await answerWithin(await connect(), 5_000)).toBe('answered');
  expect(await answerWithin(old, 200)).toBe('silent');
  expect(proxy.connections()).toBe(3);
});

test.each(['cut', 'lose'] as const)('%s breaks a connection after the database has done what was asked', async (kind) => {
  const { proxy, connect } = await open();
  const client = await connect();
  proxy.treatOpen({ kind });
  await expect(client.query(`create table done_before_${kind} ()`)).rejects.toThrow(/terminated/);
  const { rows } = await (await connect()).query(`select to_regclass('done_before_${kind}') is not null as is_done`);
  expect(rows).toEqual([{ is_done: true }]);
});
