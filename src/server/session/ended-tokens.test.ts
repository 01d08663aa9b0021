import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { GoodToken } from '#server/services/identity-token.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { staffClaims } from '#server/testing/services/identity.ts';
import { callAuth, SignInFixture } from '#server/testing/sign-in-fixture.ts';
import { EndedTokens, exchangeEndedTokens, type ExchangeEndedTokens } from './ended-tokens.ts';

const { db } = await openTestDatabase();
const fixture = new SignInFixture();
const exchange: ExchangeEndedTokens = (ended) => exchangeEndedTokens(db, ended);
const NOW = Math.floor(Date.now() / 1_000);
/** A token of Ada's, unless said otherwise. */
const good = (times: Partial<GoodToken> = {}, subject = 'ada'): GoodToken => ({
  ok: true,
  user: { email: 'ada@example.com', displayName: 'Ada', photoURL: null, subject },
  issuedAt: NOW,
  expiresAt: NOW + 3_600,
  ...times,
});

test('SEC-7: a token that was signed out at one server is refused by another within two seconds', async () => {
  const [here, there] = [await fixture.startServer({ exchange }), await fixture.startServer({ exchange })];
  const browser = new TestBrowser();
  const token = await fixture.tokenOf(browser, here);
  const statusAt = async (url: string) => (await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await statusAt(here), await statusAt(there)]).toEqual([200, 200]);
  await callAuth(browser, here, '/auth/logout', { body: JSON.stringify({ id_token: token }) });
  expect(await statusAt(here)).toBe(401);
  await expect.poll(() => statusAt(there), { timeout: 2_000 }).toBe(401);
});

test('SEC-7: a server that starts later knows it before it answers; expired tokens are forgotten', async () => {
  const first = new EndedTokens(exchange);
  first.end('head.ended.signature', good());
  first.end('head.over.signature', good({ issuedAt: NOW - 3_600, expiresAt: NOW - 120 }, 'ben'));
  await first.share();
  const second = new EndedTokens(exchange);
  await second.share();
  expect(second.has('head.ended.signature', good())).toBe(true);
  expect(second.has('head.ended.another', good())).toBe(true);
  expect(second.has('head.over.signature', good({}, 'ben'))).toBe(false);
  expect(second.has('head.another.signature', good({ issuedAt: NOW + 1 }))).toBe(false);
});

test('SEC-7: while the database is down the called server refuses the token, and the others do later', async () => {
  let isAway = true;
  const first = new EndedTokens(async (ended) => (isAway ? Promise.reject(new Error('away')) : exchange(ended)));
  first.end('head.ended.signature', good());
  await expect(first.share()).rejects.toThrow('away');
  expect(first.has('head.ended.signature', good())).toBe(true);
  isAway = false;
  await first.share();
  const second = new EndedTokens(exchange);
  await second.share();
  expect(second.has('head.ended.signature', good())).toBe(true);
});

test('OIDC-13, AUTH-13: someone in hundreds of groups can sign out, too', async () => {
  const url = await fixture.startServer({ exchange });
  fixture.outside.behaviour.claims = staffClaims({ groups: Array.from({ length: 250 }, () => randomUUID()) });
  const browser = new TestBrowser();
  const token = await fixture.tokenOf(browser, url);
  expect((await callAuth(browser, url, '/auth/logout', { body: JSON.stringify({ id_token: token }) })).status).toBe(200);
  expect((await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});

test('SEC-7: a stranger’s text as the token of a sign-out is not stored', async () => {
  const url = await fixture.startServer({ exchange });
  const forged = `${await fixture.outside.token({ aud: 'another-client' })}`;
  await callAuth(new TestBrowser(), url, '/auth/logout', { body: JSON.stringify({ id_token: forged }) });
  expect(await exchange([])).toEqual([]);
});

test('SEC-35: signing out ends tokens issued to the same person before, in any browser and on every server, but no later ones', async () => {
  const first = new EndedTokens(exchange);
  first.end('head.newer.signature', good());
  first.end('head.older.signature', good({ issuedAt: NOW - 600, expiresAt: NOW + 3_000 }));
  await first.share();
  const second = new EndedTokens(exchange);
  second.end('head.oldest.signature', good({ issuedAt: NOW - 900, expiresAt: NOW + 2_700 }));
  for (const server of [second, first]) {
    await server.share();
    expect(server.has('head.stolen.signature', good({ issuedAt: NOW - 60 }))).toBe(true);
    expect(server.has('head.same.signature', good())).toBe(true);
    expect(server.has('head.later.signature', good({ issuedAt: NOW + 1 }))).toBe(false);
    expect(server.has('head.another.signature', good({ issuedAt: NOW - 60 }, 'ben'))).toBe(false);
  }
});
