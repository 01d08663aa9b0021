import type { FastifyInstance } from 'fastify';
import type { Version } from '#server/version.ts';

interface HealthDeps {
  /** Why this process cannot serve; undefined while it can. */
  readonly whyNotReady: () => Promise<Error | undefined>;
  /** Why it should be restarted; undefined while its work continues. */
  readonly whyStalled: () => string | undefined;
  readonly version: Version;
}

/** `/healthz` answers while the process runs, `/readyz` while it can serve requests; changes of the latter are logged. */
export function healthRoutes(app: FastifyInstance, { whyNotReady, whyStalled, version }: HealthDeps): void {
  let lastReason: string | undefined;
  function logChange(reason: Error | undefined): void {
    if (reason?.message === lastReason) return;
    lastReason = reason?.message;
    if (reason === undefined) app.log.info('Ready again');
    else app.log.warn({ err: reason }, 'Not ready');
  }
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) => {
    const reason = whyStalled();
    return reply.status(reason === undefined ? 200 : 503).send({ status: reason === undefined ? 'ok' : 'stalled', reason, ...version });
  });
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const reason = await whyNotReady();
    logChange(reason);
    return reply.status(reason === undefined ? 200 : 503).send({ status: reason === undefined ? 'ok' : 'unavailable' });
  });
}
