import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import type { TestBrowser, Visit } from './browser.ts';
import { startTestIdentity, type TestIdentityProvider } from './services/identity.ts';
import { messageOf, startSignInServer } from './sign-in-server.ts';

type ServerOptions = Parameters<typeof startSignInServer>[0];
type OutsideOptions = Parameters<typeof startTestIdentity>[0];

const callAnswer = z.object({
  data: z.object({ id_token: z.string(), expires_in: z.number(), end_session_url: z.string().nullable() }).partial().optional(),
});

/** The headers of a call from our own page. */
export const ownHeaders = (url: string): Record<string, string> => ({
  origin: url,
  'x-turnout-session': '1',
  'content-type': 'application/json',
});

export const cookieNames = (browser: TestBrowser, url: string, path = '/auth/renew'): string[] =>
  browser.cookiesFor(new URL(path, url)).map(({ name }) => name);

/** A call under `/auth`, by default from our own page. */
export async function callAuth(
  browser: TestBrowser,
  url: string,
  path: string,
  { headers = ownHeaders(url), body = '{}', from = new URL(url) }: { headers?: Record<string, string>; body?: string; from?: URL } = {},
) {
  const visit = await browser.request(`${url}${path}`, { method: 'POST', headers, body, from });
  return { ...visit, data: callAnswer.parse(JSON.parse(visit.body)).data };
}

/** For each test, a stand-in provider, and servers that use it. */
export class SignInFixture {
  #outside: TestIdentityProvider | undefined;
  #closers: (() => Promise<unknown>)[] = [];
  /** The log of the test's servers. */
  logged = '';

  constructor() {
    beforeEach(async () => {
      this.logged = '';
      await this.startOutside();
    });
    afterEach(async () => {
      for (const close of this.#closers.splice(0)) await close();
    });
  }

  /** The provider of this test. */
  get outside(): TestIdentityProvider {
    assert(this.#outside !== undefined);
    return this.#outside;
  }

  /** Replaces the provider. */
  async startOutside(options: OutsideOptions = {}): Promise<TestIdentityProvider> {
    const started = await startTestIdentity(options);
    this.#closers.push(() => started.close());
    this.#outside = started;
    return started;
  }

  /** Starts a server that uses the provider; gives its address. */
  async startServer({
    identity,
    ...options
  }: Partial<Omit<ServerOptions, 'identity'>> & { identity?: Partial<ServerOptions['identity']> } = {}): Promise<string> {
    const { issuer, clientId, clientSecret } = this.outside;
    const { app, url } = await startSignInServer({
      identity: { issuer, clientId, clientSecret, ...identity },
      log: (line) => {
        this.logged += line;
      },
      ...options,
    });
    this.#closers.push(() => app.close());
    return url;
  }

  /** Signs in up to the provider's redirect back to us, which it does not follow. */
  async leaveAndReturn(browser: TestBrowser, url: string, query = ''): Promise<URL> {
    const login = await browser.request(`${url}/auth/login${query}`);
    const answer = await browser.request(login.headers.get('location') ?? '', { from: new URL(url) });
    assert.equal(answer.url.origin, this.outside.issuer);
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Follows the provider's redirect back to us. */
  async arrive(browser: TestBrowser, callback: URL): Promise<Visit> {
    return browser.request(callback, { from: new URL(this.outside.issuer) });
  }

  async signIn(browser: TestBrowser, url: string, query = ''): Promise<Visit> {
    return this.arrive(browser, await this.leaveAndReturn(browser, url, query));
  }

  /** Signs in and gives the ID token. */
  async tokenOf(browser: TestBrowser, url: string): Promise<string> {
    const { message } = messageOf((await this.signIn(browser, url)).body);
    assert(message.outcome === 'signed-in');
    return message.id_token;
  }
}
