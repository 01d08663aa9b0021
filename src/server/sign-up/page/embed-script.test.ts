import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { loadSignUpBundle } from '#server/pages/bundle.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const bundle = await loadSignUpBundle(inject('signUpBundleDir'));
const server = await createSignUpPageServer();
const get = async (headers: Record<string, string> = {}) => fetch(`${server.url}/embed.js`, { headers });

test('the embed script is served to any origin, without a cookie, and cached for a day', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(bundle.embedScript.split('https://server.invalid')).toHaveLength(2);
  expect(await response.text()).toBe(bundle.embedScript.replace('https://server.invalid', 'http://localhost'));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000, stale-if-error=2592000',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  });
  expect(response.headers.has('set-cookie')).toBe(false);
  expect((await get({ 'accept-encoding': 'identity' })).headers.has('content-encoding')).toBe(false);
});

test('a client that has the current script gets 304', async () => {
  const etag = (await get()).headers.get('etag') ?? '';
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ 'if-none-match': `W/${etag}` })).status).toBe(304);
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
});

test('it is at most 3 kB, and stores nothing', () => {
  expect(gzipSync(bundle.embedScript, { level: 9 }).length).toBeLessThanOrEqual(3_000);
  expect(bundle.embedScript).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|eval\(|innerHTML/);
});
