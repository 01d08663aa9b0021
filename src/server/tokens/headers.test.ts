import { expect, test } from 'vitest';
import { LOGO_PATH } from '#server/pages/logo.ts';
import { createWholeServer, type Route, WHOLE_SERVER_URL } from '#server/testing/processes/whole-server.ts';
import { createTestServer } from '#server/testing/server.ts';
import { TOKEN_PATHS } from './access-token.ts';

const { server, routes, files } = await createWholeServer();

const ID = '0190aaaa-0000-7000-8000-000000000001';
const addressOf = (url: string): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? ID : 'x')).replace('*', 'none');

/** Requests without a route: an unknown path, an invalid one, one that is too long, an unknown method, a preflight. */
const strays: Route[] = [
  { method: 'POST', url: '/none' },
  { method: 'GET', url: '/%zz' },
  { method: 'GET', url: `/api/form/${'x'.repeat(3_000)}` },
  { method: 'PROPFIND', url: '/api/me' },
  { method: 'OPTIONS', url: '/api/me' },
  { method: 'GET', url: '/assets/../../package.json' },
  { method: 'GET', url: '/api/docs/static/index.html' },
];

const HSTS = 'max-age=31536000; includeSubDomains';
const mayBeFramed = (url: string): boolean => url.endsWith('/view');

/** The rows of the table that an answer violates. */
function faultsOf({ method, url }: Route, headers: Record<string, string | undefined>): string[] {
  const { 'content-security-policy': policy = '' } = headers;
  const checks: [string, boolean][] = [
    ['strict-transport-security', headers['strict-transport-security'] === HSTS],
    ['x-content-type-options', headers['x-content-type-options'] === 'nosniff'],
    ['referrer-policy', ['strict-origin-when-cross-origin', 'strict-origin', 'no-referrer'].includes(headers['referrer-policy'] ?? '')],
    ['default-src', policy.includes("default-src 'none'")],
    ['frame-ancestors', mayBeFramed(url) ? !policy.includes('frame-ancestors') : /frame-ancestors 'none'|sandbox/.test(policy)],
    ['x-frame-options', mayBeFramed(url) ? headers['x-frame-options'] === undefined : headers['x-frame-options'] === 'DENY'],
    ['no unsafe script', !/script-src[^;]*unsafe/.test(policy)],
    ['x-powered-by', headers['x-powered-by'] === undefined && headers.server === undefined],
  ];
  return checks.flatMap(([name, isGood]) => (isGood ? [] : [`${method} ${url}: ${name}`]));
}

test('SEC-14: every route, every file and every unknown path answers with the headers of the table', async () => {
  expect(routes.length).toBeGreaterThan(60);
  for (const known of [
    '/healthz',
    '/metrics',
    '/embed.js',
    '/guide/',
    '/guide/pictures/series.png',
    '/auth/callback',
    LOGO_PATH,
    '/:slug/form/:id/view',
    '/*',
    '/api/openapi.json',
  ])
    expect(routes.map(({ url }) => url)).toContain(known);
  const faults: string[] = [];
  for (const route of [...routes, ...files, ...strays]) {
    const answer = await server.app.inject({ method: route.method as 'GET', url: addressOf(route.url) });
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    faults.push(...faultsOf(route, Object.fromEntries(headers)));
  }
  expect(faults).toEqual([]);
});

test('R3: requests by machines are not answered with the staff page, but a person who opens their address gets it', async () => {
  const accept = { accept: 'text/html' };
  const statusOf = async (url: string, headers = {}) => (await server.app.inject({ url, headers: { ...accept, ...headers } })).statusCode;
  for (const url of [
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/readyz/',
    '/healthz/',
    '/metrics/',
    '/favicon.ico',
    '/a/sitemap.xml?x',
    '/FAVICON.ICO',
    '/.env',
  ])
    expect([
      url,
      await statusOf(url),
      await statusOf(url, { 'sec-fetch-dest': 'image' }),
      await statusOf(url, { 'sec-fetch-dest': 'document' }),
    ]).toEqual([url, 404, 404, 200]);
  expect(await statusOf('/unknown?next=a.png')).toBe(200);
});

test('REL-15: no cache keeps a failure, such as that of a script that only the upgraded servers have', async () => {
  for (const url of ['/assets/main-none.js', '/assets/pictures/x', `/calendar/${'x'.repeat(22)}.ics`, '/healthz/', '/api/none', '/%zz'])
    expect([url, (await server.app.inject(url)).headers['cache-control']]).toEqual([url, 'no-store']);
});

test('the policy of a staff page has the nonce of its styles, a new one in each answer', async () => {
  const pages = await Promise.all([1, 2].map(async () => server.app.inject({ url: '/home', headers: { accept: 'text/html' } })));
  const policies = pages.map(({ headers }) => /style-src[^;]*'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]);
  expect(policies).not.toContain(undefined);
  expect(new Set(policies).size).toBe(2);
});

test('SEC-21: a staff page sends no referrer, since its address may contain a search', async () => {
  const page = await server.app.inject({ url: '/events-series/x?q=ada', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['referrer-policy']]).toEqual([200, 'strict-origin']);
});

test('SEC-14: on http there is no HSTS, and subdomains are excluded if the setting says so', async () => {
  const plain = await createTestServer();
  const alone = await createTestServer({ PUBLIC_URL: WHOLE_SERVER_URL, HSTS_SUBDOMAINS: 'false' });
  const hstsOf = async ({ app }: typeof plain) => (await app.inject('/healthz')).headers['strict-transport-security'];
  expect([await hstsOf(plain), await hstsOf(alone)]).toEqual([undefined, 'max-age=31536000']);
});

/** The routes that need no token: public calls, pages and files. */
const OPEN = [
  /^\/(?:healthz|readyz|metrics|embed\.js|robots\.txt)$/,
  /^\/auth\/(?:login|callback|renew|logout)$/,
  /^\/api\/(?:docs|openapi\.json)/,
  /^\/api\/event_series\/:id(?:\/submit|\/track_views|\/event\/:eventId\/calendar)?$/,
  /^\/api\/form\/:id(?:\/submit|\/track_views)?$/,
  /^\/api\/website-feedback\/:id\/submit$/,
  /^(?:\/:slug\/(?:events-series|form)\/:id\/(?:view|link)|\/feedback\/:id\/view)$/,
  /^\/(?:registration|calendar|unsubscribe)\/:token/,
  /^\/assets\//,
  /^\/guide(?:\/|$)/,
  /^\/\*$|^\/api\/\*$|^\*$/,
];

test('default deny: a route that is not named as open answers 401 without a token', async () => {
  const closed = routes.filter(({ url }) => !OPEN.some((pattern) => pattern.test(url)));
  expect(closed.length).toBeGreaterThan(30);
  const others: string[] = [];
  for (const { method, url } of closed) {
    const { statusCode } = await server.app.inject({ method: method as 'GET', url: addressOf(url) });
    if (statusCode !== 401) others.push(`${method} ${url}: ${statusCode}`);
  }
  expect(others).toEqual([]);
});

test('SEC-26: a token is in the path of the listed addresses only', () => {
  const withToken = routes.map(({ url }) => url).filter((url) => url.includes(':token'));
  for (const start of Object.values(TOKEN_PATHS)) expect(withToken.some((url) => url.startsWith(`${start}:token`))).toBe(true);
  expect(withToken.filter((url) => !Object.values(TOKEN_PATHS).some((start) => url.startsWith(`${start}:token`)))).toEqual([]);
});
