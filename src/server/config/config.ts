import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import * as rules from './rules.ts';
import * as values from './values.ts';

/** Domains of the accounts of the local identity provider. */
const LOCAL_EMAIL_DOMAINS = ['example.com', 'example.org', 'example.net', 'example.edu'];

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test'], 'must be development, production or test').default('development'),
  PORT: values.integer(1, 65_535).default(3000),
  WORKER_PORT: values.integer(1, 65_535).optional(),
  HOST: z.string().optional(),
  PUBLIC_URL: values.origin.optional(),
  ROLES: values.roles.prefault('web,worker'),
  DATABASE_URL: values.database.optional(),
  DATABASE_DIRECT_URL: values.database.optional(),
  DATABASE_READ_URL: values.database.optional(),
  DATABASE_POOL: values.integer(2, 500).default(16),
  DATA_DIR: values.folder.default('./data'),
  BACKUP_DIR: values.folder.optional(),
  BACKUP_KEEP: values.integer(1, 3_650).default(14),
  OIDC_ISSUER: values.issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_TRUST_EMAIL: values.flag.default(false),
  OIDC_SCOPES: values.scopes.default('openid email profile'),
  OIDC_AUTH_PARAMS: values.parameters.default({}),
  OIDC_REQUIRED_CLAIMS: values.parameters.default({}),
  OIDC_SIGN_OUT_BY_TOKEN: values.flag.default(false),
  ALLOW_INSECURE: values.someOf(rules.INSECURE_SETTINGS).default([]),
  LOCAL_IDENTITY_HOSTS: values.hostNames.default([]),
  ALLOWED_EMAIL_DOMAINS: values.hostNames.default(LOCAL_EMAIL_DOMAINS),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_MAX_DAYS: values.integer(1, 400).default(30),
  SLACK_BOT_TOKEN: z.string().optional(),
  SLACK_API_URL: values.address('http:', 'https:').optional(),
  SMTP_URL: values.address('smtp:', 'smtps:').optional(),
  COPPER_API_TOKEN: z.string().optional(),
  COPPER_USER_EMAIL: z.string().optional(),
  COPPER_API_URL: values.address('http:', 'https:').default('https://api.copper.com/developer_api/v1'),
  COPPER_RATE_PER_MINUTE: values.integer(1, 10_000).default(150),
  COPPER_SEARCH_URL: values.addressTemplate('query').default('https://app.copper.com/search?q={query}'),
  CALENDAR_EVENT_URL: values.addressTemplate('id').default('https://calendar.google.com/calendar/u/0/r/eventedit/{id}'),
  MAP_URL: values.addressTemplateOrOff('address').default('https://www.google.com/maps/search/?api=1&query={address}'),
  TIME_ZONE: values.timeZone.default('Europe/London'),
  EVENTS_SERVER_URL: values.address('http:', 'https:').optional(),
  FRAME_ANCESTORS: values.frameSources.default(['*']),
  HSTS_SUBDOMAINS: values.flag.default(true),
  REDIRECT_HOSTS: values.hosts.optional(),
  PUBLIC_RATE_LIMIT: values.integer(1, 10_000_000).default(300),
  DAILY_SIGN_UP_QUOTA: values.integer(1, 1_000_000_000).optional(),
  SLACK_MESSAGES_PER_MINUTE: values.integer(1, 1_000_000).default(30),
  CONFIRMATIONS_PER_HOUR: values.integer(1, 1_000_000).default(2_000),
  MAILING_RATE_PER_MINUTE: values.integer(1, 1_000_000).default(600),
  VISIT_REPORTS: values.flag.default(true),
  LIVE_UPDATES: values.flag.default(true),
  LIVE_STREAMS_MAX: values.integer(1, 100_000).default(1_000),
  ORGANISATION_NAME: z.string().max(100, 'must have at most 100 characters').optional(),
  ORGANISATION_LOGO: values.address('http:', 'https:').optional(),
  CONSENT_TEXT: z.string().optional(),
  PRIVACY_URL: values.address('http:', 'https:').optional(),
  IMPRINT_URL: values.address('http:', 'https:').optional(),
  ACCESSIBILITY_URL: values.address('http:', 'https:').optional(),
  MAIL_DOMAINS: values.hostNames.optional(),
  TRUST_PROXY: values.proxies.default([]),
  SHUTDOWN_NOTICE_SECONDS: values.integer(0, 300).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('info'),
  LOG_REQUESTS: values.flag.optional(),
  npm_lifecycle_script: z.string().optional(),
  COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, 'must be the hash of a commit')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: values.address('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: values.headerFields.optional(),
  OTEL_SERVICE_NAME: z.string().default('turnout'),
  OTEL_TRACES_SAMPLER_ARG: values.share.default(1),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
});
type Environment = z.infer<typeof environmentSchema>;

/** What operators may set, each with the default it has when it is a plain value; npm sets the last one. */
export const settingDefaults = (): Record<string, unknown> => {
  const { npm_lifecycle_script: _, ...settings } = environmentSchema.shape;
  return Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, schema.safeParse(undefined).data]));
};

