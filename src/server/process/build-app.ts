import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { parse as parseQuery } from 'node:querystring';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { signInPaths } from '#contract/session/sign-in.ts';
import { SECOND_MS } from '#contract/time.ts';
import { AppError, notFound } from '#server/errors.ts';
import { calendarFeedPage } from '#server/events/feeds/routes.ts';
import { feedbackPages } from '#server/feedback/routes.ts';
import { serialiser } from '#server/http/answers.ts';
import { allowCrossOrigin, sendSecurityHeaders } from '#server/http/headers/security-headers.ts';
import { healthRoutes } from '#server/http/health.ts';
import { shareLimit } from '#server/http/limits/period-counts.ts';
import { refuseUnknown } from '#server/http/limits/rate-limit.ts';
import { metricsRoutes } from '#server/http/metrics.ts';
import { logRequests, requestIds, traceRequests } from '#server/http/observe.ts';
import { describeApi } from '#server/http/openapi.ts';
import { problemSender } from '#server/http/problem.ts';
import { rewriteUrl } from '#server/http/rewrite-url.ts';
import { doorPage, guidePages, staffApp, type StaffAppSettings } from '#server/http/staff-app.ts';
import { localIdentityRoutes, ownMachineOnly } from '#server/local-identity/routes.ts';
import { pictureFiles } from '#server/pictures/routes.ts';
import { Poller } from '#server/poller.ts';
import { selfServicePages } from '#server/self-service/routes.ts';
import { unsubscribePages } from '#server/self-service/unsubscribe-routes.ts';
import { signInRoutes } from '#server/session/routes.ts';
import { embedScriptRoute, signUpPages } from '#server/sign-up/page/routes.ts';
import { apiRoutes } from './api-routes.ts';
import { createContext, LOCAL_CLIENT_ID, localIssuerOf, type WebContext, type WebProcess } from './context.ts';
import { startListening } from './listen.ts';
import { letterheadFor } from './open-services.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle timeout of usual balancers (60 s), which otherwise send requests into closing connections. */
const KEEP_ALIVE_MS = 65_000;
/** Connections waiting to be accepted. In a rush the default of 511 is too few, and the system resets the others. */
const BACKLOG = 4_096;
const CLOSE_TIMEOUT_MS = 5_000;
const SWEEP_MS = 50;

/** Shares what is counted and who signed out with the other servers. @returns stops it */
async function startSharing({ limits, endedTokens, log, visitors: { db } }: WebContext): Promise<() => void> {
  await endedTokens.share();
  const sharing = [
    ...Object.values(limits).map((limit) => shareLimit({ ...limit, db, log })),
    new Poller({
      work: async () => endedTokens.share().then(() => false),
      pollIntervalMs: SECOND_MS,
      onError: (err) => log.warn({ err }, 'Sign-outs could not be shared'),
    }),
  ];
  return () => {
    for (const poller of sharing) void poller.stop();
  };
}

/** Starts the HTTP server. @returns stops it; running requests have five seconds to finish @throws Error naming PORT when it is taken */
export async function startWeb(given: WebProcess): Promise<() => Promise<void>> {
  const context = await createContext({ ...given, log: given.log.child({}) });
  const { log, config } = context;
  const app = await buildApp(context);
  const stopSharing = await startSharing(context);
  app.addHook('onClose', async () => stopSharing());
  const { server } = app;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await startListening({ app, log, host: config.host, port: config.port, setting: 'PORT', backlog: BACKLOG });
  return async () => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // Connections that become idle only now would be kept open.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await app.close();
    clearTimeout(cut);
    clearInterval(sweep);
  };
}

