import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { signInPaths } from '#contract/session/sign-in.ts';
import type { DatabaseConnection, Db } from '#server/db/connection.ts';
import { openReads } from '#server/db/replica/read-pool.ts';
import { Replica } from '#server/db/replica/replica.ts';
import { calendarFeedPage } from '#server/events/feeds/routes.ts';
import { everySecond } from '#server/every-second.ts';
import { feedbackWriter } from '#server/feedback/commands.ts';
import { FormHosts, STAFF_COOKIE, viewCounter } from '#server/forms/views.ts';
import { type SignUpLimits, signUpLimits } from '#server/http/limits/limit-sign-ups.ts';
import { MINUTE_MS, PeriodCounts, shareLimit } from '#server/http/limits/period-counts.ts';
import { guidePages, staffApp } from '#server/http/staff-app.ts';
import type { Tell } from '#server/live/change.ts';
import { LiveStreams } from '#server/live/streams.ts';
import { createTeller } from '#server/live/teller.ts';
import { ownMachineOnly } from '#server/local-identity/own-machine.ts';
import { localIdentityRoutes } from '#server/local-identity/routes.ts';
import { replicaMetrics } from '#server/metrics/counts.ts';
import type { Metric } from '#server/metrics/metric.ts';
import { ownRegistrationPages } from '#server/own-page/routes.ts';
import { inlineOfForm, loadSignUpBundle, type SignUpBundle, stylesOfOwnPage } from '#server/pages/bundle.ts';
import { identityProvider, type IdentitySettings } from '#server/services/identity.ts';
import { logoSource } from '#server/services/logo.ts';
import { EndedTokens, exchangeEndedTokens } from '#server/session/ended-tokens.ts';
import { signInRoutes, type SignInRoutesDeps } from '#server/session/routes.ts';
import { staffVerifier } from '#server/session/verify-token.ts';
import { embedDemo } from '#server/sign-up/page/embed-demo.ts';
import { embedScriptRoute } from '#server/sign-up/page/embed-script.ts';
import { signUpPages } from '#server/sign-up/page/routes.ts';
import { createSignUpService, type SignUpService } from '#server/sign-up/sign-up-service.ts';
import type { Tracer } from '#server/tracing/open-tracer.ts';
import type { Version } from '#server/version.ts';
import { buildApp, type PagesPlugin } from './build-app.ts';
import { type Config, usesLocalIdentity } from './config/config.ts';
import { examinedOf } from './config/examined.ts';
import { loadOrCreateSecret } from './data-folder.ts';
import { listenQuietly } from './listen-quietly.ts';
import { openServices } from './open-services.ts';
import { databaseReadiness } from './readiness.ts';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle timeout of usual balancers (60 s), which otherwise send requests into closing connections. */
const KEEP_ALIVE_MS = 65_000;
/** Connections waiting to be accepted. In a rush the default of 511 is too few, and the system resets the others. */
const BACKLOG = 4_096;
const CLOSE_TIMEOUT_MS = 5_000;
const SWEEP_MS = 50;

/** Under `/auth`, which cannot be a slug. */
const LOCAL_ISSUER_PATH = '/auth/local';
const LOCAL_CLIENT_ID = 'turnout';

export interface WebDeps {
  config: Config;
  log: Logger;
  visitors: DatabaseConnection;
  staff: DatabaseConnection;
  /** Absent: all is read from the database itself (setting DATABASE_READ_URL). */
  replica?: { readonly reads: DatabaseConnection; readonly state: DatabaseConnection } | undefined;
  /** What `/metrics` shows of the process and its worker. */
  metrics: readonly Metric[];
  version: Version;
  /** Why a worker in this process hangs. */
  whyStalled: () => string | undefined;
  /** Shows requests in traces; absent without a collector. */
  tracer?: Tracer | undefined;
  /** Of the embedded database, where they are on. */
  /** Aborted when the process is asked to stop. */
  ending: AbortSignal;
}

function identitySettings({ oidc, publicUrl, allowedEmailDomains: allowedDomains }: Config): IdentitySettings {
  if (oidc !== undefined) return { ...oidc, allowedDomains };
  return {
    issuer: `${publicUrl}${LOCAL_ISSUER_PATH}`,
    clientId: LOCAL_CLIENT_ID,
    scopes: 'openid email profile',
    authParams: {},
    trustEmail: false,
    allowedDomains,
  };
}

type SignIn = Pick<SignInRoutesDeps, 'identity' | 'sessionSecret' | 'endedTokens' | 'callCounts'>;

