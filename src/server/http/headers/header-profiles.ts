import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config/config.ts';

type Headers = Readonly<Record<string, string>>;

const YEAR_S = 365 * 86_400;
const POLICY = 'content-security-policy';
const self = "'self'";
const none = "'none'";

/** Sent with every answer. HSTS only with https: on a laptop it would lock `localhost` to https. */
const commonHeaders = ({ publicUrl, hasSubdomainsOnHttps }: Config): Headers => ({
  ...(publicUrl.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${YEAR_S}${hasSubdomainsOnHttps ? '; includeSubDomains' : ''}` }
    : {}),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
});

/** They mean something for pages only: answers of the API, which come by the thousand, are without them. */
const PAGE_HEADERS = { 'permissions-policy': 'camera=()', 'x-download-options': 'noopen', 'x-xss-protection': '0' };

/** Chrome does not restore what was typed in a frame that has its own agent cluster. */
const UNFRAMED_HEADERS = { ...PAGE_HEADERS, 'origin-agent-cluster': '?1', 'x-frame-options': 'DENY' };

/** For pages whose address is a secret. */
const AT_SECRET_ADDRESS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

type Directives = Readonly<Record<string, readonly string[]>>;

const policyOf = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');

const nothingAllowed = { 'default-src': [none], 'frame-ancestors': [none], 'base-uri': [none], 'form-action': [none] };

/** The source of a content security policy that allows this inline text. */
export const inlineSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Adds sources to a directive of the policy of an answer. */
export function allowSources(reply: FastifyReply, directive: 'script-src' | 'style-src', sources: readonly string[]): FastifyReply {
  if (sources.length === 0) return reply;
  return reply.header(POLICY, String(reply.getHeader(POLICY)).replace(new RegExp(`${directive} [^;]+`), `$& ${sources.join(' ')}`));
}

/** The script and the styles that public and self-service pages have inline. */
interface InlineTexts {
  readonly earlyScript: string;
  readonly styles: Readonly<Record<'all' | 'selfService', string>>;
}

/** The security headers of each kind of answer, without a `bundle` where no public pages are built. */
export const headerProfiles = (config: Config, bundle: InlineTexts | undefined) => {
  const inline = (...texts: (string | undefined)[]) => texts.flatMap((text) => (text === undefined ? [] : [inlineSource(text)]));
  // In a sandboxed frame, Safari takes 'self' to be the frame's opaque origin.
  const ours = [self, ...new Set([config.publicUrl, new URL(config.eventsServerUrl).origin])];
  const common = commonHeaders(config);
  const headersOf = (loadableFrom: 'same-origin' | 'cross-origin', directives: Directives): Headers => ({
    ...common,
    [POLICY]: policyOf(directives),
    'cross-origin-resource-policy': loadableFrom,
  });
  const unframed = (loadableFrom: 'same-origin' | 'cross-origin', directives: Directives = nothingAllowed): Headers => ({
    ...headersOf(loadableFrom, directives),
    ...UNFRAMED_HEADERS,
  });
  return {
    staffApp: {
      ...unframed('same-origin', {
        'default-src': [none],
        'script-src': [self],
        'style-src': [self],
        // Mantine and the charts set style attributes.
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': [self, 'data:', 'https:'],
        'font-src': [self],
        'connect-src': [self],
        'frame-src': [self],
        'form-action': [self],
        'base-uri': [none],
        'frame-ancestors': [none],
      }),
      // Addresses of the staff app hold search words, which must not reach the logs of proxies.
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    publicForm: {
      ...headersOf('cross-origin', {
        'default-src': [none],
        // Its cached page cannot carry a nonce.
        'script-src': [...ours, ...inline(bundle?.earlyScript)],
        'style-src': inline(bundle?.styles.all),
        // The logo comes from our own address; the empty icon is part of the page.
        'img-src': [...ours, 'data:'],
        'connect-src': ours,
        'form-action': ours,
        'base-uri': [none],
        // `*` would exclude pages in a sandboxed frame, whose origin is opaque.
        ...(config.frameAncestors.includes('*') ? {} : { 'frame-ancestors': config.frameAncestors }),
      }),
      ...PAGE_HEADERS,
      // Otherwise a host page with this policy shows no frame.
      'cross-origin-embedder-policy': 'require-corp',
    },
    // No scripts, never framed: the address is a secret.
    selfService: {
      ...unframed('same-origin', {
        ...nothingAllowed,
        'style-src': inline(bundle?.styles.all, bundle?.styles.selfService),
        'img-src': [self, 'data:'],
        'form-action': [self],
      }),
      ...AT_SECRET_ADDRESS,
      'cache-control': 'no-store',
    },
    door: {
      ...unframed('same-origin', {
        ...nothingAllowed,
        'script-src': [self],
        'style-src': [self],
        'img-src': [self],
        'connect-src': [self],
        'worker-src': [self],
      }),
      'permissions-policy': 'camera=(self)',
      ...AT_SECRET_ADDRESS,
    },
    api: { ...headersOf('cross-origin', nothingAllowed), 'x-frame-options': 'DENY' },
    download: unframed('same-origin', { ...nothingAllowed, sandbox: [] }),
    guide: unframed('same-origin', { ...nothingAllowed, 'style-src': [self], 'img-src': [self] }),
    // Scripts, styles and the logo, which pages of any origin may load.
    file: unframed('cross-origin', { ...nothingAllowed, sandbox: [] }),
    other: unframed('same-origin'),
  } satisfies Readonly<Record<string, Headers>>;
};
export type HeaderProfiles = ReturnType<typeof headerProfiles>;
export type HeaderKind = keyof HeaderProfiles;
