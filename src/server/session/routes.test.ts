import { describe, expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { staffClaims } from '#server/testing/services/identity.ts';
import { callAuth, cookieNames, SignInFixture } from '#server/testing/sign-in-fixture.ts';
import { messageOf } from '#server/testing/sign-in-server.ts';

const fixture = new SignInFixture();

describe('leaving for the provider', () => {
  test('OIDC-2, OIDC-3, AUTH-3: asks for a code with PKCE, state, nonce and the choice of an account', async () => {
    const url = await fixture.startServer();
    const login = await new TestBrowser().request(`${url}/auth/login`);
    expect(login.status).toBe(302);
    const query = Object.fromEntries(new URL(login.headers.get('location') ?? '').searchParams);
    expect(query).toMatchObject({
      client_id: 'turnout',
      response_type: 'code',
      redirect_uri: `${url}/auth/callback`,
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
  });

  test('OIDC-22: scopes and further parameters come from the settings and cannot override ours', async () => {
    const authParams = { access_type: 'offline', prompt: 'consent', state: 'fixed' };
    const url = await fixture.startServer({ identity: { scopes: 'openid email offline_access', authParams } });
    const login = await new TestBrowser().request(`${url}/auth/login`);
    const query = new URL(login.headers.get('location') ?? '').searchParams;
    expect(query.get('scope')).toBe('openid email offline_access');
    expect(query.get('access_type')).toBe('offline');
    expect(query.get('prompt')).toBe('select_account consent');
    expect(query.get('state')).not.toBe('fixed');
  });

  test('OIDC-21: the cookie with state and PKCE verifier is sealed, short-lived, httpOnly and Lax', async () => {
    const url = await fixture.startServer();
    const login = await new TestBrowser().request(`${url}/auth/login`);
    expect(login.setCookies).toHaveLength(1);
    expect(login.setCookies[0]).toMatch(
      /^turnout-sign-in-[\w-]{16}=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(login.setCookies[0]).not.toContain(new URL(login.headers.get('location') ?? '').searchParams.get('state'));
  });

  test('under another name of this machine, where cookies would be lost, the opener gets the right address', async () => {
    const url = await fixture.startServer();
    const page = await new TestBrowser().request(`${url.replace('localhost', '127.0.0.1')}/auth/login?attempt=seven`);
    expect(messageOf(page.body).message).toMatchObject({ attempt: 'seven', message: `Please open ${url} to sign in.` });
  });

  test('a provider that does not answer is reported to the opener, and is not a server error', async () => {
    fixture.outside.behaviour.isDown = true;
    const url = await fixture.startServer();
    const page = await new TestBrowser().request(`${url}/auth/login?attempt=seven`);
    expect(page.status).toBe(503);
    expect(messageOf(page.body).message).toMatchObject({ outcome: 'unavailable', attempt: 'seven' });
  });
});

describe('coming back', () => {
  test('AUTH-1, AUTH-4, OIDC-4: the page hands the ID token over and closes', async () => {
    const url = await fixture.startServer();
    const page = await fixture.signIn(new TestBrowser(), url, '?attempt=seven');
    expect(page.status).toBe(200);
    const { mode, message } = messageOf(page.body);
    expect(mode).toBe('popup');
    expect(message).toMatchObject({ outcome: 'signed-in', attempt: 'seven' });
    expect(message.outcome === 'signed-in' && message.expires_in).toBeGreaterThan(3_500);
    expect(page.body).toContain('postMessage(message, location.origin)');
    expect(page.body).not.toContain("'*'");
  });

  test('OIDC-4: the page only runs its own script, and is not stored, framed, or cut off from its opener', async () => {
    const url = await fixture.startServer();
    const page = await fixture.signIn(new TestBrowser(), url);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
  });

  test('OIDC-5: after a full-page sign-in the message waits for the app in the tab', async () => {
    const url = await fixture.startServer();
    const page = await fixture.signIn(new TestBrowser(), url, '?mode=redirect');
    expect(messageOf(page.body)).toMatchObject({ mode: 'redirect', message: { outcome: 'signed-in' } });
  });

  test('OIDC-12, EMB-15: the refresh token is in a sealed httpOnly Strict cookie under /auth, and the staff cookie holds no secret', async () => {
    const url = await fixture.startServer();
    const { setCookies } = await fixture.signIn(new TestBrowser(), url);
    const renewal = setCookies.find((line) => line.startsWith('turnout-renewal='));
    expect(renewal).toMatch(/^turnout-renewal=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Max-Age=2592000; Path=\/auth; HttpOnly; SameSite=Strict$/);
    expect(setCookies).toContain('turnout-staff=1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict');
    expect(setCookies.find((line) => line.startsWith('turnout-sign-in-'))).toContain('Expires=Thu, 01 Jan 1970');
  });

  test('OIDC-19: on https every cookie is Secure, the refresh cookie is named __Secure-, and no other host can plant that of a sign-in', async () => {
    const url = await fixture.startServer({ publicUrl: 'https://events.example.com' });
    const login = await new TestBrowser().request(`${url}/auth/login`);
    expect(login.setCookies[0]).toMatch(/^__Host-turnout-sign-in-[^;]*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const { searchParams } = new URL(login.headers.get('location') ?? '');
    expect(searchParams.get('redirect_uri')).toBe('https://events.example.com/auth/callback');
    const code = new URL((await fetch(login.headers.get('location') ?? '', { redirect: 'manual' })).headers.get('location') ?? '').search;
    const cookie = login.setCookies[0]!.split(';')[0]!;
    const page = await fetch(`${url}/auth/callback${code}`, { headers: { cookie } });
    const kept = page.headers.getSetCookie();
    expect(kept.find((line) => line.startsWith('__Secure-turnout-renewal='))).toMatch(/; Secure; SameSite=Strict$/);
    expect(kept.find((line) => line.startsWith('turnout-staff='))).toMatch(/; Secure; SameSite=Strict$/);
  });

  test.for([{}, { refresh_token: null, expires_in: null }, { refresh_token: '', scope: '' }])(
    'OIDC-20: without a refresh token (%o) the sign-in works, and any older renewal cookie is removed',
    async (unset) => {
      Object.assign(fixture.outside.behaviour, { givesRefreshTokens: false, unset });
      const url = await fixture.startServer();
      const browser = new TestBrowser();
      browser.setCookie(new URL(url), 'turnout-renewal=old; Path=/auth');
      const page = await fixture.signIn(browser, url);
      expect(messageOf(page.body).message.outcome).toBe('signed-in');
      expect(cookieNames(browser, url)).toEqual(['turnout-staff']);
    },
  );

  test('a refresh token too long for a cookie counts as none', async () => {
    fixture.outside.behaviour.refreshTokenLength = 4_000;
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    expect(messageOf((await fixture.signIn(browser, url)).body).message.outcome).toBe('signed-in');
    expect(cookieNames(browser, url)).toEqual(['turnout-staff']);
  });

  test('AUTH-5, AUTH-7: a refused person gets no cookie, and the refresh token is revoked', async () => {
    fixture.outside.behaviour.claims = staffClaims({ email: 'alex@elsewhere.example' });
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const { message } = messageOf((await fixture.signIn(browser, url)).body);
    expect(message.outcome).toBe('signed-in');
    expect(cookieNames(browser, url)).toEqual([]);
    expect(fixture.outside.revoked).toHaveLength(1);
  });

  test('several sign-ins may be pending at once, and finish in any order', async () => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    const first = await fixture.leaveAndReturn(browser, url, '?attempt=first');
    const second = await fixture.leaveAndReturn(browser, url, '?attempt=second');
    expect(messageOf((await fixture.arrive(browser, second)).body).message).toMatchObject({ outcome: 'signed-in', attempt: 'second' });
    expect(messageOf((await fixture.arrive(browser, first)).body).message).toMatchObject({ outcome: 'signed-in', attempt: 'first' });
  });

  test('cookies of unfinished sign-ins do not pile up in the browser', async () => {
    const url = await fixture.startServer();
    const browser = new TestBrowser();
    for (let count = 0; count < 12; count += 1) await browser.request(`${url}/auth/login`);
    expect(cookieNames(browser, url)).toHaveLength(5);
  });

  test('the client secret is sent in the body if the provider accepts that', async () => {
    const url = await fixture.startServer();
    await fixture.tokenOf(new TestBrowser(), url);
    expect(fixture.outside.tokenRequests[0]?.body.get('client_secret')).toBe(fixture.outside.clientSecret);
  });

  test('the client secret is sent in a header if the provider accepts only that', async () => {
    await fixture.startOutside({ methods: ['client_secret_basic'] });
    const url = await fixture.startServer();
    await fixture.tokenOf(new TestBrowser(), url);
    expect(fixture.outside.tokenRequests[0]?.authorization).toMatch(/^Basic /);
    expect(fixture.outside.tokenRequests[0]?.body.get('client_secret')).toBeNull();
  });
});

test('the log names neither the person nor any token', async () => {
  const url = await fixture.startServer();
  const browser = new TestBrowser();
  const token = await fixture.tokenOf(browser, url);
  fixture.outside.behaviour.authorizationError = 'access_denied';
  await fixture.signIn(browser, url);
  fixture.outside.behaviour.refresh = 'is refused';
  await callAuth(browser, url, '/auth/renew');
  expect(fixture.logged).toContain('sign-in failed');
  expect(fixture.logged).toContain('session not renewed');
  expect(fixture.logged).not.toMatch(/robin/i);
  expect(fixture.logged).not.toContain(token);
});
