import { describe, expect, test } from 'vitest';
import { TestBrowser, type Visit } from '#server/testing/browser.ts';
import { SignInFixture } from '#server/testing/sign-in-fixture.ts';
import { messageOf } from '#server/testing/sign-in-server.ts';

const fixture = new SignInFixture();

describe('OIDC-3: a mismatch is refused, with a message for the opener', () => {
  const outcomeOf = (page: Visit) => ({ status: page.status, outcome: messageOf(page.body).message.outcome });

  test('another browser with the same address', async () => {
    const url = await fixture.startServer();
    const callback = await fixture.leaveAndReturn(new TestBrowser(), url);
    expect(outcomeOf(await fixture.arrive(new TestBrowser(), callback))).toEqual({ status: 400, outcome: 'expired' });
    expect(fixture.outside.tokenRequests).toEqual([]);
  });

  test.each<[string, (callback: URL) => void]>([
    ['a changed state', (callback) => callback.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (callback) => callback.searchParams.delete('state')],
    ['nothing at all', (callback) => (callback.search = '')],
  ])('%s', async (_what, change) => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const callback = await fixture.leaveAndReturn(browser, url);
    change(callback);
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 400, outcome: 'expired' });
  });

  test.each<[string, (callback: URL) => void]>([
    ['a made-up code', (callback) => callback.searchParams.set('code', 'made-up')],
    ['no code', (callback) => callback.searchParams.delete('code')],
    ['two codes', (callback) => callback.searchParams.append('code', 'another')],
    ['two states', (callback) => callback.searchParams.append('state', 'another')],
    ['another issuer', (callback) => callback.searchParams.set('iss', 'https://evil.example')],
  ])('%s', async (_what, change) => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const callback = await fixture.leaveAndReturn(browser, url);
    change(callback);
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 400, outcome: 'rejected' });
  });

  test('the code of another sign-in, which has another PKCE verifier', async () => {
    const url = await fixture.startServer();
    const [browser, victim] = [new TestBrowser(), new TestBrowser()];
    const stolen = (await fixture.leaveAndReturn(victim, url)).searchParams.get('code') ?? '';
    const callback = await fixture.leaveAndReturn(browser, url);
    callback.searchParams.set('code', stolen);
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 400, outcome: 'rejected' });
  });

  test('an ID token with another nonce', async () => {
    fixture.outside.behaviour.nonce = 'replayed';
    const url = await fixture.startServer();
    expect(outcomeOf(await fixture.signIn(new TestBrowser(), url))).toEqual({ status: 400, outcome: 'rejected' });
  });

  test('the same address a second time', async () => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const callback = await fixture.leaveAndReturn(browser, url);
    await fixture.arrive(browser, callback);
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 400, outcome: 'expired' });
  });

  test('a sign-in that took more than ten minutes', async () => {
    let now = Date.now();
    const url = await fixture.startServer({ now: () => now });
    const browser = new TestBrowser();
    const callback = await fixture.leaveAndReturn(browser, url);
    now += 600_000;
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 400, outcome: 'expired' });
  });

  test('a forged cookie', async () => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const callback = await fixture.leaveAndReturn(browser, url);
    const [cookie] = browser.cookiesFor(callback);
    browser.setCookie(callback, `${cookie!.name}=${'A'.repeat(300)}; Path=/`);
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 400, outcome: 'expired' });
  });

  test.each([
    ['access_denied', 200, 'cancelled'],
    ['temporarily_unavailable', 503, 'unavailable'],
    ['server_error', 503, 'unavailable'],
    ['invalid_scope', 400, 'rejected'],
    ['<script>alert(1)</script>', 400, 'rejected'],
  ])('OIDC-4: the provider says %s', async (error, status, outcome) => {
    fixture.outside.behaviour.authorizationError = error;
    const url = await fixture.startServer();
    const page = await fixture.signIn(new TestBrowser(), url, '?attempt=seven');
    expect(outcomeOf(page)).toEqual({ status, outcome });
    expect(messageOf(page.body).message.attempt).toBe('seven');
    expect(page.body).not.toContain('alert(1)');
  });

  test('a provider that goes down before the code is exchanged', async () => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const callback = await fixture.leaveAndReturn(browser, url);
    fixture.outside.behaviour.isDown = true;
    expect(outcomeOf(await fixture.arrive(browser, callback))).toEqual({ status: 503, outcome: 'unavailable' });
  });
});
