import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';

const open = await createTestServer();
const closed = await createTestServer({ metricsToken: 'collector-token' });

const read = async (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });

test('this machine reads the metrics of a process in the form of Prometheus', async () => {
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
  expect(text).toMatch(/^turnout_http_route_answers_total\{method="GET",route="\/api\/form\/:id"\} 2$/m);
  const [, seconds] = /^turnout_http_route_seconds_total\{method="GET",route="\/api\/form\/:id"\} (\S+)$/m.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  // In seconds, not milliseconds; the server may see the end of an answer a little after the client.
  expect(Number(seconds)).toBeLessThan(passed * 10);
});

test('what a proxy on this machine passes on is not answered', async () => {
  expect((await read(open.url, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
});

test('with a token set, only who has it reads them', async () => {
  expect((await read(closed.url)).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer wrong-token-here' })).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer collector-tok\u00e9n' })).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer collector-token' })).status).toBe(200);
});
