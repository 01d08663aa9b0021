import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mayBeCalled } from './identity-issuer.ts';
import { lazyDiscovery, publishedKeys } from './identity-keys.ts';

test.each([
  ['/o/turnout', '/o/turnout/'],
  ['/o/turnout/', '/o/turnout'],
])('OIDC-23: an issuer that is set as %s may call itself %s, but not something else', async (set, own) => {
  let calls = own;
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ issuer: `http://${request.headers.host}${calls}`, authorization_endpoint: `http://${request.headers.host}/a` }),
    );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await once(site, 'listening');
  const issuer = `http://127.0.0.1:${(site.address() as AddressInfo).port}${set}`;
  const discover = async () => (await lazyDiscovery({ issuer, clientId: 'turnout' }, () => undefined)()).serverMetadata().issuer;
  expect(await discover()).toBe(issuer.replace(set, own));
  calls = '/o/another';
  await expect(discover()).rejects.toMatchObject({ cause: { message: expect.stringContaining('calls itself') } });
});

test('OIDC-23: what the provider changes in its configuration counts a minute later, and the last one does while it is away', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let keys: string | undefined = '/jwks-1';
  const site = createServer((request, response) => {
    const own = `http://${request.headers.host}`;
    response.writeHead(keys === undefined ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer: own, jwks_uri: `${own}${keys}` }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await once(site, 'listening');
  const onStale = vi.fn<(err: unknown) => void>();
  const issuer = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const discovered = lazyDiscovery({ issuer, clientId: 'turnout' }, onStale);
  const read = async () => new URL((await discovered()).serverMetadata().jwks_uri ?? '').pathname;
  const later = () => vi.setSystemTime(Date.now() + 61_000);

  expect(await read()).toBe('/jwks-1');
  keys = '/jwks-2';
  expect(await read()).toBe('/jwks-1');
  later();
  expect(discovered()).toBe(discovered());
  await vi.waitFor(async () => expect(await read()).toBe('/jwks-2'));
  keys = undefined;
  later();
  expect([await read(), await read()]).toEqual(['/jwks-2', '/jwks-2']);
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledOnce());
});

test('OIDC-23: keys are fetched where the provider publishes them now', async () => {
  const { publicKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'new', alg: 'ES256' };
  const site = createServer(({ url }, response) => {
    response.end(JSON.stringify({ keys: url === '/new' ? [key] : [] }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await once(site, 'listening');
  let path = '/old';
  const keys = publishedKeys(async () => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`);
  const find = async () => keys({ alg: 'ES256', kid: 'new' }, { payload: '', signature: '' });
  await expect(find()).rejects.toThrow('no applicable key');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  onTestFinished(() => void vi.useRealTimers());
  path = '/new';
  await expect(find()).resolves.toMatchObject({ type: 'public' });
});

test.each([
  ['https://id.example.org/o/turnout', 'https://id.example.org/o/turnout/', true],
  ['HTTPS://ID.Example.org:443/', 'https://id.example.org', true],
  ['https://kestrel.b2clogin.com/kestrel/sign-in/v2.0', 'https://kestrel.b2clogin.com/4f1c/v2.0/', true],
  ['https://id.example.org/o/turnout', 'https://id.example.org/o/Turnout', false],
  ['https://id.example.org', 'http://id.example.org', false],
  ['https://id.example.org', 'nothing', false],
])('OIDC-23: whether the provider of %s may call itself %s: %s', (set, own, expected) => {
  expect(mayBeCalled(set, own)).toBe(expected);
});
