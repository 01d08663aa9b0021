import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { TestBrowser, type Visit } from '#server/testing/browser.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { localClient, messageOf, startSignInServer } from '#server/testing/sign-in-server.ts';
import { localIdentityRoutes } from './routes.ts';

let closers: (() => Promise<unknown>)[];

beforeEach(() => {
  closers = [];
});

afterEach(async () => {
  for (const close of closers) await close();
});

async function startServer(port?: number) {
  const ownPort = port ?? (await freePort());
  const issuer = `http://localhost:${ownPort}/identity`;
  const server = await startSignInServer({ port: ownPort, identity: { issuer, clientId: 'turnout' }, localIdentity: true });
  closers.push(() => server.app.close());
  return { ...server, port: ownPort };
}

async function choose(browser: TestBrowser, picker: Visit, choice: string): Promise<Visit> {
  return browser.visit(picker.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: choice,
    from: picker.url,
  });
}

/** Submits the page's form, as its script does in a browser. */
async function submitForm(browser: TestBrowser, page: Visit): Promise<Visit> {
  const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const fields = page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const body = new URLSearchParams([...fields].map(([, name = '', value = '']) => [name, value]));
  if (/name="logout" value="yes"/.test(page.body)) body.set('logout', 'yes');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return browser.visit(new URL(action, page.url), { method: 'POST', headers, body: body.toString(), from: page.url });
}

async function signIn(browser: TestBrowser, url: string, choice: string) {
  const picker = await browser.visit(`${url}/auth/login?attempt=one`);
  let end = await choose(browser, picker, choice);
  // The provider signs out of the first account before it signs in with another.
  while (end.body.includes('<form method="post"')) end = await submitForm(browser, end);
  return { picker, end, ...messageOf(end.body) };
}

const ownCall = (url: string) => ({ origin: url, 'x-turnout-session': '1', 'content-type': 'application/json' });

