import type { FastifyInstance } from 'fastify';

interface HealthDeps {
  /** Whether this process can serve: database reachable, migrations run, not stopping. */
  readonly isReady: () => Promise<boolean>;
}

/** `/healthz` says that the process lives, `/readyz` that it can serve (architecture, section 3). */
export function healthRoutes(app: FastifyInstance, { isReady }: HealthDeps): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = await isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
