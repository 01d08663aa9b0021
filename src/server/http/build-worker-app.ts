import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type HealthDeps, healthRoutes } from './health.ts';
import { type MetricsDeps, metricsRoutes } from './metrics.ts';
import { problemSender } from './problem.ts';

const REQUEST_TIMEOUT_MS = 15_000;

interface WorkerAppDeps extends HealthDeps, MetricsDeps {
  readonly logger: FastifyBaseLogger;
}

/** Builds what a worker without a web server answers: its health and its metrics. */
export function buildWorkerApp({ logger, ...deps }: WorkerAppDeps): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
  });
  app.setErrorHandler(problemSender());
  healthRoutes(app, deps);
  metricsRoutes(app, deps);
  return app;
}
