import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import { parseConfig } from '#server/config/config.ts';
import { problemSender } from '../problem.ts';
import { PeriodCounts } from './period-counts.ts';
import { limitPublicCalls } from './rate-limit.ts';

const NOON = Date.UTC(2026, 4, 1, 12);

const A = '0190aaaa-0000-7000-8000-00000000000a';
const B = '0190aaaa-0000-7000-8000-00000000000b';

/** Three calls a minute unless said otherwise, at a time that the test sets. */
async function limited(perMinute = 3) {
  const clock = { now: NOON };
  const app = Fastify({ trustProxy: true });
  app.decorateRequest('user', null);
  app.setErrorHandler(problemSender());
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== undefined)
      request.user = { email: 'ada@example.com', displayName: 'Ada', photoURL: null, subject: 'ada' };
  });
  const counts = new PeriodCounts(MINUTE_MS);
  limitPublicCalls(app, { limit: { max: perMinute, counts }, now: () => clock.now });
  app.post('/api/event_series/:id/submit', { config: { limit: 'submit' } }, async () => ({}));
  app.post('/api/event_series/:id/track_views', async () => ({}));
  const statusOf = async (path: string, ip = '192.0.2.1', headers: Record<string, string> = {}) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/event_series/${path}`,
      headers: { 'x-forwarded-for': ip, ...headers },
    });
    return statusCode;
  };
  return { app, clock, counts, statusOf };
}

const repeat = async (times: number, call: () => Promise<number>) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await call());
  return statuses;
};

test('SPAM-3, SPAM-7, API-56: a call over the limit from an address to a form is 429 with Retry-After, until the next minute', async () => {
  const { app, clock, statusOf } = await limited();
  clock.now = NOON + 12_345;
  expect(await repeat(5, () => statusOf(`${A}/submit`))).toEqual([200, 200, 200, 429, 429]);
  const refused = await app.inject({ method: 'POST', url: `/api/event_series/${A}/submit`, headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(refused.headers['retry-after']).toBe('48');
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(refused.json()).toMatchObject({ status: 429, title: 'Too Many Requests' });
  clock.now = NOON + 60_000;
  expect(await statusOf(`${A}/submit`)).toBe(200);
});

test('SPAM-7: with the default settings 300 submits a minute from one address to a form are accepted', async () => {
  const { statusOf } = await limited(parseConfig({}).publicRateLimit);
  const statuses = await repeat(301, () => statusOf(`${A}/submit`));
  expect([new Set(statuses.slice(0, 300)), statuses[300]]).toEqual([new Set([200]), 429]);
});

test('SPAM-6: submits are counted separately from views', async () => {
  const { statusOf } = await limited();
  await repeat(4, () => statusOf(`${A}/track_views`));
  expect([await statusOf(`${A}/track_views`), await statusOf(`${A}/submit`)]).toEqual([429, 200]);
});

test('another form and another address have their own count', async () => {
  const { statusOf } = await limited();
  await repeat(4, () => statusOf(`${A}/submit`));
  expect([await statusOf(`${B}/submit`), await statusOf(`${A}/submit`, '192.0.2.2'), await statusOf(`${A.toUpperCase()}/submit`)]).toEqual([
    200, 200, 429,
  ]);
});

test('all addresses of one IPv6 /64 count as one', async () => {
  const { statusOf } = await limited();
  await repeat(3, () => statusOf(`${A}/submit`, '2001:db8::1'));
  expect(await statusOf(`${A}/submit`, '2001:0DB8:0:0:ffff::2')).toBe(429);
  expect(await statusOf(`${A}/submit`, '2001:db8:0:1::1')).toBe(200);
});

test.each([
  ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ['::ffff:c000:201', '::FFFF:192.0.2.1', '::ffff:c000:202'],
  ['0:0:0:0:0:ffff:c000:0201', '[::ffff:192.0.2.1]:40001', '::ffff:0:201'],
  ['::ffff:0.0.0.9', '0.0.0.9', '::ffff:9.0.0.0'],
  ['64:ff9b::192.0.2.1', '64:ff9b::c000:201', '64:ff9b::192.0.2.2'],
  ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::198.51.100.7', '2001:db8:1:3::192.0.2.1'],
  ['::192.0.2.1', '::1', '0:0:0:1::192.0.2.1'],
])('SEC-9: the network of %s is that of %s, not that of %s', async (address, same, other) => {
  const { statusOf } = await limited();
  await repeat(3, () => statusOf(`${A}/submit`, address));
  expect([await statusOf(`${A}/submit`, same), await statusOf(`${A}/submit`, other)]).toEqual([429, 200]);
});

test('SEC-9: the port that some proxies add to an address does not count', async () => {
  const { statusOf } = await limited();
  const calls = ['192.0.2.1:40001', '192.0.2.1:40002', '192.0.2.1', '192.0.2.1:40003', '192.0.2.2:40001'];
  expect(await Promise.all(calls.map(async (address) => statusOf(`${A}/submit`, address)))).toEqual([200, 200, 200, 429, 200]);
  const [one, other] = ['[2001:db8::1]:40001', '[2001:db8:0:1::1]'];
  expect([...(await repeat(4, () => statusOf(`${A}/submit`, one))), await statusOf(`${A}/submit`, other)]).toEqual([
    200, 200, 200, 429, 200,
  ]);
});

test('SEC-9: malformed form ids share one limit, and so do malformed addresses', async () => {
  const { statusOf } = await limited();
  const made = ['a', 'b', 'c'].map((id) => async () => statusOf(`${id}/submit`, `2001:db8::${id}`));
  for (const call of made) expect(await call()).toBe(200);
  expect(await statusOf('%00/submit', '2001:db8::d')).toBe(429);
  expect(await repeat(4, () => statusOf(`${A}/submit`, `x${crypto.randomUUID()}`))).toEqual([200, 200, 200, 429]);
});

test('SEC-9: a network has twice the limit of a form for all forms together, however many ids it invents', async () => {
  const { clock, statusOf } = await limited();
  const anyForm = async () => statusOf(`${crypto.randomUUID()}/submit`);
  expect(await repeat(8, anyForm)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  expect([await statusOf(`${A}/track_views`), await statusOf(`${A}/submit`, '192.0.2.2')]).toEqual([200, 200]);
  clock.now += 60_000;
  expect(await anyForm()).toBe(200);
});

test('SEC-9: the networks of one IPv6 /48 have eight times the limit together', async () => {
  const { clock, statusOf } = await limited();
  const from = (networks: number) => Array.from({ length: networks }, (_, n) => async () => statusOf(`${A}/submit`, `2001:db8:7:${n}::1`));
  const statuses: number[] = [];
  for (const call of from(26)) statuses.push(await call());
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([24, 429]);
  expect(await statusOf(`${A}/submit`, '2001:db8:8::1')).toBe(200);
  for (let n = 0; n < 30; n += 1) await statusOf(`${A}/submit`, '2001:db8:9::1');
  expect(await statusOf(`${A}/submit`, '2001:db8:9:1::1')).toBe(200); // A network's calls beyond its own limit do not count against its neighbours.
  for (let n = 0; n < 26; n += 1) expect(await statusOf(`${B}/submit`, `::ffff:192.0.2.${n}`)).toBe(200);
  clock.now += 60_000;
  expect(await statusOf(`${A}/submit`, '2001:db8:7:99::1')).toBe(200);
});

test('SEC-9: the keys under which calls are counted are short and have plain letters, whatever is called', async () => {
  const { app, counts } = await limited();
  const ids = ['%00', '%F0%9F%92%A9', 'x'.repeat(1_500), A];
  for (const id of ids) {
    const headers = { 'x-forwarded-for': `fe80::1%${id.slice(0, 500)}` };
    await app.inject({ method: 'POST', url: `/api/event_series/${id}/submit`, headers });
  }
  const keys = counts.pending(NOON, 1).pending.map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(1);
  for (const key of keys) expect(key).toMatch(/^[\w .:-]{1,100}$/);
});

test('calls of staff are not counted', async () => {
  const { statusOf } = await limited();
  expect(await repeat(5, () => statusOf(`${A}/submit`, '192.0.2.1', { authorization: 'Bearer x' }))).toEqual([200, 200, 200, 200, 200]);
});

describe('counts of a minute', () => {
  test('a flood of new keys drops the oldest, not the one being counted', () => {
    const counts = new PeriodCounts(MINUTE_MS);
    for (let key = 0; key < 100_000; key += 1) counts.add(String(key), NOON);
    expect(counts.add('99999', NOON)).toBe(2);
    counts.add('new', NOON);
    expect([counts.add('new', NOON), counts.add('99999', NOON), counts.add('0', NOON)]).toEqual([2, 3, 1]);
  });

  test('seconds to the next minute', () => {
    expect([NOON, NOON + 1, NOON + 59_001, NOON + 59_999].map((now) => new PeriodCounts(MINUTE_MS).secondsToNext(now))).toEqual([
      60, 60, 1, 1,
    ]);
  });
});
