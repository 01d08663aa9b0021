import { expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { callAuth, SignInFixture } from '#server/testing/sign-in-fixture.ts';
import { EndedTokens, exchangeEndedTokens, type ExchangeEndedTokens } from './ended-tokens.ts';

const { db } = await openTestDatabase();
const fixture = new SignInFixture();
const exchange: ExchangeEndedTokens = (ended) => exchangeEndedTokens(db, ended);
const inAnHour = () => Date.now() / 1_000 + 3_600;

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
  first.end('head.ended.signature', inAnHour());
  first.end('head.over.signature', Date.now() / 1_000 - 120);
  await first.share();
  const second = new EndedTokens(exchange);
  await second.share();
  expect(second.has('head.ended.signature')).toBe(true);
  expect(second.has('head.ended.another')).toBe(true);
  expect(second.has('head.over.signature')).toBe(false);
  expect(second.has('head.another.signature')).toBe(false);
});

test('SEC-7: while the database is away the server itself refuses the token, and the others do later', async () => {
  let isAway = true;
  const first = new EndedTokens(async (ended) => (isAway ? Promise.reject(new Error('away')) : exchange(ended)));
  first.end('head.ended.signature', inAnHour());
  await expect(first.share()).rejects.toThrow('away');
  expect(first.has('head.ended.signature')).toBe(true);
  isAway = false;
  await first.share();
  const second = new EndedTokens(exchange);
  await second.share();
  expect(second.has('head.ended.signature')).toBe(true);
});

test('SEC-7: a stranger’s text as the token of a sign-out is not kept', async () => {
  const url = await fixture.startServer({ exchange });
  const forged = `${await fixture.outside.token({ aud: 'another-client' })}`;
  await callAuth(new TestBrowser(), url, '/auth/logout', { body: JSON.stringify({ id_token: forged }) });
  expect(await exchange([])).toEqual([]);
});
