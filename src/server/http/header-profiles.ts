import type { FastifyHelmetOptions } from '@fastify/helmet';

interface ProfileSettings {
  /** Who may frame the public pages: `*`, or origins (setting FRAME_ANCESTORS). */
  readonly frameAncestors: readonly string[];
  /** Origins that the public page may send its sign-up to besides its own (setting EVENTS_SERVER_URL). */
  readonly connectTo: readonly string[];
  /** Whether people reach us by https. */
  readonly isHttps: boolean;
}

type Profile = Exclude<FastifyHelmetOptions, { global?: boolean } & { global: true }>;

export interface HeaderProfiles {
  readonly staffApp: Profile;
  readonly publicForm: Profile;
  readonly api: Profile;
  readonly download: Profile;
}

const self = "'self'";
const none = "'none'";

/** What every answer carries. HSTS only where https is what people use: on http it would mean nothing, on a laptop harm. */
const everywhere = (isHttps: boolean) =>
  ({
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    originAgentCluster: true,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    crossOriginEmbedderPolicy: false,
  }) as const;

const shut = { defaultSrc: [none], frameAncestors: [none], baseUri: [none], formAction: [none] };

/**
 * The security headers of each kind of answer, in one table (hardening 1.1). Staff pages may not be framed and keep their
 * popups' opener; public forms may be framed by whoever the setting says. `helmet` adds the nonce of each answer.
 */
export const headerProfiles = ({ frameAncestors, connectTo, isHttps }: ProfileSettings): HeaderProfiles => ({
  staffApp: {
    ...everywhere(isHttps),
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [none],
        scriptSrc: [self],
        styleSrc: [self],
        // Mantine and charts set style attributes; they can carry no script.
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
    ...everywhere(isHttps),
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [none],
        scriptSrc: [self],
        styleSrc: [self],
        imgSrc: [self, 'data:', 'https:'],
        connectSrc: [self, ...connectTo],
        formAction: [self],
        baseUri: [none],
        frameAncestors: [...frameAncestors],
      },
    },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: false,
  },
  api: {
    ...everywhere(isHttps),
    contentSecurityPolicy: { useDefaults: false, directives: shut },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
  },
  download: {
    ...everywhere(isHttps),
    contentSecurityPolicy: { useDefaults: false, directives: { ...shut, sandbox: [] } },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  },
});
