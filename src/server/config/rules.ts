import fs from 'node:fs';
import { BlockList, isIP } from 'node:net';
import type { z } from 'zod';
import { isLoopback } from './values.ts';

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'ALLOWED_EMAIL_DOMAINS',
  'SESSION_SECRET',
] as const;

/** The first setting requires the second. */
const REQUIRED_TOGETHER = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['DATABASE_READ_URL', 'DATABASE_URL'],
  ['BACKUP_KEEP', 'BACKUP_DIR'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['COPPER_API_TOKEN', 'COPPER_USER_EMAIL'],
  ['COPPER_USER_EMAIL', 'COPPER_API_TOKEN'],
] as const;

/** One line for each missing setting. */
export function missingSettings(env: Record<string, string>): string[] {
  const missing = new Map<string, string>();
  for (const [present, needed] of REQUIRED_TOGETHER) {
    if (env[present] !== undefined && env[needed] === undefined) missing.set(needed, `${needed} is missing: ${present} needs it`);
  }
  for (const name of env.NODE_ENV === 'production' ? REQUIRED_IN_PRODUCTION : []) {
    if (env[name] === undefined) missing.set(name, `${name} is missing: production requires it`);
  }
  return [...missing.values()];
}

/** Ports from 1024 on that browsers refuse to open (https://fetch.spec.whatwg.org/#port-blocking). */
const REFUSED_PORTS = [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080];

/** One line for each pair of settings of which only one can hold, and for an address of this server that no browser opens. */
export function impossibleSettings({ PORT: ownPort, PUBLIC_URL: publicUrl, ...env }: Readonly<Record<string, string>>): string[] {
  const [name, port] = publicUrl === undefined ? ['PORT', ownPort] : ['PUBLIC_URL', /:(\d+)\/?$/.exec(publicUrl)?.[1]];
  return [
    ...(env.LOCAL_IDENTITY_HOSTS !== undefined && env.OIDC_ISSUER !== undefined
      ? ['LOCAL_IDENTITY_HOSTS is for the local identity provider, which OIDC_ISSUER replaces: remove one of them']
      : []),
    ...(REFUSED_PORTS.includes(Number(port)) ? [`${name} must name another port: browsers refuse to open ${port}`] : []),
  ];
}

