import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '#server/process/logger.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { createTestServer } from '#server/testing/server.ts';
import { SignInFixture } from '#server/testing/sign-in-fixture.ts';

let lines: string[] = [];
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const server = await createTestServer({}, { log: createLogger({ level: 'info', environment: 'production', destination }) });
const fixture = new SignInFixture();

const SERIES = '0190aaaa-0000-7000-8000-000000000001';

test.each([
  ['visitor', { status: 401, reason: 'Please sign in' }],
  ['forger', { status: 401, reason: 'The token is not valid. Please sign in again.' }],
  ['outsider', { status: 403, reason: 'Your email domain is not allowed to sign in.', subject: 'outsider-7' }],
] as const)('SEC-8: a call that is refused to a %s is one line in the log', async (as, expected) => {
  lines = [];
  await server.get(`/event_series/${SERIES}/statistics?from=2026-01-01&q=ada@example.com`, { as });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'refused',
    method: 'GET',
    route: '/api/event_series/:id/statistics',
    reqId: expect.any(String),
    ...expected,
  });
  expect(lines[0]).not.toMatch(/ada|Bearer|127\.0\.0\.1/);
});

test('SEC-8: a sign-in with a disallowed address logs one line with the provider’s id', async () => {
  Object.assign(fixture.outside.behaviour.claims, { email: 'eve@other.example', name: 'Eve Other' });
  const url = await fixture.startServer();
  await fixture.signIn(new TestBrowser(), url);
  const failed = fixture.logged.split('\n').filter((line) => line.includes('sign-in failed'));
  expect(failed).toHaveLength(1);
  expect(JSON.parse(failed[0]!)).toMatchObject({ outcome: 'signed-in', detail: 'The address is disallowed', subject: expect.any(String) });
  expect(fixture.logged).not.toMatch(/Eve Other|other\.example/i);
});

test('SEC-8: a renewal from a page of another site logs one line', async () => {
  const url = await fixture.startServer();
  await fetch(`${url}/auth/renew`, { method: 'POST', headers: { origin: 'https://evil.example' } });
  const refused = fixture.logged.split('\n').filter((line) => line.includes('"refused"'));
  expect(refused).toHaveLength(1);
  expect(JSON.parse(refused[0]!)).toMatchObject({ status: 403, route: '/auth/renew', reason: 'This call is for our own pages only.' });
});
