import { BlockList, isIP } from 'node:net';
import { isLoopback } from './values.ts';

/** The settings that `ALLOW_INSECURE` may name, to allow an address without encryption. */
export const INSECURE_SETTINGS = ['PUBLIC_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL'] as const;

export type InsecureSetting = (typeof INSECURE_SETTINGS)[number];

interface Addresses {
  PUBLIC_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  ALLOW_INSECURE: readonly InsecureSetting[];
}

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

/** One line for each setting that would send data over public networks without encryption. */
export function insecureAddresses({ PUBLIC_URL, ALLOW_INSECURE, ...addresses }: Addresses): string[] {
  const problems: Partial<Record<InsecureSetting, string>> = {};
  if (PUBLIC_URL !== undefined && !isSafePage(PUBLIC_URL)) problems.PUBLIC_URL = 'must start with https:// in production';
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const address = addresses[name];
    if (address !== undefined && !isSafeDatabase(address)) {
      problems[name] = 'must ask for encryption in production, such as by ?sslmode=verify-full';
    }
  }
  return INSECURE_SETTINGS.flatMap((name) => {
    const problem = ALLOW_INSECURE.includes(name) ? undefined : problems[name];
    return problem === undefined ? [] : [`${name} ${problem}, or be named in ALLOW_INSECURE`];
  });
}

/** Whether the mail server must encrypt before it gets our password: any outside a private network. */
export function needsEncryptedMail(smtpUrl: string, allowInsecure: readonly InsecureSetting[]): boolean {
  const { password, hostname } = new URL(smtpUrl);
  return password !== '' && !isPrivateHost(hostname) && !allowInsecure.includes('SMTP_URL');
}