/** What is in the files that settings name with `_FILE`, as for Docker secrets, and one line for each that cannot be used; `unread` has the settings whose file could not be read. */
export function fromFiles(env: Readonly<Record<string, string>>, names: readonly string[]) {
  const read: Record<string, string> = {};
  const unread: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: remove one of them`);
    try {
      read[name] = new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file));
    } catch {
      unread[name] = file;
      problems.push(`${name}_FILE must be the path of a readable file in UTF-8`);
    }
  }
  return { read, unread, problems };
}

/** Node.js reads a settings file as UTF-8: of one in UTF-16, as PowerShell writes it, only a damaged first letter is left. */
export const misread = (env: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(env).some((name) => name.startsWith('\uFFFD')) ? ['The settings file must be saved as UTF-8'] : [];

/** A whole value in quotation marks, which `docker --env-file` keeps; sources of FRAME_ANCESTORS have theirs. */
const QUOTED = /^(?!'(?:self|none)'$)(["'])(?:(?!\1).)*\1$/is;

/** A comment after a value, which systemd and `docker --env-file` keep. */
const COMMENTED = /\s#/;
/** They may contain a # after a blank. */
const TEXTS = ['ORGANISATION_NAME', 'CONSENT_TEXT', 'SESSION_SECRET', 'npm_lifecycle_script'];

function miswritten(name: string, value = ''): string {
  if (QUOTED.test(value)) return 'must be written without quotation marks';
  return COMMENTED.test(value) && !TEXTS.includes(name) ? 'must be written without a comment after it' : '';
}

/** One line for each of these settings that is quoted, has a comment, or has one of the issues. */
export function badSettings(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
  issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[],
): string[] {
  const wrong = names.map((name) => ({ path: [name], message: miswritten(name, env[name]) })).filter(({ message }) => message !== '');
  const others = issues.filter(({ path }) => !wrong.some((setting) => setting.path[0] === path[0]));
  return [...wrong, ...others].map(({ path, message }) => `${String(path[0])} ${message}`);
}

/** The settings that `ALLOW_INSECURE` may name, to allow an address without encryption. */
export const INSECURE_SETTINGS = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const;
export type InsecureSetting = (typeof INSECURE_SETTINGS)[number];

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('169.254.0.0', 16);
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Domains outside the public DNS (RFC 6762, RFC 8375, ICANN's `.internal`), and services of a cluster. */
const PRIVATE_DOMAIN = /\.(?:internal|local|home\.arpa|svc)$/;

/** Whether a host is on this machine or in a private network: a private address, a name without dots, or in a private domain. */
export function isPrivateHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const version = isIP(name);
  if (isLoopback(name)) return true;
  if (version !== 0) return privateNetworks.check(name, version === 4 ? 'ipv4' : 'ipv6');
  return !name.includes('.') || PRIVATE_DOMAIN.test(name);
}

/** Whether a host has a full name in the DNS, such as `events.example.com`. */
const isFullName = (host: string): boolean => isIP(host) === 0 && host.includes('.') && !host.includes(':') && !isLoopback(host);

/** The last value wins, as in the database driver. */
const lastOf = ({ searchParams }: URL, name: string): string | undefined => searchParams.getAll(name).at(-1);

function isEncryptedDatabase(url: URL): boolean {
  const mode = lastOf(url, 'sslmode');
  if (mode !== undefined) return mode !== 'disable';
  return (
    ['true', '1'].includes(lastOf(url, 'ssl') ?? '') || url.searchParams.has('sslrootcert') || lastOf(url, 'sslnegotiation') === 'direct'
  );
}

function isSafeDatabase(address: string): boolean {
  const url = new URL(address);
  const host = lastOf(url, 'host') ?? decodeURIComponent(url.hostname);
  const isSocket = host === '' || host.startsWith('/');
  return isSocket || isPrivateHost(host) || isEncryptedDatabase(url);
}

function isSafePage(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isPrivateHost(hostname);
}

const NO_HTTPS = 'must start with https:// in production';
const NO_ENCRYPTION = 'must require encryption in production, for example with ?sslmode=verify-full';

const CHECKS = [
  ['PUBLIC_URL', isSafePage, NO_HTTPS],
  ['DATABASE_URL', isSafeDatabase, NO_ENCRYPTION],
  ['DATABASE_DIRECT_URL', isSafeDatabase, NO_ENCRYPTION],
  ['DATABASE_READ_URL', isSafeDatabase, NO_ENCRYPTION],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', isSafePage, NO_HTTPS],
] as const;
type CheckedSettings = { readonly [Name in (typeof CHECKS)[number][0]]?: string | undefined };

/** One line for each setting that would send data over public networks without encryption. */
export const insecureAddresses = (given: CheckedSettings & { readonly ALLOW_INSECURE: readonly InsecureSetting[] }): string[] =>
  CHECKS.flatMap(([name, isSafe, problem]) => {
    const address = given[name];
    if (address === undefined || isSafe(address) || given.ALLOW_INSECURE.includes(name)) return [];
    return [`${name} ${problem}, or be named in ALLOW_INSECURE`];
  });

/** Whether the mail server must encrypt before it gets our password: any outside a private network. */
export function needsEncryptedMail(smtpUrl: string, allowInsecure: readonly InsecureSetting[]): boolean {
  const { password, hostname } = new URL(smtpUrl);
  return password !== '' && !isPrivateHost(hostname) && !allowInsecure.includes('SMTP_URL');
}

interface MailVariables {
  readonly SMTP_URL?: string | undefined;
  readonly ALLOW_INSECURE: readonly InsecureSetting[];
  readonly PUBLIC_URL?: string | undefined;
}

/** We introduce ourselves to the mail server by our public name: in a container, the machine's own means nothing. */
export function mailOf({ SMTP_URL: smtpUrl, ALLOW_INSECURE: insecure, PUBLIC_URL: publicUrl }: MailVariables) {
  if (smtpUrl === undefined) return undefined;
  const { hostname = '' } = publicUrl === undefined || new URL(smtpUrl).searchParams.has('name') ? {} : new URL(publicUrl);
  return { smtpUrl, requireTls: needsEncryptedMail(smtpUrl, insecure), name: isFullName(hostname) ? hostname : undefined };
}

const ANY_REDIRECT =
  'REDIRECT_HOSTS is not set: anyone who sends a link to a form can choose the page that opens after the sign-up. The form names its host first. Set it to the hosts of your website.';

/** A name, and what is left of it without one of its letters: two names that share one of these differ by a slip of the keyboard. */
const withoutOne = (name: string): string[] => [name, ...Array.from(name, (_letter, at) => name.slice(0, at) + name.slice(at + 1))];
const SHORTEST_NAME = 8;

/** Warnings about names that are almost those of settings, which would have no effect. */
export function misspelt(given: readonly string[], names: readonly string[]): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const meant = new Map(
    known.filter(({ length }) => length >= SHORTEST_NAME).flatMap((name) => withoutOne(name).map((each) => [each, name])),
  );
  const meantBy = (name: string) => withoutOne(name).flatMap((each) => meant.get(each) ?? [])[0];
  return given.flatMap((name) => {
    const near = known.includes(name) ? undefined : meantBy(name);
    return near === undefined ? [] : [`${name} is not a setting and has no effect. Did you mean ${near}?`];
  });
}

/** Warnings about valid settings, for the log. */
export const startWarnings = (config: {
  environment: string;
  roles: { web: boolean };
  redirectHosts?: readonly string[];
  misspelt?: readonly string[];
}): string[] => [
  ...(config.environment === 'production' && config.roles.web && config.redirectHosts === undefined ? [ANY_REDIRECT] : []),
  ...(config.misspelt ?? []),
];
