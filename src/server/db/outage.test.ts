import { readFile } from 'node:fs/promises';
import net from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from './connection.ts';
import { isOutage } from './outage.ts';

async function failureOf(url: string): Promise<unknown> {
  const { pool, close } = openDatabase({ url, pool: 1, log: { warn: () => undefined } });
  try {
    return await pool.query('select 1').catch((error: unknown) => error);
  } finally {
    await close();
  }
}

test('a refused connection is an outage', async () => {
  expect(await failureOf('postgres://app@127.0.0.1:1/app')).toSatisfy(isOutage);
  expect(await failureOf('postgres://app@localhost:1/app')).toSatisfy(isOutage);
});

test('a Unix socket without a server is an outage, another missing file is not', async () => {
  expect(await failureOf('postgres://app@localhost/app?host=/tmp/no-such-folder')).toSatisfy(isOutage);
  expect(await readFile('/tmp/no-such-file').catch(isOutage)).toBe(false);
});

test('a closed connection is an outage', async () => {
  const server = net.createServer((socket) => socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  expect(await failureOf(`postgres://app@127.0.0.1:${port}/app`)).toSatisfy(isOutage);
  server.close();
});

test.each(['57P01', '57P03', '53100', '53300', '08006', '25006'])('SQLSTATE %s is an outage', (code) => {
  expect(isOutage(Object.assign(new pg.DatabaseError('away', 4, 'error'), { code }))).toBe(true);
});

test.each(['23505', '57014', '42601', '40001', '22P05'])('SQLSTATE %s is not an outage', (code) => {
  expect(isOutage(Object.assign(new pg.DatabaseError('wrong', 5, 'error'), { code }))).toBe(false);
});

test('a bug is not an outage', () => {
  expect(isOutage(new TypeError('undefined is not a function'))).toBe(false);
  expect(isOutage('ECONNREFUSED')).toBe(false);
});
