import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Names of whole networks in the proxy-addr library. */
const PROXY_NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** Whether a host name or address, with or without brackets, is only reachable from this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

const words = (value: string): string[] => value.split(/[\s,]+/).filter((word) => word !== '');

function isProxyAddress(word: string): boolean {
  if (PROXY_NETWORK_NAMES.includes(word)) return true;
  const [address = '', bits, ...rest] = word.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Only by its name: with an offset or EST, the clocks would never change, nor for PostgreSQL with what it takes for an abbreviation; Etc/GMT-5 is ahead. */
function isTimeZone(name: string): boolean {
  if (/^(?:[+-].*|[cemw]et|[ehm]st|etc\/gmt[+-].*)$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false; // Intl throws for an unknown zone.
  }
}

/** A whole number; both bounds are included. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

/** Only `true` or `false`; otherwise "yes" would silently mean false. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const ENCODE =
  'cannot be read: check host and port; in the user name and password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

/** A password with one of these marks, which end what is taken for the host. */
const CUT_OFF = /^(?!http)\w+:\/\/(?:[^/?#]*(?:#|\?(?!\w+=)).*|[^/?#@]*:\d*\/[^?#]*)@/i;

/** A list of hosts, which libpq would try one after the other. */
const SEVERAL_HOSTS =
  /^postgres\w*:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:\/[^?#@]*)?(?:\?\w+=.*|#[^@]*)?$|^postgres\w*:[^?]*\?(?:.*&)?host=[^&]*(?:,|%2C)/i;

/** libpq's name for the certificates that our driver trusts anyway; the driver would look for a file. */
const SYSTEM_ROOTS = 'system';

/** Whether a password is read as part of the address, or looks encoded without being so, as `a%ffb` does; a single % is read as it is. */
function isMisread(value: string, { protocol, username, password, pathname }: URL): boolean {
  if (CUT_OFF.test(value)) return true;
  const decoded = username + password + (protocol.startsWith('postgres') ? pathname : '');
  try {
    decodeURIComponent(decoded);
    return false;
  } catch {
    return !/%(?![\da-f]{2})/i.test(decoded);
  }
}

/** Prisma, JDBC and others use this; our driver would silently use `public`. */
const namesSchema = ({ searchParams }: URL): boolean =>
  ['schema', 'currentSchema', 'search_path'].some(
    (name) => !/^$|^\s*(?:"?\$user"?\s*,\s*)?"?public"?\s*(?:,|$)/i.test(searchParams.getAll(name).at(-1) ?? ''),
  );

/** The first file of a certificate or key that does not exist. */
const missingFile = ({ searchParams }: URL): string | undefined =>
  ['sslrootcert', 'sslcert', 'sslkey']
    .map((name) => searchParams.getAll(name).at(-1) ?? '')
    .find((file) => !['', SYSTEM_ROOTS].includes(file) && !existsSync(file));

function misunderstood(url: URL): string | undefined {
  if (url.protocol === 'smtp:' && url.port === '465')
    return 'must start with smtps:// for port 465, on which servers encrypt from the start';
  if (!url.protocol.startsWith('postgres')) return undefined;
  if (namesSchema(url)) return 'must name a schema other than public with ?options=-csearch_path=NAME';
  const file = missingFile(url);
  return file === undefined ? undefined : `must name files that exist: ${file} does not`;
}

function whyNoAddress(value: string, protocols: readonly string[]): string | undefined {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (/^["']/.test(value)) return 'must be written without quotation marks';
  if (!starts.some((start) => value.toLowerCase().startsWith(start) && value.length > start.length))
    return `must be an address that starts with ${starts.join(' or ')}`;
  if (SEVERAL_HOSTS.test(value)) return 'must have one host: with several databases, that of a proxy that leads to the primary';
  const isMail = protocols.includes('smtp:');
  const url = URL.parse(value);
  if (url === null || isMisread(value, url) || (isMail && !/^[^/]+\/?$/.test(url.host + url.pathname))) return ENCODE;
  return misunderstood(url);
}

/** An address with one of these schemes, without a trailing slash. */
export const address = (...protocols: string[]) =>
  z
    .string()
    .superRefine((value, context) => {
      const message = whyNoAddress(value, protocols);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .transform((value) => value.replace(/\/+$/, ''));

/** Says `verify-full` instead of libpq's `sslrootcert=system`, and of the modes that our driver treats as that with a warning at each start. */
export const database = address('postgres:', 'postgresql:').transform((value) =>
  value
    .replace(/(?<=[?&])sslrootcert=system(?:&(.*))?$/, (_, rest = '') => `${rest === '' ? '' : `${rest}&`}sslmode=verify-full`)
    .replace(/(?<!uselibpqcompat=true.*)(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)(?!.*uselibpqcompat=true)/g, 'verify-full'),
);

/** Settings files and containers do not replace `~`, so that it would become a folder of this name. */
export const folder = z.string().regex(/^(?!~)/, 'must be a path that does not start with ~');

export const origin = address('http:', 'https:')
  .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`, 'must have only a scheme, host and port, without a path')
  .transform((value) => new URL(value).origin);

/** Without the path of its configuration, which is often pasted along. Plain http is allowed on this machine only. */
export const issuer = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an address that starts with https://')
  .refine(
    (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isLoopback(new URL(value).hostname),
    'may use http:// on a loopback address only',
  )
  .transform((value) => value.replace(/\.well-known\/openid-configuration\/?$/, ''));

/** An address that contains `{placeholder}`. */
export const addressTemplate = (placeholder: string) =>
  address('http:', 'https:').refine((value) => value.includes(`{${placeholder}}`), `must contain {${placeholder}}`);

/** The same, or null for `off`. */
export const addressTemplateOrOff = (placeholder: string) =>
  z.preprocess((value) => (/^off$/i.test(String(value)) ? null : value), addressTemplate(placeholder).nullable());

/** A list with at least one word, separated by commas or blanks. */
const listOf = (isValid: (word: string) => boolean, message: string) =>
  z
    .string()
    .transform(words)
    .refine((list) => list.length > 0 && list.every(isValid), message);

const hostsOf = (isValid: (name: string) => boolean, message: string) => z.string().toLowerCase().pipe(listOf(isValid, message));

export const hostNames = hostsOf((name) => HOST_NAME.test(name), 'must be a list of host names, separated by commas');

/** As `hostNames`, with optional ports. */
export const hosts = hostsOf(
  (name) => HOST_NAME.test(name.replace(/:[1-9]\d{0,4}$/, '')),
  'must be a list of host names, with ports if necessary, separated by commas',
);

/** Sources of the `frame-ancestors` directive, in which a `;` would start another, and a path fits no page. Shells take the quotation marks of `'self'` away. */
export const frameSources = listOf(
  (source) => /^(?:'(?:self|none)'|(?:[a-z][a-z\d+.-]*:\/\/)?[\w*.:[\]-]+\/?)$/i.test(source),
  'must be * or a list of addresses without paths, separated by commas',
).transform((sources) => sources.map((source) => source.replace(/^(?:self|none)$/i, "'$&'")));

/** Addresses and networks of trusted proxies; `off` means none. */
export const proxies = z
  .string()
  .transform((value) => words(value.toLowerCase() === 'off' ? '' : value))
  .refine((list) => list.every(isProxyAddress), 'must be off, or the addresses or networks of the proxies, separated by commas');

/** The `scope` parameter, which must contain `openid`. */
export const scopes = z
  .string()
  .refine((value) => words(value).includes('openid'), 'must contain openid')
  .transform((value) => words(value).join(' '));

/** Parameters in the form of a query: `access_type=offline&hd=example.org`. */
export const parameters = z
  .string()
  .refine((value) => /^[^=&\s]+=[^=&\s]*(?:&[^=&\s]+=[^=&\s]*)*$/.test(value), 'must look like name=value&name=value')
  .transform((value) => Object.fromEntries(new URLSearchParams(value)));

const HEADER_FIELDS = /^[\w-]+=[^,]+(?:,[\w-]+=[^,]+)*$/;
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/;

/** Undefined where the text is no list of fields, or a value is not percent-encoded or cannot be part of a header. */
function fieldsOf(text: string): Record<string, string> | undefined {
  if (!HEADER_FIELDS.test(text)) return undefined;
  const fields = text.split(',').map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)] as const);
  try {
    const decoded = fields.map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return decoded.some(([, value]) => NOT_IN_HEADERS.test(value)) ? undefined : Object.fromEntries(decoded);
  } catch {
    return undefined;
  }
}

/** Header fields as OpenTelemetry writes them, with percent-encoded values. */
export const headerFields = z
  .string()
  .transform(fieldsOf)
  .pipe(z.record(z.string(), z.string(), 'must look like name=value,name=value'));

export const share = z
  .string()
  .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number);

export const someOf = <Word extends string>(allowed: readonly Word[]) =>
  z
    .string()
    .transform(words)
    .pipe(z.array(z.enum(allowed, `must be a list of some of ${allowed.join(', ')}`)));

/** Screens show the name, however it is written here. */
export const timeZone = z
  .string()
  .refine(isTimeZone, 'must be the name of a time zone, such as Europe/London')
  .transform((name) => Temporal.Now.zonedDateTimeISO(name).timeZoneId);

export const roles = listOf((role) => role === 'web' || role === 'worker', 'must be web, worker or both, separated by a comma').transform(
  (list) => ({ web: list.includes('web'), worker: list.includes('worker') }),
);
