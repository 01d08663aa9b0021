import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, parseConfig, usesLocalIdentity } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://events.example.org',
  DATABASE_URL: 'postgres://app@db.internal/turnout',
  OIDC_ISSUER: 'https://accounts.example.org',
  OIDC_CLIENT_ID: 'turnout',
  ALLOWED_EMAIL_DOMAINS: 'One.example, two.example',
  SESSION_SECRET: 'x'.repeat(32),
};

function problemsOf(env: Record<string, string | undefined>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('an empty environment gives a complete development configuration', () => {
  expect(parseConfig({})).toMatchObject({
    environment: 'development',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    roles: { web: true, worker: true },
    database: { url: undefined, pool: 16 },
    dataDir: path.resolve('data'),
    allowedEmailDomains: ['example.com', 'example.org', 'example.net', 'example.edu'],
    links: {
      copperSearchUrl: expect.stringContaining('{query}'),
      calendarEventUrl: expect.stringContaining('{id}'),
      mapUrl: expect.stringContaining('{address}'),
    },
    timeZone: 'Europe/London',
    eventsServerUrl: 'http://localhost:3000',
    frameAncestors: ['*'],
    redirectHosts: undefined,
    publicRateLimit: 300,
    dailySignUpQuota: 2_000,
    slackMessagesPerMinute: 30,
    confirmationsPerHour: 2_000,
    mailDomains: undefined,
    trustProxy: false,
    logLevel: 'info',
  });
});

test.each([
  ['production', {}, 6_000],
  ['development', {}, 1_000],
  ['production', { SHUTDOWN_NOTICE_SECONDS: '0' }, 0],
])('REL-15: in %s with %o the shutdown is announced for %i ms', (environment, given, noticeMs) => {
  expect(parseConfig({ ...production, NODE_ENV: environment, ...given }).shutdownNoticeMs).toBe(noticeMs);
});

test.each([
  ['Yes, email me about events and offers.', {}],
  ['Yes, Kestrel may email me about its events and offers.', { ORGANISATION_NAME: 'Kestrel' }],
  ['Write to me', { ORGANISATION_NAME: 'Kestrel', CONSENT_TEXT: 'Write to me' }],
])('the consent is “%s” with %o', (words, given) => {
  expect(parseConfig(given).organisation.consentText).toBe(words);
});

test('services that are not configured are absent', () => {
  const config = parseConfig({});
  expect([config.oidc, config.slack, config.mail, config.copper]).toEqual([undefined, undefined, undefined, undefined]);
});

test('OIDC-18: production names every setting that is missing, in one message', () => {
  const message = problemsOf({ NODE_ENV: 'production' });
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'ALLOWED_EMAIL_DOMAINS', 'SESSION_SECRET']) {
    expect(message).toContain(`${name} is missing: production requires it`);
  }
});

test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('OIDC-18: production without %s names only that', (name) => {
  const message = problemsOf({ ...production, [name]: undefined });
  expect(message.match(/\w+ is missing/g)).toEqual([`${name} is missing`]);
});

test('a complete production configuration listens on every address', () => {
  const config = parseConfig(production);
  expect(config.host).toBe('0.0.0.0');
  expect(config.oidc).toEqual({
    issuer: 'https://accounts.example.org',
    clientId: 'turnout',
    clientSecret: undefined,
    trustEmail: false,
    scopes: 'openid email profile',
    authParams: {},
    requiredClaims: {},
    signOutByToken: false,
  });
  expect(config.allowedEmailDomains).toEqual(['one.example', 'two.example']);
});

test.each([
  ['\uFEFFPORT=4000\nORGANISATION_NAME=North\n', 4000],
  ['\uFEFFPORT=4000\r\nORGANISATION_NAME=North\r\n', 4000],
  ['export PORT = 4000\nORGANISATION_NAME="North" # ours\n', 4000],
  ['\uFEFF# PORT=1\n\nORGANISATION_NAME=North\n', 3000],
])('DEP-4: a file of settings is read as editors save it: %j', (text, port) => {
  expect(parseConfig(parseEnv(text))).toMatchObject({ port, organisation: { name: 'North' } });
});

test('a blank value counts as absent', () => {
  expect(parseConfig({ PORT: '', SMTP_URL: '  ' })).toMatchObject({ port: 3000 });
  expect(problemsOf({ ...production, SESSION_SECRET: ' ' })).toContain('SESSION_SECRET is missing');
});