function signInPages(config: Config, deps: SignIn): PagesPlugin[] {
  const { publicUrl, dataDir, sessionMaxDays, publicRateLimit, localIdentityHosts: hosts } = config;
  const signIn: PagesPlugin = () => (app) =>
    signInRoutes(app, { ...deps, publicUrl, sessionMaxDays, publicRateLimit, staffCookie: STAFF_COOKIE });
  if (!usesLocalIdentity(config)) return [signIn];
  const client = { id: LOCAL_CLIENT_ID, redirectUri: `${publicUrl}${signInPaths.callback}`, postLogoutRedirectUri: `${publicUrl}/` };
  const issuer = `${publicUrl}${LOCAL_ISSUER_PATH}`;
  return [signIn, () => (app) => localIdentityRoutes(app, { issuer, client, dataDir, hosts })];
}

/** The built staff app; in development, Vite may serve it instead. */
function staffPages({ organisation, timeZone, links, environment }: Config, { version, commit }: Version): PagesPlugin[] {
  if (!fs.existsSync(path.join(DIST, 'admin', 'index.html'))) return [];
  const { name, logo = null, consentText, privacyUrl = null } = organisation;
  const settings = {
    organisation: { name, logo, consentText, privacyUrl },
    timeZone,
    links,
    hasSampleData: environment !== 'production',
    version: commit === undefined ? version : `${version} (${commit})`,
  };
  return [
    ({ staffApp: profile }) =>
      (app) =>
        staffApp(app, { distDir: DIST, settings, profile }),
  ];
}

/** The built user guide. */
const guide = (): PagesPlugin[] => (fs.existsSync(path.join(DIST, 'guide')) ? [() => (app) => guidePages(app, { distDir: DIST })] : []);

/** The built public forms, and the script that embeds them. */
function formPages(
  config: Config,
  {
    db,
    bundle,
    ...shared
  }: {
    db: Db;
    bundle: SignUpBundle | undefined;
    signUps: SignUpService;
    callCounts: PeriodCounts;
    signUpLimits: SignUpLimits;
    canMail: boolean;
    tell: Tell;
  },
): PagesPlugin[] {
  if (bundle === undefined) return [];
  const { publicRateLimit, organisation, publicUrl } = config;
  const getLogo = organisation.logo === undefined ? undefined : logoSource(organisation.logo);
  return [
    () => (app) => signUpPages(app, { ...shared, bundle, settings: config, publicRateLimit, getLogo }),
    () => (app) => ownRegistrationPages(app, { ...shared, bundle, settings: config, publicRateLimit, getLogo }),
    () => (app) => embedScriptRoute(app, bundle),
    ...(config.environment === 'production' ? [] : [() => (app: FastifyInstance) => embedDemo(app, { db, publicUrl })]),
  ];
}

const calendarFeeds = (config: Config, deps: { db: Db; callCounts: PeriodCounts }): PagesPlugin[] => [
  () => (app) =>
    calendarFeedPage(app, {
      ...deps,
      publicRateLimit: config.publicRateLimit,
      settings: {
        publicUrl: config.publicUrl,
        timeZone: config.timeZone,
        organisationName: config.organisation.name,
        allowedEmailDomains: config.allowedEmailDomains,
      },
    }),
];

function readiness({ visitors: { db }, ending }: WebDeps, { writer }: SignUpService): () => Promise<Error | undefined> {
  const whyNotReady = databaseReadiness({ db, stalledMs: () => writer.stalledMs() });
  return async () => (ending.aborted ? new Error('The process is ending') : whyNotReady());
}

/** The connections for reads that may go to a replica, and the check of it every second; without one, those of staff. */
function staffReads({ staff, replica, log }: WebDeps): { db: Db; metrics: Metric[]; stops: (() => void)[] } {
  if (replica === undefined) return { db: staff.db, metrics: [], stops: [] };
  const state = new Replica({ primary: staff.pool, replica: replica.state.pool, log });
  const stop = everySecond(
    () => state.check(),
    () => undefined, // The primary does not answer, which the readiness tells.
  );
  const { db, figures } = openReads({ primary: staff.pool, replica: replica.reads.pool, state });
  return { db, metrics: replicaMetrics(figures), stops: [stop] };
}

