import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { LIVE_PATH } from '#contract/live.ts';
import type { LiveStreams } from '#server/live/streams.ts';

const MS_PER_SECOND = 1_000;
/** For a token that does not say when it ends. */
const LIFETIME_MS = 3_600_000;

/** How long the caller's token, which the guard has checked, is still valid. */
function lifetimeOf({ headers: { authorization = '' } }: FastifyRequest): number {
  try {
    const { exp } = decodeJwt(authorization.replace(/^Bearer +/i, '').trim());
    return exp === undefined ? LIFETIME_MS : exp * MS_PER_SECOND - Date.now();
  } catch {
    return LIFETIME_MS; // Not a JWT.
  }
}

export function liveRoutes(app: FastifyInstance, { live }: { readonly live: LiveStreams }): void {
  app.route({
    method: 'GET',
    url: `/api${LIVE_PATH}`,
    config: { access: 'staff' },
    compress: false, // It would buffer the events.
    schema: { summary: 'What changes, as server-sent events' },
    handler: async (request, reply) => {
      const stream = await live.open(lifetimeOf(request));
      return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream);
    },
  });
  app.addHook('preClose', async () => live.close());
}