test.each([
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['PORT', '-1'],
  ['NODE_ENV', 'prod'],
  ['PUBLIC_URL', 'events.example.org'],
  ['PUBLIC_URL', 'https://events.example.org/path'],
  ['ROLES', 'web,cron'],
  ['ROLES', ','],
  ['DATABASE_URL', 'mysql://db/turnout'],
  ['DATABASE_POOL', '0'],
  ['OIDC_TRUST_EMAIL', 'yes'],
  ['OIDC_SCOPES', 'email profile'],
  ['OIDC_AUTH_PARAMS', 'access_type'],
  ['ALLOWED_EMAIL_DOMAINS', 'one.example, @two.example'],
  ['SESSION_SECRET', 'short'],
  ['SLACK_API_URL', 'file:///etc/passwd'],
  ['SMTP_URL', 'mail.example.org'],
  ['COPPER_RATE_PER_MINUTE', '0'],
  ['COPPER_SEARCH_URL', 'https://crm.example.org/search'],
  ['CALENDAR_EVENT_URL', 'https://calendar.example.org/{query}'],
  ['TIME_ZONE', 'Europe/Atlantis'],
  ['FRAME_ANCESTORS', "*; script-src 'unsafe-inline'"],
  ['REDIRECT_HOSTS', 'https://shop.example'],
  ['PUBLIC_RATE_LIMIT', 'many'],
  ['ORGANISATION_LOGO', 'javascript:alert(1)'],
  ['PRIVACY_URL', 'privacy'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/64'],
  ['LOG_LEVEL', 'loud'],
  ['OIDC_REQUIRED_CLAIMS', 'hd'],
  ['ALLOW_INSECURE', 'yes'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%zz'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20secret%0A'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ['TIME_ZONE', '+02:00'],
  ['TIME_ZONE', 'CET'],
  ['TIME_ZONE', 'EST'],
  ['TIME_ZONE', 'Etc/GMT-5'],
  ['PUBLIC_URL', '"https://events.example.org"'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://mail.example.org:465'],
  ['DATABASE_URL', 'postgres://app@localhost/x?schema=public-eu'],
  ['DATABASE_URL', 'postgres://app@localhost/x?ssl=true&currentSchema=events'],
])('a bad %s (%s) prevents startup and is named', (name, value) => {
  expect(problemsOf({ [name]: value })).toContain(`\n  ${name} must `);
});

test('REL-6: too few connections prevent startup', () => {
  expect(problemsOf({ DATABASE_POOL: '5' })).toContain('DATABASE_POOL must be at least 6');
  expect(problemsOf({ DATABASE_POOL: '3', ROLES: 'web' })).toContain('DATABASE_POOL must be at least 4');
  expect(parseConfig({ DATABASE_POOL: '2', ROLES: 'worker' }).database.pool).toBe(2);
});

test('an issuer without TLS is accepted on this machine only', () => {
  const client = { OIDC_CLIENT_ID: 'turnout' };
  expect(parseConfig({ ...client, OIDC_ISSUER: 'http://127.0.0.1:9000/oidc/' }).oidc?.issuer).toBe('http://127.0.0.1:9000/oidc/');
  expect(problemsOf({ ...client, OIDC_ISSUER: 'http://accounts.example.org' })).toContain(
    'OIDC_ISSUER may use http:// on a loopback address only',
  );
});

test('if one of several settings that belong together is missing, it is named', () => {
  expect(problemsOf({ OIDC_ISSUER: 'https://accounts.example.org' })).toContain('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it');
  expect(problemsOf({ COPPER_API_TOKEN: 'token' })).toContain('COPPER_USER_EMAIL is missing: COPPER_API_TOKEN needs it');
});

test('if settings contradict each other, one is named with what to do', () => {
  const env = { LOCAL_IDENTITY_HOSTS: 'localhost', OIDC_ISSUER: 'https://accounts.example.org', OIDC_CLIENT_ID: 'turnout' };
  expect(problemsOf(env)).toMatch(/\n {2}LOCAL_IDENTITY_HOSTS is for .*remove one of them/);
});

test('nightly backups are off by default, and keep fourteen', () => {
  expect(parseConfig({}).backups).toBeUndefined();
  expect(parseConfig({ BACKUP_DIR: '/backups' }).backups).toEqual({ folder: path.resolve('/backups'), keep: 14 });
  expect(problemsOf({ BACKUP_KEEP: '3' })).toContain('BACKUP_DIR is missing: BACKUP_KEEP needs it');
});

test('MON-12: a collector of traces is off by default; its headers are decoded', () => {
  expect(parseConfig({ OTEL_SERVICE_NAME: 'events' }).traces).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' };
  const url = 'https://collector.example/otlp/v1/traces';
  expect(parseConfig(endpoint).traces).toEqual({ url, headers: {}, service: 'turnout', share: 1 });
  expect(parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url }).traces?.url).toBe(url);
  expect(
    parseConfig({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi==,x-team=events',
      OTEL_SERVICE_NAME: 'events',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }).traces,
  ).toEqual({ url, headers: { authorization: 'Basic YTpi==', 'x-team': 'events' }, service: 'events', share: 0.25 });
  expect(problemsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'x-team=events' })).toContain('OTEL_EXPORTER_OTLP_ENDPOINT is missing');
  expect(problemsOf({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' })).toContain(
    'OTEL_EXPORTER_OTLP_ENDPOINT must start with https:// in production',
  );
});

test('OIDC-22: scopes and additional parameters of the provider are parsed', () => {
  const { oidc } = parseConfig({
    ...production,
    OIDC_SCOPES: 'openid email offline_access',
    OIDC_AUTH_PARAMS: 'access_type=offline&hd=one.example',
  });
  expect(oidc).toMatchObject({ scopes: 'openid email offline_access', authParams: { access_type: 'offline', hd: 'one.example' } });
});

test('SEC-6: Google tokens must be from the directory of an allowed domain; claims of other providers are a setting', () => {
  const claimsOf = (env: Record<string, string>) => parseConfig({ ...production, ...env }).oidc?.requiredClaims;
  expect(claimsOf({ OIDC_ISSUER: 'https://accounts.google.com' })).toEqual({ hd: ['one.example', 'two.example'] });
  expect(claimsOf({ OIDC_ISSUER: 'https://accounts.google.com', OIDC_REQUIRED_CLAIMS: 'hd=one.example' })).toEqual({ hd: ['one.example'] });
  expect(claimsOf({ OIDC_REQUIRED_CLAIMS: 'tid=4f1c&groups=staff,hosts' })).toEqual({ tid: ['4f1c'], groups: ['staff', 'hosts'] });
});

test('SEC-11: production refuses each address without encryption, unless ALLOW_INSECURE names it', () => {
  const plain = { ...production, PUBLIC_URL: 'http://events.example.org', DATABASE_URL: 'postgres://app:word@db.example.org/turnout' };
  expect(problemsOf(plain).match(/\w+ must/g)).toEqual(['PUBLIC_URL must', 'DATABASE_URL must']);
  expect(problemsOf({ ...plain, ALLOW_INSECURE: 'PUBLIC_URL, DATABASE_URL' })).toBe('');
  expect(problemsOf({ ...plain, NODE_ENV: 'test' })).toBe('');
});

test('lists are separated by commas or blanks', () => {
  expect(
    parseConfig({
      TRUST_PROXY: '10.0.0.1, 172.16.0.0/12 loopback',
      FRAME_ANCESTORS: "https://a.example/ 'self' self https://*.b.example:8443",
      REDIRECT_HOSTS: 'Shop.example shop.example:8443',
    }),
  ).toMatchObject({
    trustProxy: ['10.0.0.1', '172.16.0.0/12', 'loopback'],
    frameAncestors: ['https://a.example/', "'self'", "'self'", 'https://*.b.example:8443'],
    redirectHosts: ['shop.example', 'shop.example:8443'],
  });
});

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])(
  'OIDC-15: without a provider, on %s, the local identity provider is used',
  (host) => {
    expect(usesLocalIdentity(parseConfig({ HOST: host }))).toBe(true);
  },
);

