import { parse as parseQuery } from 'node:querystring';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, type onRequestAsyncHookHandler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { notFound } from '#server/errors.ts';
import { type CheckAnswer, serialiser } from '#server/http/answers.ts';
import { type HeaderProfiles, headerProfiles, type ProfileSettings } from '#server/http/headers/header-profiles.ts';
import { allowCrossOrigin, type FixedHeaders, fixedHeaderTable, sendSecurityHeaders } from '#server/http/headers/security-headers.ts';
import { type HealthDeps, healthRoutes } from '#server/http/health.ts';
import { type MetricsDeps, metricsRoutes } from '#server/http/metrics.ts';
import { logRequests, requestIds, traceRequests } from '#server/http/observe.ts';
import { describeApi } from '#server/http/openapi.ts';
import { problemSender } from '#server/http/problem.ts';
import { rewriteUrl } from '#server/http/rewrite-url.ts';
import { liveMetrics } from '#server/metrics/counts.ts';
import { signUpMetrics } from '#server/sign-up/sign-up-service.ts';
import type { Tracer } from '#server/tracing/open-tracer.ts';
import { type ApiDeps, apiRoutes } from './api-routes.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** With Node's default of 30 s a slow request would stay for up to 45 s. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

export type PagesPlugin = (profiles: HeaderProfiles) => FastifyPluginAsync;

type OptionalProfileSettings = Pick<ProfileSettings, 'connectTo' | 'inlineOfForm' | 'stylesOfOwnPage' | 'hasSubdomainsOnHttps'>;

export interface AppDeps
  extends ApiDeps, HealthDeps, MetricsDeps, Pick<ProfileSettings, 'frameAncestors'>, Partial<OptionalProfileSettings> {
  readonly logger?: FastifyBaseLogger;
  /** Whether each request is logged (setting LOG_REQUESTS). */
  readonly logsRequests?: boolean | undefined;
  /** Shows requests in traces. */
  readonly tracer?: Tracer | undefined;
  readonly publicUrl: string;
  /** Addresses of proxies whose X-Forwarded-For counts (setting TRUST_PROXY). */
  readonly trustProxy?: string[] | false;
  readonly pages?: readonly PagesPlugin[];
  /** Runs before all other hooks, and may refuse the request. */
  readonly admit?: onRequestAsyncHookHandler | undefined;
  /** Tests pass a check of each answer against the contract. */
  readonly checkAnswer?: CheckAnswer;
}

const createFastify = ({ logger, tracer, trustProxy, checkAnswer }: AppDeps, headers: FixedHeaders): FastifyInstance => {
  const app: FastifyInstance = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // A child logger for each request would cost time; our log lines have `reqId` instead.
    childLoggerFactory: (parent) => parent,
    trustProxy: trustProxy ?? false,
    genReqId: requestIds(trustProxy ?? false),
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
  if (tracer !== undefined) traceRequests(app, tracer, trustProxy ?? false);
  return app;
};

/** Builds the HTTP server without listening: the API, its documentation, health, metrics and `pages`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const profiles = headerProfiles({
    frameAncestors: deps.frameAncestors,
    connectTo: deps.connectTo ?? [],
    isHttps: deps.publicUrl.startsWith('https:'),
    hasSubdomainsOnHttps: deps.hasSubdomainsOnHttps ?? true,
    inlineOfForm: deps.inlineOfForm ?? { scripts: [], styles: [] },
    stylesOfOwnPage: deps.stylesOfOwnPage ?? [],
  });
  const headers = await fixedHeaderTable(profiles);
  const app = createFastify(deps, headers);
  sendSecurityHeaders(app, headers);
  if (deps.admit !== undefined) app.addHook('onRequest', deps.admit);
  await allowCrossOrigin(app);
  await describeApi(app, deps.publicUrl);
  if (deps.logger !== undefined && deps.logsRequests === true) logRequests(app, deps.logger);
  healthRoutes(app, deps);
  metricsRoutes(app, { ...deps, metrics: [...signUpMetrics(deps.signUps), ...liveMetrics(deps.live), ...(deps.metrics ?? [])] });
  await app.register(apiRoutes, deps);
  // In their own scope, so that the hooks of pages do not run for calls of the API.
  await app.register(async (scope) => {
    for (const plugin of deps.pages ?? []) await scope.register(plugin(profiles));
  });
  return app;
}
