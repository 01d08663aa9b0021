import { createHash } from 'node:crypto';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '#server/config/config.ts';

type Profile = Exclude<FastifyHelmetOptions, { global?: boolean } & { global: true }>;

export interface HeaderProfiles {
  /** Pages of the staff app, the only profile with a nonce. */
  readonly staffApp: Profile;
  readonly publicForm: Profile;
  /** Pages by which people see and change their sign-up: no scripts, never framed. Their address is a secret. */
  readonly ownPage: Profile;
  readonly api: Profile;
  readonly download: Profile;
  /** The user guide: text and pictures without scripts. */
  readonly guide: Profile;
  /** Files that pages of any origin may load: scripts, styles, the logo. */
  readonly file: Profile;
  /** All else: health, API documentation, sign-in, unknown addresses. */
  readonly other: Profile;
}

export type HeaderKind = keyof HeaderProfiles;

const YEAR_S = 365 * 86_400;
const self = "'self'";
const none = "'none'";

/** Sent with every answer. HSTS only with https: on a laptop it would lock `localhost` to https. */
const commonHeaders = ({ publicUrl, hasSubdomainsOnHttps }: Config) =>
  ({
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: YEAR_S, includeSubDomains: hasSubdomainsOnHttps } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    originAgentCluster: true,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    crossOriginEmbedderPolicy: false,
  }) as const;

const nothingAllowed = { defaultSrc: [none], frameAncestors: [none], baseUri: [none], formAction: [none] };

type Directives = NonNullable<Exclude<Profile['contentSecurityPolicy'], boolean>>['directives'];

/** The source of a content security policy that allows this inline text. */
export const inlineSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The script and the styles that public and own pages have inline. */
interface InlineTexts {
  readonly earlyScript: string;
  readonly styles: Readonly<Record<'all' | 'own', string>>;
}

/** The security headers of each kind of answer (`helmet` adds the nonces of the staff pages), without a `bundle` where no public pages are built. */
export const headerProfiles = (config: Config, bundle: InlineTexts | undefined): HeaderProfiles => {
  const inline = (...texts: (string | undefined)[]) => texts.flatMap((text) => (text === undefined ? [] : [inlineSource(text)]));
  const { origin } = new URL(config.eventsServerUrl);
  const unframed = (loadableFrom: 'same-origin' | 'cross-origin', directives: Directives = nothingAllowed) =>
    ({
      ...commonHeaders(config),
      contentSecurityPolicy: { useDefaults: false, directives },
      crossOriginOpenerPolicy: false,
      crossOriginResourcePolicy: { policy: loadableFrom },
      frameguard: { action: 'deny' },
    }) satisfies Profile;
  return {
    staffApp: {
      ...unframed('same-origin', {
        defaultSrc: [none],
        scriptSrc: [self],
        styleSrc: [self],
        // Mantine and the charts set style attributes.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: [self, 'data:', 'https:'],
        fontSrc: [self],
        connectSrc: [self],
        frameSrc: [self],
        formAction: [self],
        baseUri: [none],
        frameAncestors: [none],
      }),
      // Addresses of the staff app hold search words, which must not reach the logs of proxies.
      referrerPolicy: { policy: 'strict-origin' },
      enableCSPNonces: true,
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    },
    publicForm: {
      ...unframed('cross-origin', {
        defaultSrc: [none],
        // Its cached page cannot carry a nonce.
        scriptSrc: [self, ...inline(bundle?.earlyScript)],
        styleSrc: inline(bundle?.styles.all),
        // The logo comes from our own address; the empty icon is part of the page.
        imgSrc: [self, 'data:'],
        connectSrc: origin === config.publicUrl ? [self] : [self, origin],
        formAction: [self],
        baseUri: [none],
        frameAncestors: [...config.frameAncestors],
      }),
      frameguard: false,
    },
    ownPage: {
      ...unframed('same-origin', {
        ...nothingAllowed,
        styleSrc: inline(bundle?.styles.all, bundle?.styles.own),
        imgSrc: [self, 'data:'],
        formAction: [self],
      }),
      referrerPolicy: { policy: 'no-referrer' },
    },
    // Without those that mean something for pages only: answers of the API come by the thousand, and a browser reads each header.
    api: { ...unframed('cross-origin'), originAgentCluster: false, xDownloadOptions: false, xXssProtection: false },
    download: unframed('same-origin', { ...nothingAllowed, sandbox: [] }),
    guide: unframed('same-origin', { ...nothingAllowed, styleSrc: [self], imgSrc: [self] }),
    file: unframed('cross-origin', { ...nothingAllowed, sandbox: [] }),
    other: unframed('same-origin'),
  };
};