test('OIDC-15: a configured provider replaces the local one', () => {
  expect(usesLocalIdentity(parseConfig({ OIDC_ISSUER: 'https://accounts.example.org', OIDC_CLIENT_ID: 'turnout' }))).toBe(false);
});

test.each([{ HOST: '0.0.0.0' }, { HOST: '192.168.1.5' }, { HOST: '127.0.0.1.example.org' }, { PUBLIC_URL: 'https://events.example.org' }])(
  'OIDC-16: on another address (%o) the local identity provider is refused and startup fails',
  (env) => {
    expect(problemsOf(env)).toContain('OIDC_ISSUER is missing: without it HOST and PUBLIC_URL have to be loopback addresses');
  },
);

test.each([
  { HOST: '0.0.0.0', LOCAL_IDENTITY_HOSTS: 'localhost' },
  { PUBLIC_URL: 'https://demo.example.org', LOCAL_IDENTITY_HOSTS: 'demo.example.org' },
])('SEC-2: LOCAL_IDENTITY_HOSTS opens the local identity to others (%o)', (env) => {
  expect(usesLocalIdentity(parseConfig(env))).toBe(true);
});

test.each([
  { PUBLIC_URL: 'https://demo.example.org', LOCAL_IDENTITY_HOSTS: 'other.example.org' },
  { PUBLIC_URL: 'http://demo.example.org', LOCAL_IDENTITY_HOSTS: 'demo.example.org' },
  { ...production, OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, LOCAL_IDENTITY_HOSTS: 'events.example.org' },
])('SEC-2: LOCAL_IDENTITY_HOSTS does not open it under another name, without TLS, or in production (%o)', (env) => {
  expect(problemsOf(env)).toContain('OIDC_ISSUER is missing');
});

test('OIDC-16: production never uses the local identity provider, not even on this machine', () => {
  const local = { ...production, HOST: '127.0.0.1', PUBLIC_URL: 'https://localhost', OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined };
  expect(problemsOf(local)).toContain('OIDC_ISSUER is missing: production requires it');
});

test('CRM-4: by default, Copper is called less often than its documented 180 times a minute', () => {
  const { copper } = parseConfig({ COPPER_API_TOKEN: 'token', COPPER_USER_EMAIL: 'crm@example.com' });
  expect(copper?.ratePerMinute).toBe(150);
});

test('OIDC-16: a worker on another address needs no identity provider and gets none', () => {
  expect(usesLocalIdentity(parseConfig({ HOST: '0.0.0.0', ROLES: 'worker' }))).toBe(false);
});
