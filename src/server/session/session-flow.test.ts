import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { staffClaims } from '#server/testing/services/identity.ts';
import { callAuth, cookieNames, ownHeaders, SignInFixture } from '#server/testing/sign-in-fixture.ts';

const fixture = new SignInFixture();

async function signedIn() {
  const url = await fixture.startServer();
  const browser = new TestBrowser();
  const token = await fixture.tokenOf(browser, url);
  return { url, browser, token };
}

const cookieValue = (browser: TestBrowser, url: string) =>
  browser.cookiesFor(new URL('/auth/renew', url)).find(({ name }) => name === 'turnout-renewal')?.value;

describe('POST /auth/renew', () => {
  test('OIDC-11: gives a fresh ID token, as often as the provider allows, and keeps the new refresh token', async () => {
    const { url, browser } = await signedIn();
    for (let round = 0; round < 3; round += 1) {
      const before = cookieValue(browser, url);
      const renewed = await callAuth(browser, url, '/auth/renew');
      expect(renewed.status).toBe(200);
      expect(renewed.headers.get('cache-control')).toBe('no-store');
      expect(renewed.data?.expires_in).toBeGreaterThan(3_500);
      const me = await fetch(`${url}/me`, { headers: { authorization: `Bearer ${renewed.data?.id_token ?? ''}` } });
      expect(me.status).toBe(200);
      expect(cookieValue(browser, url)).not.toBe(before);
    }
  });

  test('OIDC-11: a provider may keep the same refresh token', async () => {
    const { url, browser } = await signedIn();
    fixture.outside.behaviour.refresh = 'renews';
    await callAuth(browser, url, '/auth/renew');
    expect((await callAuth(browser, url, '/auth/renew')).status).toBe(200);
  });

  test.each(['is refused', 'is someone else', 'has no ID token'] as const)(
    'OIDC-14: a refresh token that %s ends the session: 401, and its cookie goes; the staff cookie stays until Sign Out',
    async (refresh) => {
      const { url, browser } = await signedIn();
      fixture.outside.behaviour.refresh = refresh;
      const renewed = await callAuth(browser, url, '/auth/renew');
      expect(renewed.status).toBe(401);
      expect(JSON.parse(renewed.body)).toMatchObject({ title: 'Unauthorized', detail: 'Please sign in again.' });
      expect(cookieNames(browser, url)).toEqual(['turnout-staff']);
    },
  );

  test('OIDC-14: a session of a person who is no longer allowed is not renewed, and the refresh token is revoked', async () => {
    const { url, browser } = await signedIn();
    fixture.outside.behaviour.claims = staffClaims({ email: 'robin.hale@elsewhere.example' });
    expect((await callAuth(browser, url, '/auth/renew')).status).toBe(401);
    expect(cookieNames(browser, url)).toEqual([]);
    expect(fixture.outside.revoked).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ['fails', () => Object.assign(fixture.outside.behaviour, { refresh: 'fails' })],
    ['does not answer', () => Object.assign(fixture.outside.behaviour, { isDown: true })],
  ])('a provider that %s does not end the session: 503, and the next attempt succeeds', async (_what, spoil) => {
    const { url, browser } = await signedIn();
    spoil();
    const failed = await callAuth(browser, url, '/auth/renew');
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('5');
    Object.assign(fixture.outside.behaviour, { refresh: 'rotates', isDown: false });
    expect((await callAuth(browser, url, '/auth/renew')).status).toBe(200);
  });

  test.each([
    ['none', undefined],
    ['one that was not sealed here', 'A'.repeat(200)],
    ['one that is cut short', 'AAAA'],
    ['an empty one', ''],
  ])('OIDC-12: a cookie of the kind "%s" cannot be used for a renewal', async (_what, value) => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    if (value !== undefined) browser.setCookie(new URL(url), `turnout-renewal=${value}; Path=/auth`);
    expect((await callAuth(browser, url, '/auth/renew')).status).toBe(401);
  });

  test('OIDC-14: another person’s cookie, such as one planted by another host of our domain, renews nothing', async () => {
    const { url, browser, token } = await signedIn();
    const renew = async () => (await callAuth(browser, url, '/auth/renew', { body: JSON.stringify({ id_token: token }) })).status;
    expect(await renew()).toBe(200);
    fixture.outside.behaviour.claims = staffClaims({ sub: 'somebody-else' });
    const other = new TestBrowser();
    await fixture.tokenOf(other, url);
    browser.setCookie(new URL(url), `turnout-renewal=${cookieValue(other, url)}; Path=/auth`);
    expect([await renew(), cookieValue(browser, url)]).toEqual([401, undefined]);
  });

  test('SEC-18: renewals end after the maximum number of days of a session', async () => {
    let now = Date.now();
    const url = await fixture.startServer({ settings: { SESSION_MAX_DAYS: '2' }, now: () => now });
    const browser = new TestBrowser();
    await fixture.tokenOf(browser, url);
    const hours = async (count: number) => {
      now += count * 3_600_000;
      return (await callAuth(browser, url, '/auth/renew')).status;
    };
    expect(await hours(30)).toBe(200);
    expect(await hours(17)).toBe(200);
    expect(await hours(1)).toBe(401);
    expect(cookieValue(browser, url)).toBeUndefined();
  });

  test('OIDC-12: a value sealed for a pending sign-in is not valid for a renewal', async () => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    await browser.request(`${url}/auth/login`);
    const [pending] = browser.cookiesFor(new URL('/auth/renew', url));
    browser.setCookie(new URL(url), `turnout-renewal=${pending!.value}; Path=/auth`);
    expect((await callAuth(browser, url, '/auth/renew')).status).toBe(401);
    expect(fixture.outside.tokenRequests).toEqual([]);
  });
});

