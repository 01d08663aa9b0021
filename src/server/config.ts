import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  address,
  addressTemplate,
  flag,
  frameSources,
  hostNames,
  integer,
  isLoopback,
  issuer,
  origin,
  parameters,
  proxies,
  roles,
  scopes,
  timeZone,
} from './config-values.ts';

/** The settings of one process, as values: nothing else reads the environment. An absent optional block is a feature that is off. */
export interface Config {
  environment: 'development' | 'production' | 'test';
  host: string;
  port: number;
  /** Origin that people use, without a trailing slash. */
  publicUrl: string;
  roles: { web: boolean; worker: boolean };
  /** Without `url` the embedded server under `dataDir` is used; `pool` is the number of connections. */
  database: { url?: string; pool: number };
  /** Absolute path. */
  dataDir: string;
  /** Absent: the local identity, see `usesLocalIdentity`. */
  oidc?: {
    issuer: string;
    clientId: string;
    clientSecret?: string;
    trustEmail: boolean;
    scopes: string;
    authParams: Record<string, string>;
  };
  /** Lowercased. */
  allowedEmailDomains: string[];
  /** Absent outside production only: then a secret is made and kept in `dataDir`. */
  sessionSecret?: string;
  slack?: { token: string; apiUrl?: string };
  mail?: { smtpUrl: string };
  copper?: { token: string; userEmail: string; apiUrl: string; ratePerMinute: number };
  /** Addresses with `{query}` and `{id}` in them. */
  links: { copperSearchUrl: string; calendarEventUrl: string };
  timeZone: string;
  /** Where public forms post to, without a trailing slash. */
  eventsServerUrl: string;
  frameAncestors: string[];
  /** Absent: `redirectTo` may lead to any host. */
  redirectHosts?: string[];
  /** Public calls per minute, network address and form. */
  publicRateLimit: number;
  organisation: { name: string; logo?: string; consentText: string; privacyUrl?: string };
  /** Sender domains that are ours; absent: any. */
  mailDomains?: string[];
  /** Addresses and networks of proxies whose `X-Forwarded-For` counts; false: nobody's. */
  trustProxy: string[] | false;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Bearer token of `/metrics`; absent: loopback only. */
  metricsToken?: string;
  /** Where a worker ends as a power cut would, for tests of what it leaves behind; never in production. */
  crashAt?: string;
}

/** Domains of the accounts that the local identity offers (decision 27). */
const LOCAL_EMAIL_DOMAINS = ['example.com', 'example.org', 'example.net', 'example.edu'];

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'ALLOWED_EMAIL_DOMAINS',
  'SESSION_SECRET',
] as const;

/** Settings that only make sense together: the second list is required as soon as the first name is set. */
const REQUIRED_TOGETHER = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['COPPER_API_TOKEN', 'COPPER_USER_EMAIL'],
  ['COPPER_USER_EMAIL', 'COPPER_API_TOKEN'],
] as const;

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test'], 'must be development, production or test').default('development'),
  PORT: integer(1, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  ROLES: roles.prefault('web,worker'),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  DATABASE_POOL: integer(2, 500).default(10),
  DATA_DIR: z.string().default('./data'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_TRUST_EMAIL: flag.default(false),
  OIDC_SCOPES: scopes.default('openid email profile'),
  OIDC_AUTH_PARAMS: parameters.default({}),
  ALLOWED_EMAIL_DOMAINS: hostNames.default(LOCAL_EMAIL_DOMAINS),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SLACK_BOT_TOKEN: z.string().optional(),
  SLACK_API_URL: address('http:', 'https:').optional(),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  COPPER_API_TOKEN: z.string().optional(),
  COPPER_USER_EMAIL: z.string().optional(),
  COPPER_API_URL: address('http:', 'https:').default('https://api.copper.com/developer_api/v1'),
  COPPER_RATE_PER_MINUTE: integer(1, 10_000).default(150),
  COPPER_SEARCH_URL: addressTemplate('query').default('https://app.copper.com/search?q={query}'),
  CALENDAR_EVENT_URL: addressTemplate('id').default('https://calendar.google.com/calendar/u/0/r/eventedit/{id}'),
  TIME_ZONE: timeZone.default('Europe/London'),
  EVENTS_SERVER_URL: address('http:', 'https:').optional(),
  FRAME_ANCESTORS: frameSources.default(['*']),
  REDIRECT_HOSTS: hostNames.optional(),
  PUBLIC_RATE_LIMIT: integer(1, 1_000_000).default(300),
  ORGANISATION_NAME: z.string().max(100, 'must have at most 100 characters').default('Our organisation'),
  ORGANISATION_LOGO: address('http:', 'https:').optional(),
  CONSENT_TEXT: z.string().optional(),
  PRIVACY_URL: address('http:', 'https:').optional(),
  MAIL_DOMAINS: hostNames.optional(),
  TRUST_PROXY: proxies.default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('info'),
  CRASH_AT: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
});