export class ConfigError extends Error {
  /** @param problems one line for each setting */
  constructor(problems: readonly string[]) {
    super(['These settings prevent startup:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  const pairs = Object.entries(env).flatMap(([name, value]) =>
    // Some editors begin a file with a byte-order mark, which Node counts as part of the first name.
    value === undefined || value.trim() === '' ? [] : [[name.replace('\uFEFF', ''), value.trim()] as const],
  );
  return Object.fromEntries(pairs);
}

/** Anyone may open a Google account for their address; only those of a company's directory, which end with the employment, have the claim `hd`. */
const GOOGLE_ISSUER = 'https://accounts.google.com';

/** The claims that each token must have; `given` has the accepted values by claim, separated by commas. */
function requiredClaims(
  issuer: string,
  given: Readonly<Record<string, string>>,
  allowedDomains: readonly string[],
): Record<string, readonly string[]> {
  const listed = Object.entries(given).map(([name, values]) => [name, values.split(',')] as const);
  return { ...(issuer.replace(/\/$/, '') === GOOGLE_ISSUER && { hd: allowedDomains }), ...Object.fromEntries(listed) };
}

function oidcOf(env: Environment) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    trustEmail: env.OIDC_TRUST_EMAIL,
    scopes: env.OIDC_SCOPES,
    authParams: env.OIDC_AUTH_PARAMS,
    requiredClaims: requiredClaims(issuer, env.OIDC_REQUIRED_CLAIMS, env.ALLOWED_EMAIL_DOMAINS),
    /** Whether the address of the provider's sign-out page contains the ID token. */
    signOutByToken: env.OIDC_SIGN_OUT_BY_TOKEN,
  };
}

function copperOf({ COPPER_API_TOKEN: token, COPPER_USER_EMAIL: userEmail, ...env }: Environment) {
  if (token === undefined || userEmail === undefined) return undefined;
  return { token, userEmail, apiUrl: env.COPPER_API_URL, ratePerMinute: env.COPPER_RATE_PER_MINUTE };
}

const servicesOf = (env: Environment) => ({
  /** Absent: the local identity provider, see `usesLocalIdentity`. */
  oidc: oidcOf(env),
  slack: env.SLACK_BOT_TOKEN === undefined ? undefined : { token: env.SLACK_BOT_TOKEN, apiUrl: env.SLACK_API_URL },
  mail: rules.mailOf(env),
  copper: copperOf(env),
});

const consentTo = (organisation: string | undefined): string =>
  organisation === undefined ? 'Yes, email me about events and offers.' : `Yes, ${organisation} may email me about its events and offers.`;

const backupsOf = ({ BACKUP_DIR: folder, BACKUP_KEEP: keep }: Environment) =>
  folder === undefined ? undefined : { folder: path.resolve(folder), keep };

/** The quota grows with PUBLIC_RATE_LIMIT: at its 300 it is 2,000 a day. */
const MINUTES_OF_QUOTA = 20 / 3;

/** Limits of what visitors may cause. Calls and sign-ups are counted per network address and form. */
const limitsOf = (env: Environment) => ({
  publicRateLimit: env.PUBLIC_RATE_LIMIT,
  dailySignUpQuota: env.DAILY_SIGN_UP_QUOTA ?? Math.ceil(env.PUBLIC_RATE_LIMIT * MINUTES_OF_QUOTA),
  slackMessagesPerMinute: env.SLACK_MESSAGES_PER_MINUTE,
  /** Confirmation mails of one series or form in an hour. */
  confirmationsPerHour: env.CONFIRMATIONS_PER_HOUR,
  /** Mails of mailings, over all workers. */
  mailingsPerMinute: env.MAILING_RATE_PER_MINUTE,
});

/** Traces go to a collector of OpenTelemetry. */
const tracesOf = ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }: Environment) =>
  endpoint === undefined
    ? undefined
    : {
        url: `${endpoint.replace(/\/v1\/traces$/, '')}/v1/traces`,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        service: env.OTEL_SERVICE_NAME,
        /** The share of traces begun here that are sent, from 0 to 1. */
        share: env.OTEL_TRACES_SAMPLER_ARG,
      };

const logOf = (env: Environment) => ({ logLevel: env.LOG_LEVEL, logsRequests: env.LOG_REQUESTS ?? env.NODE_ENV === 'production' });