describe.each(['/auth/renew', '/auth/logout'])('POST %s is for our own pages', (path) => {
  const without = (headers: Record<string, string>, name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

  test.each<[string, (url: string) => Record<string, string>]>([
    ['without an origin', (url) => without(ownHeaders(url), 'origin')],
    ['from another origin', (url) => ({ ...ownHeaders(url), origin: 'https://evil.example' })],
    ['from another port of the same host', (url) => ({ ...ownHeaders(url), origin: 'http://localhost:1' })],
    ['from a sandboxed frame', (url) => ({ ...ownHeaders(url), origin: 'null' })],
    ['without our header', (url) => without(ownHeaders(url), 'x-turnout-session')],
  ])('OIDC-12: %s it is 403, and nothing changes', async (_what, headers) => {
    const { url, browser } = await signedIn();
    const before = cookieValue(browser, url);
    const answer = await callAuth(browser, url, path, { headers: headers(url) });
    expect(answer.status).toBe(403);
    expect(answer.setCookies).toEqual([]);
    expect(cookieValue(browser, url)).toBe(before);
    expect(fixture.outside.revoked).toEqual([]);
  });

  test('OIDC-12: a form of another site has no cookie to send in the first place', async () => {
    const { url, browser } = await signedIn();
    expect(browser.cookiesFor(new URL(path, url), { isCrossSite: true, method: 'POST' })).toEqual([]);
  });

  test('there is no GET', async () => {
    const { url, browser } = await signedIn();
    expect((await browser.request(`${url}${path}`)).status).toBe(404);
  });
});

describe('POST /auth/logout', () => {
  test('OIDC-13, EMB-16: revokes the refresh token, clears the cookies and names the page that ends it at the provider', async () => {
    const { url, browser, token } = await signedIn();
    const out = await callAuth(browser, url, '/auth/logout', { body: JSON.stringify({ id_token: token }) });
    expect(out.status).toBe(200);
    const end = new URL(out.data?.end_session_url ?? '');
    expect(`${end.origin}${end.pathname}`).toBe(`${fixture.outside.issuer}/end-session`);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      client_id: 'turnout',
      post_logout_redirect_uri: `${url}/`,
    });
    expect(fixture.outside.revoked).toHaveLength(1);
    expect(cookieNames(browser, url)).toEqual([]);
    expect(cookieNames(browser, url, '/')).toEqual([]);
  });

  test('SEC-7: the token is invalid afterwards, also in another encoding; another session continues', async () => {
    const { url, browser, token } = await signedIn();
    // Tokens contain the second in which they were issued, and those of the same second end together.
    await sleep(1_000 - (Date.now() % 1_000));
    const other = await fixture.tokenOf(new TestBrowser(), url);
    const status = async (bearer: string) => (await fetch(`${url}/me`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    expect(await status(token)).toBe(200);
    await callAuth(browser, url, '/auth/logout', { body: JSON.stringify({ id_token: token }) });
    expect(await status(token)).toBe(401);
    expect(await status(`${token}=`)).toBe(401);
    expect(await status(other)).toBe(200);
  });

  test('SEC-7: no address contains the token unless the provider wants it; the login hint is sent', async () => {
    fixture.outside.behaviour.claims = staffClaims({ login_hint: 'opaque-hint' });
    const hintsOf = async (signOutByToken: boolean) => {
      const url = await fixture.startServer({ identity: { signOutByToken } });
      const browser = new TestBrowser();
      const token = await fixture.tokenOf(browser, url);
      const out = await callAuth(browser, url, '/auth/logout', { body: JSON.stringify({ id_token: token }) });
      const { searchParams } = new URL(out.data?.end_session_url ?? '');
      return { hint: searchParams.get('logout_hint'), isToken: searchParams.get('id_token_hint') === token };
    };
    expect(await hintsOf(false)).toEqual({ hint: 'opaque-hint', isToken: false });
    expect(await hintsOf(true)).toEqual({ hint: null, isToken: true });
  });

  test('OIDC-13: a copy of the renewal cookie is useless afterwards', async () => {
    const { url, browser } = await signedIn();
    const kept = cookieValue(browser, url) ?? '';
    await callAuth(browser, url, '/auth/logout');
    browser.setCookie(new URL(url), `turnout-renewal=${kept}; Path=/auth`);
    expect((await callAuth(browser, url, '/auth/renew')).status).toBe(401);
  });

  test('OIDC-13: with a provider that offers neither, our own session still ends', async () => {
    await fixture.startOutside({ revocation: false, endSession: false });
    const { url, browser } = await signedIn();
    const out = await callAuth(browser, url, '/auth/logout');
    expect(out).toMatchObject({ status: 200, data: { end_session_url: null } });
    expect(fixture.outside.revoked).toEqual([]);
    expect(cookieNames(browser, url)).toEqual([]);
  });

  test('OIDC-13: the session ends here even if the provider is down', async () => {
    const { url, browser } = await signedIn();
    fixture.outside.behaviour.isDown = true;
    expect((await callAuth(browser, url, '/auth/logout')).status).toBe(200);
    expect(cookieNames(browser, url)).toEqual([]);
    expect(fixture.logged).toContain('could not be revoked');
  });

  test.each(['{}', 'null', '{"id_token":5}', '[]'])('signed out already, or with the body %s, it succeeds anyway', async (body) => {
    const url = await fixture.startServer();
    expect((await callAuth(new TestBrowser(), url, '/auth/logout', { body })).status).toBe(200);
  });
});
