import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseReadiness } from '#server/process/readiness.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { openDatabase } from './connection.ts';
import { isOutage } from './outage.ts';

const { db, pool, url } = await openTestDatabase();

async function scalar(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db);
  return rows[0]?.value;
}

test('DATA-20: a timestamp with a zone becomes the same time', async () => {
  expect(await scalar("timestamptz '2026-07-01 12:30:00.125+01'")).toEqual(new Date('2026-07-01T11:30:00.125Z'));
});

test('DATA-21: a day stays the same, whatever the zone of the machine', async () => {
  expect(await scalar("date '2026-03-29'")).toBe('2026-03-29');
});

test.for(['SQL, DMY', 'German', 'Postgres, MDY'])('DATA-20: dates are the same if the database prefers the style %s', async (style) => {
  const name = new URL(url).pathname.slice(1);
  await pool.query(`alter database ${name} set DateStyle = '${style}'`);
  const other = openDatabase({ url: `${url}?options=-c%20search_path=public`, pool: 1, log: { warn: () => undefined } });
  try {
    const { rows } = await other.pool.query(
      "select timestamptz '2026-07-08 12:30+01' as at, date '2026-07-08' as day, $1::timestamptz as sent",
      [new Date('2026-07-08T11:30:00Z')],
    );
    const at = new Date('2026-07-08T11:30:00Z');
    expect(rows).toEqual([{ at, day: '2026-07-08', sent: at }]);
    expect((await other.pool.query('show search_path')).rows).toEqual([{ search_path: 'public' }]);
  } finally {
    await other.close();
    await pool.query(`alter database ${name} reset DateStyle`);
  }
});

test('OPS-19: backslashes, unset values, long numbers and transactions are what they are by default, whatever the database prefers', async () => {
  const name = new URL(url).pathname.slice(1);
  const preferred = [
    'standard_conforming_strings = off',
    'array_nulls = off',
    'extra_float_digits = -10',
    "default_transaction_isolation = 'serializable'",
  ];
  for (const setting of preferred) await pool.query(`alter database ${name} set ${setting}`);
  const other = openDatabase({ url, pool: 1, log: { warn: () => undefined } });
  const query = String.raw`select 'a\n\d' as text, search_words('Lee-Ann 7') as words, $1::text[] as list, 1796001653971.5::float8 as number,
    current_setting('transaction_isolation') as isolation`;
  try {
    expect((await other.pool.query(query, [['a', null]])).rows).toEqual([
      { text: String.raw`a\n\d`, words: ['lee', 'ann', '7'], list: ['a', null], number: 1_796_001_653_971.5, isolation: 'read committed' },
    ]);
  } finally {
    await other.close();
    for (const setting of preferred) await pool.query(`alter database ${name} reset ${setting.split(' ')[0] ?? ''}`);
  }
});

test('OPS-19: time limits are ours, and none where we have none, whatever the database prefers', async () => {
  const name = new URL(url).pathname.slice(1);
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'];
  for (const limit of limits) await pool.query(`alter database ${name} set ${limit} = '7s'`);
  try {
    for (const [statementTimeoutMs, expected] of [
      [0, ['0', '0', '0', '0']],
      [15_000, ['15s', '0', '30s', '0']],
    ] as const) {
      const other = openDatabase({ url, pool: 1, log: { warn: () => undefined }, statementTimeoutMs });
      const { rows } = await other.pool.query('select array_agg(current_setting(name)) as found from unnest($1::text[]) as name', [limits]);
      await other.close();
      expect(rows).toEqual([{ found: expected }]);
    }
  } finally {
    for (const limit of limits) await pool.query(`alter database ${name} reset ${limit}`);
  }
});

test('the database cancels a statement that takes too long', async () => {
  const impatient = openDatabase({ url, pool: 1, log: { warn: () => undefined }, statementTimeoutMs: 50 });
  try {
    await expect(impatient.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
  } finally {
    await impatient.close();
  }
});

test('connections that the database ends, idle or in a transaction, do no harm', async () => {
  const warnings = new Set<string>();
  const other = openDatabase({ url, pool: 2, log: { warn: (_, message) => void warnings.add(message) } });
  const [idle, busy] = [await other.pool.connect(), await other.pool.connect()];
  await busy.query('begin');
  idle.release();
  const end = Promise.withResolvers<void>();
  busy.once('end', end.resolve);
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  await expect.poll(() => warnings).toEqual(new Set(['A database connection broke', 'An idle database connection broke']));
  await end.promise;
  await expect(busy.query('select 1')).rejects.toSatisfy(isOutage);
  busy.release();
  expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.close();
});

test('REL-26: a read-only session is closed at its first write or check, and a new one writes', async () => {
  const other = openDatabase({ url, pool: 1, log: { warn: () => undefined } });
  const whyNotReady = databaseReadiness({ db: other.db, stalledMs: () => 0 });
  const write = async () => other.pool.query('create table if not exists written ()');
  const becomeReadOnly = async () => other.pool.query('set default_transaction_read_only = on');
  expect(await whyNotReady()).toBeUndefined();
  await becomeReadOnly();
  await expect(write()).rejects.toSatisfy(isOutage);
  await write();
  await becomeReadOnly();
  expect(await whyNotReady()).toMatchObject({ message: 'The database can only be read' });
  expect(await whyNotReady()).toBeUndefined();
  await other.close();
});

test.each([
  ['42704', 'unrecognized configuration parameter "idle_session_timeout"', 'The database is older than PostgreSQL 14, which is needed'],
  ['08P01', 'unsupported startup parameter in options: idle_session_timeout', 'unsupported startup parameter'],
])('OPS-10: PostgreSQL 13, which refuses our settings, is refused in words, unlike a pooler: %s', async (code, message, said) => {
  const refusal = `C${code}\0M${message}\0\0`;
  const old = net.createServer((socket) => {
    const head = Buffer.from('E\0\0\0\0', 'latin1');
    head.writeUInt32BE(refusal.length + 4, 1);
    socket.on('data', () => socket.end(Buffer.concat([head, Buffer.from(refusal)])));
  });
  await once(old.listen(0, '127.0.0.1'), 'listening');
  const { port } = old.address() as AddressInfo;
  const database = openDatabase({ url: `postgres://turnout@127.0.0.1:${port}/turnout`, pool: 1, log: { warn: () => undefined } });
  await expect(database.pool.query('select 1')).rejects.toThrow(said);
  await database.close();
  old.close();
});
