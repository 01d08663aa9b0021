import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mayBeCalled } from './identity-issuer.ts';
import { lazyDiscovery } from './identity-keys.ts';

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
  const discover = async () => (await lazyDiscovery({ issuer, clientId: 'turnout' })()).serverMetadata().issuer;
  expect(await discover()).toBe(issuer.replace(set, own));
  calls = '/o/another';
  await expect(discover()).rejects.toMatchObject({ cause: { message: expect.stringContaining('calls itself') } });
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
