import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ID_TOKEN_MAX_LENGTH, SESSION_HEADER, sentTokenSchema, signInPaths } from '#contract/session/sign-in.ts';
import { sessionCalls, userSchema } from '#contract/session/user.ts';
import { AppError } from '#server/errors.ts';
import type { Context } from '#server/http/context.ts';
import { acceptJsonOnly } from '#server/http/json-body.ts';
import { limitPublicCalls } from '#server/http/limits/rate-limit.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import type { IdentityProvider } from '#server/services/identity.ts';
import { renderCallbackPage, signInPageHeaders } from './callback-page.ts';
import { type CookieChange, SignInCookies } from './cookies.ts';
import type { EndedTokens } from './ended-tokens.ts';
import { endSession, finishSignIn, renewSession, type SignInEnd, startSignIn, tooManySignIns } from './session-flow.ts';

/** Besides the context: who signs people in, and what keeps them signed in. */
export interface SignInContext extends Pick<Context, 'config' | 'limits'> {
  readonly identity: IdentityProvider;
  /** At least 32 characters; every process behind one address needs the same. */
  readonly secret: string;
  readonly endedTokens: Pick<EndedTokens, 'end' | 'share'>;
  /** Milliseconds since 1970; only tests pass their own. */
  readonly now?: () => number;
}

const statusOf = { 'signed-in': 200, cancelled: 200, expired: 400, rejected: 400, unavailable: 503 } as const;
const BODY_MAX = ID_TOKEN_MAX_LENGTH + 1_024;
const TOO_MANY = 429;
const ATTEMPT = /^[\w-]{1,64}$/;

function setCookies(reply: FastifyReply, changes: readonly CookieChange[]): void {
  for (const { name, value, ...attributes } of changes) {
    if (value === undefined) reply.clearCookie(name, attributes);
    else reply.setCookie(name, value, attributes);
  }
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { mode, message, cookies, detail, subject }: SignInEnd,
  status: number = statusOf[message.outcome],
): FastifyReply {
  // A disallowed address counts as signed in here; `GET /api/me` refuses it.
  if (detail !== undefined || message.outcome !== 'signed-in')
    request.log.warn({ outcome: message.outcome, detail, subject }, 'sign-in failed');
  setCookies(reply, cookies);
  return reply.code(status).type('text/html; charset=utf-8').send(renderCallbackPage(mode, message));
}

/** A second protection against calls from other sites, besides Strict cookies. */
function requireOurPage(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin !== publicUrl || request.headers[SESSION_HEADER] === undefined) {
    throw new AppError('forbidden', 'This call is for our own pages only.');
  }
}

const tokenIn = ({ body }: FastifyRequest): string | undefined => sentTokenSchema.safeParse(body ?? {}).data?.id_token;

export const signInRoutes: FastifyPluginAsync<SignInContext> = async (
  app,
  { config: { publicUrl, sessionMaxDays }, limits, identity, secret, endedTokens, now = Date.now },
) => {
  if (!app.hasRequestDecorator('cookies')) await app.register(fastifyCookie);
  const cookies = new SignInCookies({ secret, isHttps: publicUrl.startsWith('https:'), sessionMaxDays, now });
  const deps = { identity, cookies, publicUrl, now };

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(signInPageHeaders);
  });
  acceptJsonOnly(app);
  limitPublicCalls(app, { limit: limits.calls, kind: 'sign-in', now });
  app.setErrorHandler((error, request, reply) => {
    if (request.method !== 'GET' || !(error instanceof AppError) || error.code !== 'too_many') throw error;
    return sendPage(request, reply.header('retry-after', String(error.details.retryAfterSeconds)), tooManySignIns, TOO_MANY);
  });

  app.get<{ Querystring: { mode?: unknown; attempt?: unknown } }>(signInPaths.login, async (request, reply) => {
    const { mode, attempt } = request.query;
    const start = await startSignIn(deps, request.cookies, {
      mode: mode === 'redirect' ? 'redirect' : 'popup',
      attempt: typeof attempt === 'string' && ATTEMPT.test(attempt) ? attempt : '',
      host: request.host,
    });
    if ('message' in start) return sendPage(request, reply, start);
    setCookies(reply, start.cookies);
    return reply.redirect(start.url, 302);
  });

  app.get(signInPaths.callback, async (request, reply) =>
    sendPage(request, reply, await finishSignIn(deps, request.cookies, new URL(request.url, publicUrl))),
  );

  app.post(signInPaths.renew, { bodyLimit: BODY_MAX }, async (request, reply) => {
    requireOurPage(request, publicUrl);
    const renewed = await renewSession(deps, request.cookies, tokenIn(request));
    setCookies(reply, renewed.cookies);
    if (renewed.ok) return { data: renewed.token };
    request.log.info({ detail: renewed.detail }, 'session not renewed');
    throw new AppError('unauthenticated', 'Please sign in again.');
  });

  app.post(signInPaths.logout, { bodyLimit: BODY_MAX }, async (request, reply) => {
    requireOurPage(request, publicUrl);
    const ended = await endSession({ ...deps, endedTokens, log: request.log }, request.cookies, tokenIn(request));
    if (!ended.isRevoked) request.log.warn('The refresh token could not be revoked at the identity provider');
    setCookies(reply, ended.cookies);
    return { data: ended.answer };
  });
};

export function meRoutes(app: FastifyInstance): void {
  serve(app, sessionCalls.getMe, async ({ request }) => userSchema.parse(callerOf(request)));
}
