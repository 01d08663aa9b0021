import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { signInPaths } from '#contract/sign-in.ts';
import { type Config, usesLocalIdentity } from './config.ts';
import type { DatabaseConnection, Db } from './db/connection.ts';
import { FeedbackWriter } from './features/feedback/feedback-writer.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { staffVerifier } from './features/sign-in/verify-token.ts';
import type { SignUpDeps } from './features/sign-up/commands.ts';
import { signUpDesk } from './features/sign-up/sign-up-desk.ts';
import { ViewCounter } from './features/views/commands.ts';
import { buildApp, type PagesPlugin } from './http/build-app.ts';
import { MinuteCounts } from './http/minute-counts.ts';
import { shareLimit } from './http/shared-limit.ts';
import { staffApp } from './http/staff-app.ts';
import { type IdentitySettings, identityProvider } from './integrations/identity.ts';
import { logoSource } from './integrations/logo.ts';
import { keptSecret } from './kept-secret.ts';
import { localIdentityRoutes } from './local-identity/routes.ts';
import { openServices } from './main-services.ts';
import { loadSignUpBundle } from './signup-page/bundle.ts';
import { embedDemo } from './signup-page/embed-demo.ts';
import { embedScriptRoute } from './signup-page/embed-script.ts';
import { signUpPages } from './signup-page/routes.ts';
import { STAFF_COOKIE } from './staff-cookie.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle time of usual balancers (60 s), which else send into a connection that is just closed. */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_TIMEOUT_MS = 5_000;
const SWEEP_MS = 50;

/** Under `/auth`, which no slug can be (decision 46). */
const LOCAL_ISSUER_PATH = '/auth/local';
const LOCAL_CLIENT_ID = 'turnout';

export interface WebDeps {
  config: Config;
  log: Logger;
  database: DatabaseConnection;
  isReady: () => Promise<boolean>;
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

function signInPages(config: Config, identity: ReturnType<typeof identityProvider>, sessionSecret: string): PagesPlugin[] {
  const { publicUrl, dataDir } = config;
  const signIn: PagesPlugin = () => (app) => signInRoutes(app, { identity, publicUrl, sessionSecret, staffCookie: STAFF_COOKIE });
  if (!usesLocalIdentity(config)) return [signIn];
  const client = { id: LOCAL_CLIENT_ID, redirectUri: `${publicUrl}${signInPaths.callback}`, postLogoutRedirectUri: `${publicUrl}/` };
  const issuer = `${publicUrl}${LOCAL_ISSUER_PATH}`;
  return [signIn, () => (app) => localIdentityRoutes(app, { issuer, client, dataDir })];
}

/** The staff web app as it was built; in development it may come from another server instead. */
function staffPages({ organisation, timeZone, links }: Config): PagesPlugin[] {
  if (!fs.existsSync(path.join(DIST, 'admin', 'index.html'))) return [];
  const { name, logo = null, consentText, privacyUrl = null } = organisation;
  const settings = { organisation: { name, logo, consentText, privacyUrl }, timeZone, links };
  return [
    ({ staffApp: profile }) =>
      (app) =>
        staffApp(app, { distDir: DIST, settings, profile }),
  ];
}

/** The public forms as they were built, and what other pages embed them by. */
async function formPages(config: Config, db: Db, signUps: SignUpDeps, callCounts: MinuteCounts): Promise<PagesPlugin[]> {
  if (!fs.existsSync(path.join(DIST, 'signup'))) return [];
  const bundle = await loadSignUpBundle(DIST);
  const { publicRateLimit, organisation, publicUrl } = config;
  const getLogo = organisation.logo === undefined ? undefined : logoSource(organisation.logo);
  return [
    ({ publicForm: profile }) =>
      (app) =>
        signUpPages(app, { bundle, settings: config, signUps, publicRateLimit, callCounts, profile, getLogo }),
    () => (app) => embedScriptRoute(app, bundle),
    ...(config.environment === 'production' ? [] : [() => (app: FastifyInstance) => embedDemo(app, { db, publicUrl })]),
  ];
}

/** Builds everything that answers HTTP, without listening. */
async function buildWeb({ config, log, database, isReady }: WebDeps): Promise<FastifyInstance> {
  const secret = config.sessionSecret ?? keptSecret(config.dataDir, 'session-secret');
  const identity = identityProvider(identitySettings(config));
  const { origin } = new URL(config.eventsServerUrl);
  const signUps = signUpDesk({ database, secret, log });
  const callCounts = new MinuteCounts();
  const app = await buildApp({
    logger: log,
    db: database.db,
    signUps,
    views: new ViewCounter(database.pool),
    feedback: new FeedbackWriter(database.pool),
    services: openServices(config, database.db),
    publicRateLimit: config.publicRateLimit,
    callCounts,
    verifyToken: staffVerifier(identity.checkToken),
    timeZone: config.timeZone,
    publicUrl: config.publicUrl,
    frameAncestors: config.frameAncestors,
    connectTo: origin === config.publicUrl ? [] : [origin],
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    isReady,
    pages: [
      ...signInPages(config, identity, secret),
      ...(await formPages(config, database.db, signUps, callCounts)),
      ...staffPages(config),
    ],
  });
  const stopSharing = shareLimit({ db: database.db, counts: callCounts, perMinute: config.publicRateLimit, log });
  app.addHook('onClose', async () => stopSharing());
  return app;
}

function portTaken({ host, port }: Config, cause: unknown): Error {
  return new Error(`PORT ${port} of ${host} is already in use: stop what listens there, or set PORT to another one`, { cause });
}

/**
 * Starts to answer HTTP.
 * @returns ends it: lets running requests finish, for five seconds at most
 * @throws Error naming PORT when it is taken
 */
export async function startWeb(deps: WebDeps): Promise<() => Promise<void>> {
  const log = deps.log.child({});
  const app = await buildWeb({ ...deps, log });
  const { server } = app;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { level } = log;
  try {
    log.level = 'warn'; // Fastify announces each address it listens on; people need the one of PUBLIC_URL.
    await app.listen({ host: deps.config.host, port: deps.config.port });
    log.level = level;
  } catch (error) {
    await app.close();
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? portTaken(deps.config, error) : error;
  }
  return async () => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // A connection whose last request is answered only now would be kept open for the next one.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await app.close();
    clearTimeout(cut);
    clearInterval(sweep);
  };
}
