import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { LIVE_PATH, liveCalls, liveQuerySchema, presenceTopic } from '#contract/live.ts';
import { HOUR_MS, SECOND_MS } from '#contract/time.ts';
import { AppError } from '#server/errors.ts';
import type { Context } from '#server/http/context.ts';
import { tokenOf, type VerifyToken } from '#server/http/guard.ts';
import { callerOf, serve, signed } from '#server/http/serve.ts';
import { STREAM_HEADERS, STREAM_ROUTE } from './streams.ts';

/** For a token that does not say when it ends. */
const LIFETIME_MS = HOUR_MS;

/** How long a token, which the guard has checked, is still valid. */
function lifetimeOf(token: string): number {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? LIFETIME_MS : exp * SECOND_MS - Date.now();
  } catch {
    return LIFETIME_MS; // Not a JWT.
  }
}

/** Without an answer of the identity provider a token is not refused. */
const isRefused = async (verifyToken: VerifyToken, token: string): Promise<boolean> =>
  verifyToken(token).then(
    () => false,
    (error: unknown) => error instanceof AppError && error.code !== 'unavailable',
  );

export function liveRoutes(app: FastifyInstance, { live, verifyToken, notify }: Context): void {
  app.route({
    ...STREAM_ROUTE,
    url: `/api${LIVE_PATH}`,
    config: { access: 'staff', needs: 'view' },
    schema: { summary: 'What changes, as server-sent events' },
    handler: async (request, reply) => {
      const token = tokenOf(request) ?? '';
      const { open_for: openForMs } = liveQuerySchema.parse(request.query);
      const { subject } = callerOf(request);
      const reader = { subject, openForMs, lifetimeMs: lifetimeOf(token), isRefused: async () => isRefused(verifyToken, token) };
      const stream = await live.open(reader);
      return reply.headers(STREAM_HEADERS).send(stream);
    },
  });
  serve(app, liveCalls.sayPresence, async ({ body, by }) => {
    notify({ topic: presenceTopic(body.topic), ...signed(by) });
    return {};
  });
  app.addHook('preClose', async () => live.close());
}