/** Shares what is counted and who signed out with the other servers. */
function startSharing(
  { config, log, visitors: { db } }: WebDeps,
  { callCounts, limits, endedTokens }: { callCounts: PeriodCounts; limits: SignUpLimits; endedTokens: EndedTokens },
): (() => void)[] {
  const shared = [
    { counts: callCounts, limit: config.publicRateLimit },
    { counts: limits.minutes, limit: limits.withoutTokenPerMinute },
    { counts: limits.days, limit: limits.perDay },
  ];
  const stopSignOuts = everySecond(
    () => endedTokens.share(),
    (err) => log.warn({ err }, 'Sign-outs could not be shared'),
  );
  return [...shared.map((each) => shareLimit({ ...each, db, log })), stopSignOuts];
}

async function buildWeb(deps: WebDeps): Promise<FastifyInstance> {
  const { config, log, visitors, staff } = deps;
  const secret = config.sessionSecret ?? loadOrCreateSecret(config.dataDir, 'session-secret');
  const identity = identityProvider(identitySettings(config));
  const endedTokens = new EndedTokens((ended) => exchangeEndedTokens(staff.db, ended));
  const { origin } = new URL(config.eventsServerUrl);
  const tell: Tell = config.live.isOn
    ? createTeller(visitors.pool, (err) => log.warn({ err }, 'Open screens could not be told what changed'))
    : () => undefined;
  const live = new LiveStreams({ database: staff, log, max: config.live.isOn ? config.live.streamsMax : 0 });
  const { timeZone } = config;
  const services = openServices(config, staff.db);
  const canMail = services.mail !== undefined;
  const signUps = createSignUpService({ database: visitors, secret, timeZone, canMail, log, tell });
  const callCounts = new PeriodCounts(MINUTE_MS);
  const limits = signUpLimits({ withoutTokenPerMinute: config.rateLimitWithoutToken, perDay: config.dailySignUpQuota });
  const bundle = fs.existsSync(path.join(DIST, 'signup')) ? await loadSignUpBundle(DIST) : undefined;
  const reads = staffReads({ ...deps, log });
  const app = await buildApp({
    logger: log,
    db: staff.db,
    reads: reads.db,
    pool: staff.pool,
    signUps,
    tell,
    live,
    views: viewCounter(visitors.db),
    ...(config.visitReports && { formHosts: new FormHosts({ db: visitors.db, tell }) }),
    feedback: feedbackWriter(visitors.db),
    services,
    examined: examinedOf(config),
    publicRateLimit: config.publicRateLimit,
    callCounts,
    signUpLimits: limits,
    verifyToken: staffVerifier(identity.checkToken, endedTokens),
    timeZone,
    publicUrl: config.publicUrl,
    pagesUrl: config.eventsServerUrl,
    frameAncestors: config.frameAncestors,
    connectTo: origin === config.publicUrl ? [] : [origin],
    inlineOfForm: bundle === undefined ? undefined : inlineOfForm(bundle),
    stylesOfOwnPage: bundle === undefined ? undefined : stylesOfOwnPage(bundle),
    hasSubdomainsOnHttps: config.hasSubdomainsOnHttps,
    trustProxy: config.trustProxy,
    logsRequests: config.logsRequests,
    tracer: deps.tracer,
    metricsToken: config.metricsToken,
    isProduction: config.environment === 'production',
    admit: usesLocalIdentity(config) ? ownMachineOnly(config.localIdentityHosts) : undefined,
    metrics: [...deps.metrics, ...reads.metrics],
    version: deps.version,
    whyStalled: deps.whyStalled,
    whyNotReady: readiness(deps, signUps),
    pages: [
      ...signInPages(config, { identity, sessionSecret: secret, endedTokens, callCounts }),
      ...formPages(config, { db: staff.db, bundle, signUps, callCounts, signUpLimits: limits, canMail, tell }),
      ...calendarFeeds(config, { db: staff.db, callCounts }),
      ...guide(),
      ...staffPages(config, deps.version),
    ],
  });
  await endedTokens.share();
  const stops = [...reads.stops, ...startSharing(deps, { callCounts, limits, endedTokens })];
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
  });
  return app;
}

/**
 * Starts the HTTP server.
 * @returns stops it; running requests have five seconds to finish
 * @throws Error naming PORT when it is taken
 */
export async function startWeb(deps: WebDeps): Promise<() => Promise<void>> {
  const log = deps.log.child({});
  const app = await buildWeb({ ...deps, log });
  const { server } = app;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { host, port } = deps.config;
  await listenQuietly({ app, log, host, port, setting: 'PORT', backlog: BACKLOG });
  return async () => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // Connections that become idle only now would be kept open.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await app.close();
    clearTimeout(cut);
    clearInterval(sweep);
  };
}
