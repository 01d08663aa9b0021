import { BlockList, isIP } from 'node:net';
import { isLoopback } from './values.ts';

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

/** The last value counts, as in the database driver. */
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
const NO_ENCRYPTION = 'must ask for encryption in production, such as by ?sslmode=verify-full';

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