/** An absent optional block turns its feature off. */
function toConfig(env: Environment) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    environment: env.NODE_ENV,
    host: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    /** Where a worker without a web server answers `/healthz`, `/readyz` and `/metrics`; absent: nowhere. */
    workerPort: env.WORKER_PORT,
    publicUrl,
    roles: env.ROLES,
    /** Without `url` the embedded one; with `directUrl`, `url` is a pooler; `readUrl` is a replica; `pool` is the number of connections of this process. */
    database: { url: env.DATABASE_URL, directUrl: env.DATABASE_DIRECT_URL, readUrl: env.DATABASE_READ_URL, pool: env.DATABASE_POOL },
    dataDir: path.resolve(env.DATA_DIR),
    backups: backupsOf(env),
    ...servicesOf(env),
    /** Hosts under which others may reach a server with the local identity provider, and sign in as anyone. */
    localIdentityHosts: env.LOCAL_IDENTITY_HOSTS,
    allowedEmailDomains: env.ALLOWED_EMAIL_DOMAINS,
    sessionMaxDays: env.SESSION_MAX_DAYS,
    /** Always set in production; otherwise a secret is stored in `dataDir`. */
    sessionSecret: env.SESSION_SECRET,
    links: { copperSearchUrl: env.COPPER_SEARCH_URL, calendarEventUrl: env.CALENDAR_EVENT_URL, mapUrl: env.MAP_URL },
    timeZone: env.TIME_ZONE,
    eventsServerUrl: env.EVENTS_SERVER_URL ?? publicUrl,
    frameAncestors: env.FRAME_ANCESTORS,
    hasSubdomainsOnHttps: env.HSTS_SUBDOMAINS,
    /** The only hosts that `redirectTo` may lead to; absent: any, but the form then names foreign ones. */
    redirectHosts: env.REDIRECT_HOSTS,
    ...limitsOf(env),
    /** Whether form pages report where visitors come from, and on which other sites forms were seen. */
    visitReports: env.VISIT_REPORTS,
    /** Whether open screens are notified of changes, and how many of them this process serves at the same time. */
    live: { isOn: env.LIVE_UPDATES, streamsMax: env.LIVE_STREAMS_MAX },
    organisation: {
      name: env.ORGANISATION_NAME ?? 'Our organisation',
      logo: env.ORGANISATION_LOGO,
      consentText: env.CONSENT_TEXT ?? consentTo(env.ORGANISATION_NAME),
      privacyUrl: env.PRIVACY_URL,
      imprintUrl: env.IMPRINT_URL,
      accessibilityUrl: env.ACCESSIBILITY_URL,
    },
    /** Our own sender domains; absent: any. */
    mailDomains: env.MAIL_DOMAINS,
    trustProxy: env.TRUST_PROXY.length > 0 && env.TRUST_PROXY,
    /** How long `/readyz` answers 503 before connections are refused, for balancers that poll every few seconds. */
    shutdownNoticeMs: 1_000 * (env.SHUTDOWN_NOTICE_SECONDS ?? (env.NODE_ENV === 'production' ? 6 : 1)),
    ...logOf(env),
    traces: tracesOf(env),
    /** Bearer token of `/metrics`; absent: this machine only, and no access in production. */
    metricsToken: env.METRICS_TOKEN,
    /** The commit that is installed; absent: read from the clone, if there is one. */
    commit: env.COMMIT,
    /** The npm script that started this process; absent without npm. */
    npmScript: env.npm_lifecycle_script,
  };
}

/** The parsed settings of a process; nothing else reads the environment. */
export type Config = ReturnType<typeof toConfig> & { readonly misspelt: readonly string[] };

/** Only where host and address belong to this machine, unless LOCAL_IDENTITY_HOSTS opens it to others (D27). */
export function usesLocalIdentity(config: Config): boolean {
  const { protocol, hostname } = new URL(config.publicUrl);
  const isOpened = protocol === 'https:' && config.localIdentityHosts.includes(hostname);
  return (
    config.oidc === undefined &&
    config.environment !== 'production' &&
    (values.isLoopback(config.host) || config.localIdentityHosts.length > 0) &&
    (values.isLoopback(hostname) || isOpened)
  );
}

function checkConnections({ roles, database }: Config): void {
  const least = (roles.web ? 4 : 0) + (roles.worker ? 2 : 0);
  if (database.pool >= least) return;
  throw new ConfigError([`DATABASE_POOL must be at least ${least} with these ROLES: two each for visitors, staff and the worker`]);
}

/** Parses the settings; blank values count as absent. @throws ConfigError naming each invalid or missing setting */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const typed = withoutBlanks(env);
  const names = Object.keys(environmentSchema.shape);
  const files = rules.fromFiles(typed, names);
  const given = { ...typed, ...withoutBlanks(files.read) };
  const parsed = environmentSchema.safeParse(given);
  const bad = rules.badSettings(given, names, parsed.error?.issues ?? []);
  const insecure = parsed.data?.NODE_ENV === 'production' ? rules.insecureAddresses(parsed.data) : [];
  const problems = [
    ...rules.misread(env),
    ...files.problems,
    ...rules.missingSettings({ ...given, ...files.unread }),
    ...rules.impossibleSettings(given),
    ...bad,
    ...insecure,
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const config = { ...toConfig(parsed.data), misspelt: rules.misspelt(Object.keys(given), names) };
  checkConnections(config);
  if (config.roles.web && config.oidc === undefined && !usesLocalIdentity(config)) {
    throw new ConfigError([
      'OIDC_ISSUER is missing: without it HOST and PUBLIC_URL have to be loopback addresses',
      '(for a demo that lets everyone in, LOCAL_IDENTITY_HOSTS may name the host of an https PUBLIC_URL)',
    ]);
  }
  return config;
}

/** Reads the environment, and the file `.env` for what is not set there. @throws ConfigError */
export function readConfig(): Config {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
