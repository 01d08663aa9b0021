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

test('what a proxy on this machine passes on is not answered', async () => {
  expect((await read(open.url, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
});

test('with a token set, only who has it reads them', async () => {
  expect((await read(closed.url)).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer wrong-token-here' })).status).toBe(404);
  expect((await read(closed.url, { authorization: 'Bearer collector-token' })).status).toBe(200);
});