type Environment = z.infer<typeof environmentSchema>;

/** Settings that stop the start; the message names each of them, one per line. */
export class ConfigError extends Error {
  /** @param problems one line for each setting, its name first */
  constructor(problems: readonly string[]) {
    super(['These settings stop the start:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

function missingSettings(env: Record<string, string>): string[] {
  const missing = new Map<string, string>();
  for (const [present, needed] of REQUIRED_TOGETHER) {
    if (env[present] !== undefined && env[needed] === undefined) missing.set(needed, `${needed} is missing: ${present} needs it`);
  }
  for (const name of env.NODE_ENV === 'production' ? REQUIRED_IN_PRODUCTION : []) {
    if (env[name] === undefined) missing.set(name, `${name} is missing: production needs it`);
  }
  return [...missing.values()];
}

function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  const pairs = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || value.trim() === '' ? [] : [[name, value.trim()] as const],
  );
  return Object.fromEntries(pairs);
}

function outsideServices(env: Environment): Pick<Config, 'oidc' | 'slack' | 'mail' | 'copper'> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, SLACK_BOT_TOKEN, SMTP_URL, COPPER_API_TOKEN, COPPER_USER_EMAIL } = env;
  return {
    ...(OIDC_ISSUER !== undefined &&
      OIDC_CLIENT_ID !== undefined && {
        oidc: {
          issuer: OIDC_ISSUER,
          clientId: OIDC_CLIENT_ID,
          clientSecret: env.OIDC_CLIENT_SECRET,
          trustEmail: env.OIDC_TRUST_EMAIL,
          scopes: env.OIDC_SCOPES,
          authParams: env.OIDC_AUTH_PARAMS,
        },
      }),
    ...(SLACK_BOT_TOKEN !== undefined && { slack: { token: SLACK_BOT_TOKEN, apiUrl: env.SLACK_API_URL } }),
    ...(SMTP_URL !== undefined && { mail: { smtpUrl: SMTP_URL } }),
    ...(COPPER_API_TOKEN !== undefined &&
      COPPER_USER_EMAIL !== undefined && {
        copper: {
          token: COPPER_API_TOKEN,
          userEmail: COPPER_USER_EMAIL,
          apiUrl: env.COPPER_API_URL,
          ratePerMinute: env.COPPER_RATE_PER_MINUTE,
        },
      }),
  };
}

function toConfig(env: Environment): Config {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    environment: env.NODE_ENV,
    host: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    publicUrl,
    roles: env.ROLES,
    database: { url: env.DATABASE_URL, pool: env.DATABASE_POOL },
    dataDir: path.resolve(env.DATA_DIR),
    ...outsideServices(env),
    allowedEmailDomains: env.ALLOWED_EMAIL_DOMAINS,
    sessionSecret: env.SESSION_SECRET,
    links: { copperSearchUrl: env.COPPER_SEARCH_URL, calendarEventUrl: env.CALENDAR_EVENT_URL },
    timeZone: env.TIME_ZONE,
    eventsServerUrl: env.EVENTS_SERVER_URL ?? publicUrl,
    frameAncestors: env.FRAME_ANCESTORS,
    redirectHosts: env.REDIRECT_HOSTS,
    publicRateLimit: env.PUBLIC_RATE_LIMIT,
    organisation: {
      name: env.ORGANISATION_NAME,
      logo: env.ORGANISATION_LOGO,
      consentText: env.CONSENT_TEXT ?? `Yes, ${env.ORGANISATION_NAME} may e-mail me about its events and offers.`,
      privacyUrl: env.PRIVACY_URL,
    },
    mailDomains: env.MAIL_DOMAINS,
    trustProxy: env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    crashAt: env.NODE_ENV === 'production' ? undefined : env.CRASH_AT,
  };
}

/**
 * Whether the server is its own identity provider (decision 27): no provider is configured, it is not production,
 * and both the address it listens on and the one people use belong to this machine.
 */
export function usesLocalIdentity(config: Config): boolean {
  return (
    config.oidc === undefined &&
    config.environment !== 'production' &&
    isLoopback(config.host) &&
    isLoopback(new URL(config.publicUrl).hostname)
  );
}

/**
 * Reads the settings of architecture.md section 3. Blank values count as absent.
 * @throws ConfigError naming every setting that is bad or missing
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = withoutBlanks(env);
  const parsed = environmentSchema.safeParse(given);
  const bad = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  const problems = [...missingSettings(given), ...bad];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const config = toConfig(parsed.data);
  if (config.roles.web && config.oidc === undefined && !usesLocalIdentity(config)) {
    throw new ConfigError(['OIDC_ISSUER is missing: without it HOST and PUBLIC_URL have to be loopback addresses']);
  }
  return config;
}

/**
 * Reads the settings of this process from its environment and, where that is silent, from the file `.env`.
 * @throws ConfigError naming every setting that is bad or missing
 */
export function readConfig(): Config {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
