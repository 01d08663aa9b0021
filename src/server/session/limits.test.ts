import { expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { ownHeaders, SignInFixture } from '#server/testing/sign-in-fixture.ts';
import { messageOf } from '#server/testing/sign-in-server.ts';

const LIMIT = 3;
const fixture = new SignInFixture();
/** The middle of a minute, so that it does not end during a test. */
const now = () => Date.UTC(2026, 4, 1, 12, 0, 30);

test('SEC-13: a network that signs in too often gets a page that says so, with Retry-After', async () => {
  const url = await fixture.startServer({ settings: { PUBLIC_RATE_LIMIT: String(LIMIT) }, now });
  const ask = async () => fetch(`${url}/auth/login`, { redirect: 'manual' });
  for (let count = 0; count < LIMIT; count += 1) expect((await ask()).status).toBe(302);
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
    429,
    '30',
    'text/html; charset=utf-8',
  ]);
  expect(messageOf(await refused.text()).message).toMatchObject({
    outcome: 'unavailable',
    message: 'Too many sign-ins came from your network. Please try again in a minute.',
  });
});

test('SEC-13: renewals and sign-outs are limited too, as problems', async () => {
  const url = await fixture.startServer({ settings: { PUBLIC_RATE_LIMIT: String(LIMIT) }, now });
  const statuses: number[] = [];
  for (const path of ['renew', 'logout', 'renew', 'renew', 'logout']) {
    const answer = await fetch(`${url}/auth/${path}`, { method: 'POST', headers: ownHeaders(url), body: '{}' });
    statuses.push(answer.status);
    if (answer.status === 429) expect(answer.headers.get('content-type')).toContain('application/problem+json');
  }
  expect(statuses).toEqual([401, 200, 401, 429, 429]);
});

test.each([
  ['text', 'text/plain', '{}', 400],
  ['a form', 'application/x-www-form-urlencoded', 'id_token=x', 400],
  ['more than the longest token', 'application/json', JSON.stringify({ id_token: 'x'.repeat(32_000) }), 413],
])('SEC-13: %s is refused as the body of a call under /auth', async (_what, type, body, status) => {
  const url = await fixture.startServer();
  for (const path of ['renew', 'logout']) {
    const answer = await fetch(`${url}/auth/${path}`, { method: 'POST', headers: { ...ownHeaders(url), 'content-type': type }, body });
    expect(answer.status).toBe(status);
  }
});

test('SEC-13: a copy of the cookie of a sign-in makes the server call the provider only once', async () => {
  const url = await fixture.startServer();
  const browser = new TestBrowser();
  const callback = await fixture.leaveAndReturn(browser, url);
  const cookie = browser
    .cookiesFor(callback)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const outcomes: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    callback.searchParams.set('code', `made-up-${count}`);
    outcomes.push(messageOf(await (await fetch(callback, { headers: { cookie } })).text()).message.outcome);
  }
  expect(outcomes).toEqual(['rejected', 'expired', 'expired', 'expired', 'expired']);
  expect(fixture.outside.tokenRequests).toHaveLength(1);
});
