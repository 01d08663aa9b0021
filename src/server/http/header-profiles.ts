import type { FastifyHelmetOptions } from '@fastify/helmet';

interface ProfileSettings {
  /** Who may frame the public pages: `*`, or origins (setting FRAME_ANCESTORS). */
  readonly frameAncestors: readonly string[];
  /** Origins that the public page may send its sign-up to besides its own (setting EVENTS_SERVER_URL). */
  readonly connectTo: readonly string[];
  readonly isHttps: boolean;
  /** Whether HSTS includes the subdomains of our host (setting HSTS_SUBDOMAINS). */
  readonly hasSubdomainsOnHttps: boolean;
  /** Hashes of the inline scripts and styles of the public form, whose cached page cannot carry a nonce. */
  readonly inlineOfForm: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
}

type Profile = Exclude<FastifyHelmetOptions, { global?: boolean } & { global: true }>;

export interface HeaderProfiles {
  /** Pages of the staff app, the only profile with a nonce. */
  readonly staffApp: Profile;
  readonly publicForm: Profile;
  readonly api: Profile;
  readonly download: Profile;
  /** Files that pages of any origin may load: scripts, styles, the logo. */
  readonly file: Profile;
  /** All else: health, API documentation, sign-in, unknown addresses. */
  readonly other: Profile;
}

/** Which profile a route's answers have; a route without one has `other`. */
export type HeaderKind = keyof HeaderProfiles;

const YEAR_S = 365 * 86_400;
const self = "'self'";
const none = "'none'";

/** Sent with every answer. HSTS only with https: on a laptop it would lock `localhost` to https. */
const commonHeaders = ({ isHttps, hasSubdomainsOnHttps }: ProfileSettings) =>
  ({
    strictTransportSecurity: isHttps ? { maxAge: YEAR_S, includeSubDomains: hasSubdomainsOnHttps } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    originAgentCluster: true,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    crossOriginEmbedderPolicy: false,
  }) as const;

const nothingAllowed = { defaultSrc: [none], frameAncestors: [none], baseUri: [none], formAction: [none] };

/** The security headers of each kind of answer. `helmet` adds the nonces of the staff pages. */
export const headerProfiles = (settings: ProfileSettings): HeaderProfiles => ({
  staffApp: {
    ...commonHeaders(settings),
    // Addresses of the staff app hold search words, which must not reach the logs of proxies.
    referrerPolicy: { policy: 'strict-origin' },
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  },
  publicForm: {
    ...commonHeaders(settings),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [none],
        scriptSrc: [self, ...settings.inlineOfForm.scripts],
        styleSrc: [...settings.inlineOfForm.styles],
        // The logo comes from our own address; the empty icon stands in the page.
        imgSrc: [self, 'data:'],
        connectSrc: [self, ...settings.connectTo],
        formAction: [self],
        baseUri: [none],
        frameAncestors: [...settings.frameAncestors],
      },
    },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: false,
  },
  api: {
    ...commonHeaders(settings),
    contentSecurityPolicy: { useDefaults: false, directives: nothingAllowed },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
  },
  download: {
    ...commonHeaders(settings),
    contentSecurityPolicy: { useDefaults: false, directives: { ...nothingAllowed, sandbox: [] } },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  },
  file: {
    ...commonHeaders(settings),
    contentSecurityPolicy: { useDefaults: false, directives: { ...nothingAllowed, sandbox: [] } },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
  },
  other: {
    ...commonHeaders(settings),
    contentSecurityPolicy: { useDefaults: false, directives: nothingAllowed },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  },
});
