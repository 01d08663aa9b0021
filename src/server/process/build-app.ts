import fs from 'node:fs';
import path from 'node:path';
import { parse as parseQuery } from 'node:querystring';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { signInPaths } from '#contract/session/sign-in.ts';
import { notFound } from '#server/errors.ts';
import { calendarFeedPage } from '#server/events/feeds/routes.ts';
import { type CheckAnswer, serialiser } from '#server/http/answers.ts';
import { allowCrossOrigin, type FixedHeaders, fixedHeaderTable, sendSecurityHeaders } from '#server/http/headers/security-headers.ts';
import { healthRoutes } from '#server/http/health.ts';
import { metricsRoutes } from '#server/http/metrics.ts';
import { logRequests, requestIds, traceRequests } from '#server/http/observe.ts';
import { describeApi } from '#server/http/openapi.ts';
import { problemSender } from '#server/http/problem.ts';
import { rewriteUrl } from '#server/http/rewrite-url.ts';
import { guidePages, staffApp, type StaffAppSettings } from '#server/http/staff-app.ts';
import { ownMachineOnly } from '#server/local-identity/own-machine.ts';
import { localIdentityRoutes } from '#server/local-identity/routes.ts';
import { ownRegistrationPages } from '#server/own-page/routes.ts';
import { signInRoutes } from '#server/session/routes.ts';
import { embedDemo } from '#server/sign-up/page/embed-demo.ts';
import { embedScriptRoute } from '#server/sign-up/page/embed-script.ts';
import { signUpPages } from '#server/sign-up/page/routes.ts';
import { apiRoutes } from './api-routes.ts';
import { LOCAL_CLIENT_ID, localIssuerOf, type WebContext } from './context.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** With Node's default of 30 s a slow request would stay for up to 45 s. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/** Tests pass a check of each answer against the contract. */
interface AnswerCheck {
  readonly checkAnswer?: CheckAnswer;
}

function createFastify(
  { log, tracer, config: { trustProxy }, checkAnswer }: WebContext & AnswerCheck,
  headers: FixedHeaders,
): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // A child logger for each request would cost time; our log lines have `reqId` instead.
    childLoggerFactory: (parent) => parent,
    trustProxy,
    genReqId: requestIds(trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS },
    // A malformed address reaches no route, so the hooks that set headers do not run.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply.headers(headers.other)),
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
  const { name, logo = null, consentText, privacyUrl = null } = config.organisation;
  return {
    organisation: { name, logo, consentText, privacyUrl },
    timeZone,
    links,
    hasSampleData: environment !== 'production',
    version: commit === undefined ? version : `${version} (${commit})`,
  };
}

/** Everything outside `/api`: signing in, the public pages, and what has been built of the staff app and the guide. */
async function pages(app: FastifyInstance, context: WebContext): Promise<void> {
  const { config, bundle, distDir, profiles, isLocalIdentity } = context;
  const { publicUrl, dataDir, localIdentityHosts: hosts } = config;
  await app.register(signInRoutes, context);
  if (isLocalIdentity) {
    const client = { id: LOCAL_CLIENT_ID, redirectUri: `${publicUrl}${signInPaths.callback}`, postLogoutRedirectUri: `${publicUrl}/` };
    await app.register(localIdentityRoutes, { issuer: localIssuerOf(config), client, dataDir, hosts });
  }
  if (bundle !== undefined) {
    await app.register(signUpPages, { ...context, bundle });
    await app.register(ownRegistrationPages, { ...context, bundle });
    await app.register(embedScriptRoute, bundle);
    if (config.environment !== 'production') await app.register(embedDemo, context);
  }
  await app.register(calendarFeedPage, context);
  if (fs.existsSync(path.join(distDir, 'guide'))) await app.register(guidePages, { distDir });
  if (fs.existsSync(path.join(distDir, 'admin', 'index.html')))
    await app.register(staffApp, { distDir, settings: staffAppSettings(context), profile: profiles.staffApp });
}

/** Builds the HTTP server without listening: the API, its documentation, health, metrics and pages. */
export async function buildApp(context: WebContext & AnswerCheck): Promise<FastifyInstance> {
  const { config, log, profiles, close } = context;
  const headers = await fixedHeaderTable(profiles);
  const app = createFastify(context, headers);
  sendSecurityHeaders(app, headers);
  if (context.isLocalIdentity) app.addHook('onRequest', ownMachineOnly(config.localIdentityHosts));
  await allowCrossOrigin(app);
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