async function me(url: string, token: string) {
  const response = await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const tokenOf = (message: { outcome: string }) => ('id_token' in message ? String(message.id_token) : '');

describe('the local identity', () => {
  test('OIDC-17: the picker offers two allowed accounts and one of a disallowed domain', async () => {
    const { url } = await startServer();
    const picker = await new TestBrowser().visit(`${url}/auth/login`);
    expect(picker.status).toBe(200);
    expect(picker.url.pathname).toMatch(/^\/identity\/interaction\//);
    expect(picker.body.match(/class="email">[^<]+/g)).toEqual([
      'class="email">robin.hale@example.com',
      'class="email">sam.okafor@example.org',
      'class="email">alex.verne@elsewhere.example',
    ]);
    expect(picker.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(picker.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('AUTH-1, AUTH-4, OIDC-17: choosing an account ends with an ID token that the server accepts', async () => {
    const { url } = await startServer();
    const { message, mode } = await signIn(new TestBrowser(), url, 'account=robin');
    expect(message).toMatchObject({ outcome: 'signed-in', attempt: 'one' });
    expect(mode).toBe('popup');
    expect(await me(url, tokenOf(message))).toMatchObject({
      status: 200,
      body: { email: 'robin.hale@example.com', displayName: 'Robin Hale', photoURL: null },
    });
  });

  test('AUTH-3: the person is asked for the account again although they are signed in', async () => {
    const { url } = await startServer();
    const browser = new TestBrowser();
    await signIn(browser, url, 'account=robin');
    const { picker, message } = await signIn(browser, url, 'account=sam');
    expect(picker.body).toContain('Choose an account');
    expect(await me(url, tokenOf(message))).toMatchObject({ body: { email: 'sam.okafor@example.org' } });
  });

  test('AUTH-5, AUTH-6: the disallowed account gets a token, which the server refuses with the text of the alert', async () => {
    const { url } = await startServer();
    const browser = new TestBrowser();
    const { message } = await signIn(browser, url, 'account=alex');
    expect(await me(url, tokenOf(message))).toMatchObject({
      status: 403,
      body: { detail: 'Your email domain is not allowed to sign in.' },
    });
    expect(browser.cookiesFor(new URL('/auth/renew', url)).map(({ name }) => name)).toEqual([]);
  });

  test('cancelling in the picker is reported as cancelled', async () => {
    const { url } = await startServer();
    const { message } = await signIn(new TestBrowser(), url, 'cancel=yes');
    expect(message).toMatchObject({ outcome: 'cancelled', message: 'The sign-in was cancelled.' });
  });

  test('an unknown account is the same as none', async () => {
    const { url } = await startServer();
    const { message } = await signIn(new TestBrowser(), url, 'account=admin');
    expect(message).toMatchObject({ outcome: 'cancelled' });
  });

  test('OIDC-11: the session is renewed, every time with a new refresh token', async () => {
    const { url } = await startServer();
    const browser = new TestBrowser();
    await signIn(browser, url, 'account=robin');
    for (let round = 0; round < 2; round += 1) {
      const renewed = await browser.request(`${url}/auth/renew`, { method: 'POST', headers: ownCall(url), body: '{}', from: new URL(url) });
      expect(renewed.status).toBe(200);
      const { id_token: token } = (JSON.parse(renewed.body) as { data: { id_token: string } }).data;
      expect(await me(url, token)).toMatchObject({ status: 200 });
    }
  });

  test('OIDC-13: Sign Out ends the session at the provider too, without asking again', async () => {
    const { url } = await startServer();
    const browser = new TestBrowser();
    const { message } = await signIn(browser, url, 'account=robin');
    const renewalCookies = browser.cookiesFor(new URL('/auth/renew', url));
    const body = JSON.stringify({ id_token: tokenOf(message) });
    const out = await browser.request(`${url}/auth/logout`, { method: 'POST', headers: ownCall(url), body, from: new URL(url) });
    const { end_session_url: endSession } = (JSON.parse(out.body) as { data: { end_session_url: string } }).data;
    const confirmation = await browser.visit(endSession, { from: new URL(url) });
    expect(confirmation.body).toContain('Signing out');
    const end = await submitForm(browser, confirmation);
    expect(end.url.href).toBe(`${url}/`);
    for (const { name, value, path: cookiePath } of renewalCookies) {
      browser.setCookie(new URL(url), `${name}=${value}; Path=${cookiePath}`);
    }
    const renewed = await browser.request(`${url}/auth/renew`, { method: 'POST', headers: ownCall(url), body: '{}', from: new URL(url) });
    expect(renewed.status).toBe(401);
  });

  test('a token survives a restart of the server; the session ends', async () => {
    const first = await startServer();
    const browser = new TestBrowser();
    const { message } = await signIn(browser, first.url, 'account=robin');
    await first.app.close();
    const { url } = await startServer(first.port);
    // Connections to the previous server are still being closed.
    await vi.waitFor(async () => expect(await me(url, tokenOf(message))).toMatchObject({ status: 200 }));
    const renewed = await browser.request(`${url}/auth/renew`, { method: 'POST', headers: ownCall(url), body: '{}', from: new URL(url) });
    expect(renewed.status).toBe(401);
  });

  test('a picker of an expired sign-in says so', async () => {
    const { url } = await startServer();
    const page = await new TestBrowser().visit(`${url}/identity/interaction/unknown`);
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('This sign-in has ended');
  });

  test('OIDC-16: refuses an address that other machines can reach', async () => {
    const app = Fastify();
    const client = localClient('http://events.example.com');
    const registered = app.register(localIdentityRoutes, { issuer: 'http://events.example.com/identity', client, secret: TEST_SECRET });
    await expect(registered).rejects.toThrow('loopback');
  });

  test('nothing is written to the console', async () => {
    const written = (['warn', 'info', 'error', 'log'] as const).map((method) => vi.spyOn(console, method));
    const { url } = await startServer();
    await signIn(new TestBrowser(), url, 'account=robin');
    for (const spy of written) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

test('OIDC-21: the sign-in works when the provider has another host name, since the state cookie is Lax', async () => {
  const [appPort, providerPort] = [await freePort(), await freePort()];
  const appUrl = `http://localhost:${appPort}`;
  const issuer = `http://127.0.0.1:${providerPort}/identity`;
  const provider = Fastify();
  await provider.register(localIdentityRoutes, { issuer, client: localClient(appUrl), secret: TEST_SECRET });
  await provider.listen({ port: providerPort, host: '127.0.0.1' });
  closers.push(() => provider.close());
  const server = await startSignInServer({ port: appPort, identity: { issuer, clientId: 'turnout' } });
  closers.push(() => server.app.close());

  const browser = new TestBrowser();
  const picker = await browser.visit(`${appUrl}/auth/login`);
  expect(picker.url.hostname).toBe('127.0.0.1');
  const end = await choose(browser, picker, 'account=robin');
  expect(end.url.hostname).toBe('localhost');
  expect(messageOf(end.body).message.outcome).toBe('signed-in');
});
