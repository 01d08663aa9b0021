import { expect, test } from 'vitest';
import type { Metric, Sample } from '#server/metrics/metric.ts';
import { createTestServer } from '#server/testing/server.ts';

const TOKEN = 'the-collectors-token';
const open = await createTestServer();
const closed = await createTestServer({ METRICS_TOKEN: TOKEN });

const read = async (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });

test('the metrics can be read on this machine, in the format of Prometheus', async () => {
  await open.get('/nothing-here');
  const response = await read(open.url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const text = await response.text();
  expect(text).toMatch(/^turnout_http_answers_total\{status="404"\} 1$/m);
  expect(text).toContain('process_resident_memory_bytes');
});

test('each route says how often it answered and how long that took, whatever its parameters were', async () => {
  const before = performance.now();
  await open.get('/form/0190aaaa-0000-7000-8000-000000000001');
  await open.get('/form/0190aaaa-0000-7000-8000-000000000002');
  const passed = (performance.now() - before) / 1_000;
  const text = await (await read(open.url)).text();
  expect(text).toMatch(/^turnout_http_route_seconds_count\{method="GET",route="\/api\/form\/:id"\} 2$/m);
  const [, seconds] = /^turnout_http_route_seconds_sum\{method="GET",route="\/api\/form\/:id"\} (\S+)$/m.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  // In seconds; the server may count an answer a little after the client got it.
  expect(Number(seconds)).toBeLessThan(passed * 10);
});

test('answers to probes and collectors are not counted', async () => {
  const answers = async () => (await (await read(open.url)).text()).match(/^turnout_http_(?:answers_total|route_seconds_count).*/gm);
  const before = await answers();
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(open.url + path)).status).toBe(200);
  expect(await answers()).toEqual(before);
});

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
  'SEC-12: a request through a proxy on this machine is refused: %s',
  async (name) => {
    expect((await read(open.url, { [name]: '203.0.113.9' })).status).toBe(404);
  },
);

test('SEC-12: so is one through a proxy that adds no header, but passes on another host', async () => {
  const answers = ['events.example.org', 'localhost.example.org', '10.0.0.1:3000'].map((host) =>
    open.app.inject({ url: '/metrics', headers: { host } }),
  );
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect((await open.app.inject({ url: '/metrics', headers: { host: 'localhost:3000' } })).statusCode).toBe(200);
});

test('SEC-12: in production nobody reads them without the token', async () => {
  const production = await createTestServer({ NODE_ENV: 'production' });
  expect((await read(production.url)).status).toBe(404);
  const collected = await createTestServer({ NODE_ENV: 'production', METRICS_TOKEN: TOKEN });
  expect((await read(collected.url, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test('with a token set, they can only be read with it', async () => {
  expect((await read(closed.url)).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer wrong-token-here' })).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer the-collect\u00f6rs-token' })).status).toBe(404);
  expect((await read(closed.url, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test('MON-6: unknown figures are omitted, also those without labels, and shown once they are known', async () => {
  let samples: Sample[] = [];
  const metric = (type: Metric['type']): Metric => ({ name: `turnout_unknown_${type}`, help: 'Help', type, read: () => samples });
  const server = await createTestServer({}, { metrics: [metric('gauge'), metric('counter')] });
  const lines = async () => (await (await read(server.url)).text()).match(/^turnout_unknown.*/gm);
  expect(await lines()).toBeNull();
  samples = [{ value: 7 }];
  expect(await lines()).toEqual(['turnout_unknown_gauge 7', 'turnout_unknown_counter 7']);
  samples = [];
  expect(await lines()).toBeNull();
});
