import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { TEST_SECRET } from '#server/testing/server.ts';
import { localClient } from '#server/testing/sign-in-server.ts';
import { localIdentityRoutes, ownMachineOnly } from './routes.ts';

let app: FastifyInstance | undefined;

afterEach(async () => app?.close());

interface Answer {
  status: number;
  type: string;
  body: string;
}

async function startServer(hosts: readonly string[] = []): Promise<number> {
  app = Fastify();
  app.addHook('onRequest', ownMachineOnly(hosts));
  app.get('/', async () => 'the back office');
  await app.listen({ port: 0, host: '0.0.0.0' });
  return (app.server.address() as AddressInfo).port;
}

/** Not with `fetch`, which does not allow a Host header. */
async function ask(
  port: number,
  { host = 'localhost', peer = '127.0.0.1', path = '/', ...headers }: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = httpRequest({ host: peer, port, path, headers: { host, ...headers } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }));
    });
    call.on('error', reject).end();
  });
}

const otherAddress = Object.values(os.networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test.each(['localhost', 'localhost:3000', 'LOCALHOST', 'turnout.localhost:80', '127.0.0.1:3000', '127.8.8.8', '[::1]:3000', '[::1]'])(
  'SEC-2: this machine under its own name %s is answered',
  async (host) => {
    expect(await ask(await startServer(), { host })).toMatchObject({ status: 200, body: 'the back office' });
  },
);

test.each([
  ['a foreign host', { host: 'events.example.com' }],
  ['a name that looks like ours', { host: 'localhost.example.com' }],
  ['an address that looks like ours', { host: '127.0.0.1.example.com' }],
  ['an address that other machines reach', { host: '192.168.1.5:3000' }],
  ['a host with a sign-in before it', { host: 'localhost@evil.example' }],
  ['X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }],
  ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
  ['Forwarded', { forwarded: 'for=192.0.2.1' }],
  ['Via', { via: '1.1 proxy' }],
  ['X-Real-IP', { 'x-real-ip': '192.0.2.1' }],
  ['a path that leads nowhere under a foreign host', { host: 'events.example.com', path: '/nowhere' }],
])('SEC-2: %s is refused with a message that names the setting', async (_what, headers: Record<string, string>) => {
  const answer = await ask(await startServer(), headers);
  expect(answer).toMatchObject({ status: 421, type: 'application/problem+json; charset=utf-8' });
  expect(JSON.parse(answer.body)).toMatchObject({ status: 421, detail: expect.stringMatching(/OIDC_ISSUER.*LOCAL_IDENTITY_HOSTS/) });
});

test('SEC-2: a refused browser gets a page', async () => {
  const answer = await ask(await startServer(), { host: 'events.example.com', accept: 'text/html,*/*' });
  expect(answer).toMatchObject({ status: 421, type: 'text/html; charset=utf-8', body: expect.stringContaining('LOCAL_IDENTITY_HOSTS') });
  expect(answer.body).not.toContain('the back office');
});

test.skipIf(otherAddress === undefined)('SEC-2: another machine is refused, whatever host it names', async () => {
  expect((await ask(await startServer(), { peer: otherAddress ?? '' })).status).toBe(421);
});

test('SEC-2: a host in the setting is answered, also through a proxy; others are not', async () => {
  const port = await startServer(['demo.example.com']);
  expect((await ask(port, { host: 'Demo.example.com:443', 'x-forwarded-for': '192.0.2.1', via: '1.1 proxy' })).status).toBe(200);
  expect((await ask(port, { host: 'other.example.com' })).status).toBe(421);
  expect((await ask(port)).status).toBe(200);
});

test('SEC-2: links of the local identity begin with PUBLIC_URL, whatever host the proxy names', async () => {
  const issuer = 'https://demo.example.com/auth/local';
  const client = localClient('https://demo.example.com');
  app = Fastify();
  await app.register(localIdentityRoutes, { issuer, client, secret: TEST_SECRET, hosts: ['demo.example.com'] });
  const answer = await app.inject({ url: '/auth/local/.well-known/openid-configuration', headers: { host: 'x', 'x-forwarded-host': 'y' } });
  expect(answer.json()).toMatchObject({ issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` });
});
