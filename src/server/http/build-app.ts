import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { notFound } from '#server/errors.ts';
import { type ApiDeps, apiRoutes } from './api-routes.ts';
import { allowCrossOrigin } from './cross-origin.ts';
import { type HeaderProfiles, headerProfiles } from './header-profiles.ts';
import { healthRoutes } from './health.ts';
import { metricsRoutes } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { sendProblem } from './problem.ts';
import { type CheckAnswer, serialiser } from './response-body.ts';
import { rewriteUrl } from './rewrite-url.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** How often requests are looked at for their time; Node's own, half a minute, would let them stay for 45 seconds. */
const TIMEOUT_LOOK_MS = 1_000;

/** What a plugin of pages is given besides its own needs: the headers that its pages carry. */
export type PagesPlugin = (profiles: HeaderProfiles) => FastifyPluginAsync;

export interface AppDeps extends ApiDeps {
  readonly logger?: FastifyBaseLogger;
  readonly publicUrl: string;
  /** Who may frame the public pages (setting FRAME_ANCESTORS). */
  readonly frameAncestors: readonly string[];
  /** Where the public pages send their sign-ups, when that is another host (setting EVENTS_SERVER_URL). */
  readonly connectTo?: readonly string[];
  /** Addresses of proxies whose X-Forwarded-For counts (setting TRUST_PROXY). */
  readonly trustProxy?: string[] | false;
  readonly isReady: () => Promise<boolean>;
  /** Who may read `/metrics` from elsewhere (setting METRICS_TOKEN). */
  readonly metricsToken?: string | undefined;
  /** Sign-in, the public pages, the staff app: each a plugin that main wires, in this order. */
  readonly pages?: readonly PagesPlugin[];
  /** Tests pass a check of each answer against the contract. */
  readonly checkAnswer?: CheckAnswer;
}

const createFastify = ({ logger, trustProxy, checkAnswer }: AppDeps): FastifyInstance => {
  const app: FastifyInstance = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // A logger of its own for each request would redact its bindings anew each time; what is logged names the request itself.
    childLoggerFactory: (parent) => parent,
    trustProxy: trustProxy ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: TIMEOUT_LOOK_MS },
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    routerOptions: { maxParamLength: 2_000 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serialiser(checkAnswer));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(notFound('Page'), request, reply));
  app.decorateRequest('user', null);
  return app;
};

/** Builds the HTTP side without listening: API, its document, health and the pages that main hands in. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createFastify(deps);
  const profiles = headerProfiles({
    frameAncestors: deps.frameAncestors,
    connectTo: deps.connectTo ?? [],
    isHttps: deps.publicUrl.startsWith('https:'),
  });
  await allowCrossOrigin(app);
  await describeApi(app, deps.publicUrl);
  healthRoutes(app, deps);
  metricsRoutes(app, deps);
  await app.register(apiRoutes, { ...deps, profiles });
  // In a scope of their own: the calls of the API pay nothing for what only pages need.
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    await scope.register(fastifyHelmet, { global: false });
    for (const plugin of deps.pages ?? []) await scope.register(plugin(profiles));
  });
  return app;
}