/** For routes that set none of their own. */
const BODY_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;
/** With Node's default of 30 s a slow request would stay for up to 45 s. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

function createFastify({ log, tracer, config: { trustProxy }, profiles, checkAnswer }: WebContext): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // A child logger for each request would cost time; our log lines have `reqId` instead.
    childLoggerFactory: (parent) => parent,
    trustProxy,
    bodyLimit: BODY_MAX,
    genReqId: requestIds(trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The longest accepted ID token fits together with cookies and all other headers.
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS, maxHeaderSize: 32_768 },
    // A malformed address reaches no route, so the hooks that set headers do not run.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply.headers(profiles.other)),
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    // Node's parser stops after 1,000 parameters, Fastify's has no limit.
    routerOptions: { maxParamLength: 2_000, querystringParser: (text) => parseQuery(text) },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serialiser(checkAnswer));
  const sendProblem = problemSender();
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(notFound('Page'), request, reply));
  app.decorateRequest('user', null);
  if (tracer !== undefined) traceRequests(app, tracer, trustProxy);
  return app;
}

/** For the staff app's page, so nothing secret. */
function staffAppSettings({ config, version: { version, commit } }: WebContext): StaffAppSettings {
  const { timeZone, links, environment } = config;
  return {
    organisation: { ...letterheadFor(config), consentText: config.organisation.consentText },
    timeZone,
    links,
    hasSampleData: environment !== 'production',
    version: commit === undefined ? version : `${version} (${commit})`,
  };
}

/** What people open outside `/api`: signing in, the public pages, and what has been built of the staff app and the guide. */
async function pages(app: FastifyInstance, context: WebContext): Promise<void> {
  const { config, bundle, distDir, isLocalIdentity, secret } = context;
  const { publicUrl, localIdentityHosts: hosts } = config;
  await app.register(signInRoutes, context);
  if (isLocalIdentity) {
    const client = { id: LOCAL_CLIENT_ID, redirectUri: `${publicUrl}${signInPaths.callback}`, postLogoutRedirectUri: `${publicUrl}/` };
    await app.register(localIdentityRoutes, { issuer: localIssuerOf(config), client, secret, hosts });
  }
  if (bundle !== undefined) {
    await app.register(signUpPages, { ...context, bundle });
    await app.register(selfServicePages, { ...context, bundle });
    await app.register(unsubscribePages, { ...context, bundle });
    await app.register(feedbackPages, { ...context, bundle });
    await app.register(embedScriptRoute, { ...bundle, eventsServerUrl: config.eventsServerUrl });
  }
  await app.register(calendarFeedPage, context);
  await app.register(pictureFiles, context);
  if (fs.existsSync(path.join(distDir, 'guide'))) await app.register(guidePages, { distDir });
  if (fs.existsSync(path.join(distDir, 'door'))) await app.register(doorPage, { distDir });
  if (fs.existsSync(path.join(distDir, 'admin', 'index.html')))
    await app.register(staffApp, { distDir, settings: staffAppSettings(context) });
}

/** Given two, a proxy may read the other one. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Browsers and proxies wait for each answer. Others could ask for thousands of files by a few kilobytes, and read none. */
const UNANSWERED_MAX = 20;

/** Cuts a connection off that asks for more before it has read the answers. */
function limitUnanswered(app: FastifyInstance): void {
  const connections = new WeakMap<object, { unanswered: number }>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const connection = connections.get(socket) ?? { unanswered: 0 };
    connections.set(socket, connection);
    connection.unanswered += 1;
    reply.raw.once('close', () => (connection.unanswered -= 1));
    if (connection.unanswered <= UNANSWERED_MAX) done();
    else socket.destroy();
  });
}

/**
 * Has what is left of a refused body read, where Fastify would close the connection: the rest would undo our answer, and a proxy that can no
 * longer send it takes the server for one that is down.
 */
function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    void reply.removeHeader('connection');
    done(null, payload);
  });
}

/** Builds the HTTP server without listening: the API, its documentation, health, metrics and pages. */
export async function buildApp(context: WebContext): Promise<FastifyInstance> {
  const { config, log, profiles, close } = context;
  const app = createFastify(context);
  limitUnanswered(app);
  readRefusedBodies(app);
  sendSecurityHeaders(app, profiles);
  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(hasTwoHosts(raw) ? new AppError('malformed', 'A request has one Host') : undefined),
  );
  if (context.isLocalIdentity) app.addHook('onRequest', ownMachineOnly(config.localIdentityHosts));
  await allowCrossOrigin(app);
  refuseUnknown(app, context.limits.calls, 'Page', ({ is404 }) => is404);
  await describeApi(app, config.publicUrl);
  if (config.logsRequests) logRequests(app, log);
  healthRoutes(app, context);
  metricsRoutes(app, context);
  await app.register(apiRoutes, context);
  // In their own scope, so that the hooks of pages do not run for calls of the API.
  await app.register(pages, context);
  app.addHook('onClose', async () => close());
  return app;
}
