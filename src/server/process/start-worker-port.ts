import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Db } from '#server/db/connection.ts';
import { healthRoutes } from '#server/http/health.ts';
import { metricsRoutes } from '#server/http/metrics.ts';
import { problemSender } from '#server/http/problem.ts';
import type { WorkerActivity } from '#server/steps/worker-activity.ts';
import type { WebProcess } from './context.ts';
import { startListening } from './listen.ts';
import { databaseReadiness } from './readiness.ts';

const REQUEST_TIMEOUT_MS = 15_000;

/** Builds what a worker without a web server answers: its health and its metrics. */
export function buildWorkerApp(log: FastifyBaseLogger, deps: Parameters<typeof healthRoutes>[1] & Parameters<typeof metricsRoutes>[1]) {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
  });
  app.setErrorHandler(problemSender());
  healthRoutes(app, deps);
  metricsRoutes(app, deps);
  return app;
}

interface WorkerPortDeps extends Pick<WebProcess, 'config' | 'log' | 'metrics' | 'version' | 'ending'> {
  readonly port: number;
  readonly db: Db;
  readonly activity: WorkerActivity;
}

/** Answers `/healthz`, `/readyz` and `/metrics` for a worker without pages (WORKER_PORT). @returns stops it @throws Error when the port is taken */
export async function startWorkerPort({ config, port, db, activity, ending, ...deps }: WorkerPortDeps): Promise<() => Promise<void>> {
  const log = deps.log.child({});
  const whyNotReady = databaseReadiness({ db, stalledMs: () => 0 });
  const app = buildWorkerApp(log, {
    ...deps,
    config,
    whyStalled: () => activity.whyStalled(),
    whyNotReady: async () => {
      if (ending.aborted) return new Error('The process is ending');
      return (await whyNotReady()) ?? (activity.isStarted ? undefined : new Error('The worker has not started its work yet'));
    },
  });
  await startListening({ app, log, host: config.host, port, setting: 'WORKER_PORT' });
  return async () => {
    app.server.closeAllConnections();
    await app.close();
  };
}
