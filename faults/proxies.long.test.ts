import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { startCollector } from '#server/testing/services/collector.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { newAccessToken, TOKEN_PATHS } from '#server/tokens/access-token.ts';
import { prepareProxy, type Proxy, type ProxyName } from './harness/proxies.ts';
import { newForm, openScene, startServer } from './harness/scene.ts';

const CANARY = 'canary.of.the.log@example.com';
const WITHOUT_TOKEN = 10;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const STARTED_WITHIN_MS = 20_000;

interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The visitor's address. */
  readonly from?: string;
}

/** Sends a request to a proxy; the status is 0 when it does not listen yet. */
async function send({ httpsPort }: Proxy, { path, body, headers = {}, from = '127.0.0.1' }: Call) {
  const own = { host: `localhost:${httpsPort}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const options = {
    host: '127.0.0.1',
    port: httpsPort,
    path,
    localAddress: from,
    servername: 'localhost',
    rejectUnauthorized: false,
    agent: false,
  };
  const request = https.request({ ...options, method: body === undefined ? 'GET' : 'POST', headers: { ...own, ...headers } });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  } catch {
    return { status: 0, headers: {}, body: '' };
  }
}

async function openProxied(name: ProxyName) {
  const proxy = await prepareProxy(name);
  if (proxy === undefined) return undefined;
  const scene = await openScene();
  const identity = await startTestIdentity();
  const collector = await startCollector();
  onTestFinished(async () => void (await Promise.all([identity.close(), collector.close()])));
  const server = await startServer(scene, {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${proxy.httpsPort}`,
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    ALLOWED_EMAIL_DOMAINS: 'example.com',
    PUBLIC_RATE_LIMIT: String(3 * WITHOUT_TOKEN),
    TRUST_PROXY: '127.0.0.1',
    HOST: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  // The second of the two servers is down all the time.
  proxy.start([server.port, await freePort()]);
  await expect.poll(async () => (await send(proxy, { path: '/readyz' })).status, { timeout: STARTED_WITHIN_MS }).toBe(200);
  return { proxy, scene, collector, token: await identity.token() };
}

test.for<ProxyName>(['haproxy', 'nginx', 'caddy'])(
  'DEP-2: %s with the file of deploy/proxies serves staff and visitors',
  async (name, context) => {
    const proxied = await openProxied(name);
    if (proxied === undefined) return context.skip(`there is no ${name}, and no Debian package of it`);
    const { proxy, scene, collector, token } = proxied;
    const staff = { authorization: `Bearer ${token}` };
    const form = await newForm(scene);

    // Pages and the sign-in; a query stays out of the log.
    expect(await send(proxy, { path: `/?q=${CANARY}` })).toMatchObject({ status: 200, body: expect.stringContaining('<div id="app">') });
    expect((await send(proxy, { path: '/auth/login' })).headers.location ?? '').toContain(
      `redirect_uri=https%3A%2F%2Flocalhost%3A${proxy.httpsPort}`,
    );
    const page = await send(proxy, {
      path: `/training/events-series/${form.seriesId}/view?email=${CANARY}`,
      headers: { referer: `https://example.org/?q=${CANARY}` },
    });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<form') });
    const plain = await fetch(`http://localhost:${proxy.httpPort}/`, { redirect: 'manual' });
    expect(plain.status).toBeGreaterThanOrEqual(301);
    expect((await send(proxy, { path: '/metrics' })).status).toBe(404);

    // A visitor's X-Forwarded-For is ignored; the visitor's own address counts.
    const signUp = (from: string, forged: string) =>
      send(proxy, {
        path: `/api/event_series/${form.seriesId}/submit`,
        body: newSignUp({ events: [form.eventId], email: `${forged.replaceAll('.', '-')}@example.com` }),
        headers: {
          'x-forwarded-for': forged,
          forwarded: `for=${forged}`,
          'x-real-ip': forged,
          traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
        },
        from,
      });
    const statuses = [];
    for (let index = 0; index <= WITHOUT_TOKEN; index += 1) statuses.push((await signUp('127.0.0.1', `203.0.113.${index}`)).status);
    expect(statuses).toEqual([...Array.from({ length: WITHOUT_TOKEN }, () => 200), 429]);
    expect((await signUp('127.0.0.2', '203.0.113.0')).status).toBe(200);

    // A trace named by a visitor is not continued.
    const requests = () => collector.spans.filter(({ name }) => name === 'POST /api/event_series/:id/submit');
    await expect.poll(() => requests().length, { timeout: 20_000 }).toBe(WITHOUT_TOKEN + 2);
    expect(requests().filter(({ traceId, parentSpanId }) => traceId === TRACE || parentSpanId !== undefined)).toEqual([]);

    // Live updates arrive while the stream is open.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const live = await readLive(`https://localhost:${proxy.httpsPort}`, token);
    await expect.poll(live.names).toContain('hello');
    expect((await send(proxy, { path: '/api/event_series/add', body: { title: 'Told at once' }, headers: staff })).status).toBe(200);
    await expect.poll(() => live.names().length, { timeout: 15_000 }).toBeGreaterThan(1);
    vi.unstubAllEnvs();

    // As large as an import.
    const large = await send(proxy, { path: '/api/event_series/add', body: { title: 'x'.repeat(1_900_000) }, headers: staff });
    expect(large.status).toBe(422);

    expect(proxy.written()).toContain(form.seriesId);
    expect(proxy.written()).not.toContain(CANARY);
  },
);

test.for<ProxyName>(['haproxy', 'nginx', 'caddy', 'ingress-nginx'])(
  'SEC-26: %s writes no token from an address anywhere, whether the servers are up or down',
  async (name, context) => {
    const proxy = await prepareProxy(name);
    if (proxy === undefined) return context.skip(`there is no program for ${name}, and no Debian package of it`);
    const { token } = newAccessToken();
    // The server also accepts a link that was copied twice, or broken by a mail program.
    const paths = Object.values(TOKEN_PATHS).flatMap((start) => [
      ...['', '.ics', '/cancel', `https://localhost${start}${token}`, `/?q=${CANARY}`].map((end) => `${start}${token}${end}`),
      `/${start}${token}`,
      `${start}a%0D%0A${token}`,
      `/lead/form/xhttps://localhost${start}${token}`,
      `/lead/form/a%0D%0A${start}${token}`,
      `/lead/form/x${encodeURIComponent(`https://localhost${start}`)}${token}`,
    ]);
    // Self-service pages answer a post with a redirect to the page.
    const answer: http.RequestListener = (request, response) =>
      request.url === '/readyz' ? response.end() : response.writeHead(303, { location: request.url }).end();
    const servers = [http.createServer(answer).listen(0, '127.0.0.1'), http.createServer(answer).listen(0, '127.0.0.1')] as const;
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const [first, second] = servers.map((server) => (server.address() as AddressInfo).port);
    proxy.start([first ?? 0, second ?? 0]);
    await expect.poll(async () => (await send(proxy, { path: '/readyz' })).status, { timeout: STARTED_WITHIN_MS }).toBe(200);
    const sendAll = async (body?: object) => {
      const headers = { referer: `https://localhost${paths[0]}` };
      const answers = await Promise.all(paths.map((path) => send(proxy, { path, body, headers })));
      return new Set(answers.map(({ status }) => status));
    };
    expect(await sendAll({ to: token })).toEqual(new Set([303]));
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    for (const status of await sendAll()) expect(status).toBeGreaterThanOrEqual(502);
    for (const start of Object.values(TOKEN_PATHS)) await expect.poll(proxy.written).toContain(start);
    expect(proxy.written()).not.toContain(token);
    expect(proxy.written()).not.toContain(CANARY);
  },
);
