import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { MinuteCounts, secondsToNextMinute } from './minute-counts.ts';
import { sendProblem } from './problem.ts';
import { limitPublicCalls } from './rate-limit.ts';

const NOON = Date.UTC(2026, 4, 1, 12);

/** Three calls a minute, at a time that the test sets. */
async function limited() {
  const clock = { now: NOON };
  const app = Fastify({ trustProxy: true });
  app.decorateRequest('user', null);
  app.setErrorHandler(sendProblem);
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== undefined) request.user = { email: 'ada@example.com', displayName: 'Ada', photoURL: null };
  });
  limitPublicCalls(app, { perMinute: 3, now: () => clock.now });
  for (const path of ['submit', 'track_views']) app.post(`/api/event_series/:id/${path}`, async () => ({}));
  const statusOf = async (path: string, ip = '192.0.2.1', headers: Record<string, string> = {}) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/event_series/${path}`,
      headers: { 'x-forwarded-for': ip, ...headers },
    });
    return statusCode;
  };
  return { app, clock, statusOf };
}

const repeat = async (times: number, call: () => Promise<number>) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await call());
  return statuses;
};

test('SPAM-3, SPAM-7, API-56: one call too many from an address to a form is 429 with Retry-After, until the next minute', async () => {
  const { app, clock, statusOf } = await limited();
  clock.now = NOON + 12_345;
  expect(await repeat(5, () => statusOf('a/submit'))).toEqual([200, 200, 200, 429, 429]);
  const refused = await app.inject({ method: 'POST', url: '/api/event_series/a/submit', headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(refused.headers['retry-after']).toBe('48');
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(refused.json()).toMatchObject({ status: 429, title: 'Too Many Requests' });
  clock.now = NOON + 60_000;
  expect(await statusOf('a/submit')).toBe(200);
});

test('SPAM-6: submits are counted apart from views', async () => {
  const { statusOf } = await limited();
  await repeat(4, () => statusOf('a/track_views'));
  expect([await statusOf('a/track_views'), await statusOf('a/submit')]).toEqual([429, 200]);
});

test('another form and another address have their own count', async () => {
  const { statusOf } = await limited();
  await repeat(4, () => statusOf('a/submit'));
  expect([await statusOf('b/submit'), await statusOf('a/submit', '192.0.2.2'), await statusOf('A/submit')]).toEqual([200, 200, 429]);
});

test('all addresses of one IPv6 /64 count as one', async () => {
  const { statusOf } = await limited();
  await repeat(3, () => statusOf('a/submit', '2001:db8::1'));
  expect(await statusOf('a/submit', '2001:0DB8:0:0:ffff::2')).toBe(429);
  expect(await statusOf('a/submit', '2001:db8:0:1::1')).toBe(200);
});

test('addresses of IPv4 written as IPv6 are told apart', async () => {
  const { statusOf } = await limited();
  await repeat(3, () => statusOf('a/submit', '::ffff:192.0.2.1'));
  expect([await statusOf('a/submit', '::ffff:192.0.2.1'), await statusOf('a/submit', '::ffff:192.0.2.2')]).toEqual([429, 200]);
});

test('calls of staff are not counted', async () => {
  const { statusOf } = await limited();
  expect(await repeat(5, () => statusOf('a/submit', '192.0.2.1', { authorization: 'Bearer x' }))).toEqual([200, 200, 200, 200, 200]);
});

describe('counts of a minute', () => {
  test('a flood of new keys forgets the oldest, not the one that is counted', () => {
    const counts = new MinuteCounts();
    for (let key = 0; key < 100_000; key += 1) counts.add(String(key), NOON);
    expect(counts.add('99999', NOON)).toBe(2);
    counts.add('new', NOON);
    expect([counts.add('new', NOON), counts.add('99999', NOON), counts.add('0', NOON)]).toEqual([2, 3, 1]);
  });

  test('seconds to the next minute', () => {
    expect([NOON, NOON + 1, NOON + 59_001, NOON + 59_999].map(secondsToNextMinute)).toEqual([60, 60, 1, 1]);
  });
});
