import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer, type TestResponse } from '#server/testing/server.ts';
import { startSignInServer } from '#server/testing/sign-in-server.ts';
import { addEvent, addSeries } from '#server/testing/staff-calls.ts';
import { startWorld } from '#server/testing/worker.ts';

const NOBODY_LISTENS = 'http://127.0.0.1:9';
const log = { warn: () => undefined };

const world = await startWorld();
const bare = await createTestServer();
const connected = await createTestServer(world.settings);

const unavailable = (detail: unknown) => ({
  status: 503,
  body: { type: 'about:blank', title: 'Service Unavailable', status: 503, detail },
});
const contentType = ({ headers }: TestResponse) => headers.get('content-type');

test.each([
  ['get', '/getduplicateslead', undefined],
  ['post', '/connections/copper/test', undefined],
  ['post', '/connections/slack/test', { channel_id: 'C1' }],
] as const)('API-57: %s %s with %j is 503 where it is not configured, and says whom to ask', async (method, path, body) => {
  const answer = method === 'get' ? await bare.get(path) : await bare.post(path, body);
  expect(answer).toMatchObject(unavailable('Not connected. Ask whoever runs this server.'));
  expect(contentType(answer)).toBe('application/problem+json; charset=utf-8');
});

test('API-57: a service that cannot be reached is 503, and 200 again when it can', async () => {
  world.copper.behaviours.set({ kind: 'cut' });
  world.slack.behaviours.set({ kind: 'cut' });
  const [copper, slack] = [
    await connected.post('/connections/copper/test'),
    await connected.post('/connections/slack/test', { channel_id: 'C1' }),
  ];
  expect(copper).toMatchObject(unavailable('Copper could not be reached (UND_ERR_SOCKET)'));
  expect(slack).toMatchObject(unavailable('Slack could not be reached (UND_ERR_SOCKET)'));
  world.reset();
  expect((await connected.post('/connections/copper/test')).status).toBe(200);
});

test('API-57, FACE-10: every call is 503 while the database cannot be reached, with Retry-After and without its address', async () => {
  const series = await addSeries(bare);
  const event = await addEvent(bare, series.id);
  const away = openDatabase({ url: 'postgres://secret-user:secret-word@127.0.0.1:9/secret', pool: 1, log });
  const server = await createTestServer({}, { staff: away, visitors: away });
  const answers = [
    await server.get('/event_series'),
    await server.get(`/event_series/${series.id}`, { as: 'visitor' }),
    await server.post('/event_series/add', { title: 'New' }),
    await server.post(`/event_series/${series.id}/submit`, newSignUp({ events: [event.id] }), { as: 'visitor' }),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject(unavailable(expect.any(String)));
    expect(contentType(answer)).toBe('application/problem+json; charset=utf-8');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/secret|127\.0\.0\.1|ECONNREFUSED/);
  }
  const picture = await fetch(`${server.url}/assets/pictures/${'a'.repeat(64)}`);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([503, 'no-store']);
  await away.close();
});

test('API-57: a staff call is 503, not 401, while the keys of the identity provider cannot be fetched', async () => {
  const { app, url } = await startSignInServer({ identity: { issuer: NOBODY_LISTENS, clientId: 'turnout' } });
  onTestFinished(async () => app.close());
  const [head, claims] = [
    { alg: 'ES256', kid: 'a' },
    { iss: NOBODY_LISTENS, exp: 4_000_000_000 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const token = `${head}.${claims}.${'a'.repeat(86)}`;
  const answer = await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  expect({ status: answer.status, body: JSON.parse(text) }).toMatchObject(unavailable(expect.any(String)));
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(text).not.toContain('127.0.0.1');
});
