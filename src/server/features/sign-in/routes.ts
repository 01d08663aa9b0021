import fastifyCookie from '@fastify/cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HEADER, signInPaths, signOutSchema } from '#contract/sign-in.ts';
import { AppError } from '#server/errors.ts';
import { renderCallbackPage, signInPageHeaders } from './callback-page.ts';
import { type CookieChange, SignInCookies } from './cookies.ts';
import type { Identity } from './identity.ts';
import { endSession, renewSession } from './session-flow.ts';
import { finishSignIn, type SignInEnd, startSignIn } from './sign-in-flow.ts';

/** What the sign-in routes are built from. */
export interface SignInRoutesDeps {
  identity: Identity;
  /** Origin that people use, without a trailing slash; on https the cookies are `Secure`. */
  publicUrl: string;
  /** At least 32 characters; every process behind one address needs the same. */
  sessionSecret: string;
  /** Name of the cookie that keeps staff out of the view counts (decision 31). */
  staffCookie: string;
  /** Milliseconds since 1970; only tests pass their own. */
  now?: () => number;
}

const statusOf = { 'signed-in': 200, cancelled: 200, expired: 400, rejected: 400, unavailable: 503 } as const;
const ATTEMPT = /^[\w-]{1,64}$/;

function setCookies(reply: FastifyReply, changes: readonly CookieChange[]): void {
  for (const { name, value, ...attributes } of changes) {
    if (value === undefined) reply.clearCookie(name, attributes);
    else reply.setCookie(name, value, attributes);
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { mode, message, cookies, detail }: SignInEnd): FastifyReply {
  if (message.outcome !== 'signed-in') request.log.warn({ outcome: message.outcome, detail }, 'sign-in failed');
  setCookies(reply, cookies);
  return reply.code(statusOf[message.outcome]).type('text/html; charset=utf-8').send(renderCallbackPage(mode, message));
}

/** Strict cookies are the first wall against calls from other sites, this is the second (hardening, section 2). */
function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin !== publicUrl || request.headers[SESSION_HEADER] === undefined) {
    throw new AppError('forbidden', 'This call is for our own pages only.');
  }
}

/** The pages and calls under `/auth` (decisions 24 and 26). Failures of the two calls are left to the error handler. */
export const signInRoutes: FastifyPluginAsync<SignInRoutesDeps> = async (
  app,
  { identity, publicUrl, sessionSecret, staffCookie, now = Date.now },
) => {
  if (!app.hasRequestDecorator('cookies')) await app.register(fastifyCookie);
  const cookies = new SignInCookies({ secret: sessionSecret, isHttps: publicUrl.startsWith('https:'), staffCookie, now });
  const deps = { identity, cookies, publicUrl, now };

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(signInPageHeaders);
  });

  app.get<{ Querystring: { mode?: unknown; attempt?: unknown } }>(signInPaths.login, async (request, reply) => {
    const { mode, attempt } = request.query;
    const isKnown = typeof attempt === 'string' && ATTEMPT.test(attempt);
    const start = await startSignIn(deps, request.cookies, {
      mode: mode === 'redirect' ? 'redirect' : 'popup',
      attempt: isKnown ? attempt : '',
      host: request.host,
    });
    if ('message' in start) return sendPage(request, reply, start);
    setCookies(reply, start.cookies);
    return reply.redirect(start.url, 302);
  });

  app.get(signInPaths.callback, async (request, reply) =>
    sendPage(request, reply, await finishSignIn(deps, request.cookies, new URL(request.url, publicUrl))),
  );

  app.post(signInPaths.renew, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const renewed = await renewSession(deps, request.cookies);
    setCookies(reply, renewed.cookies);
    if (renewed.ok) return { data: renewed.token };
    request.log.info({ detail: renewed.detail }, 'session not renewed');
    throw new AppError('unauthenticated', 'Please sign in again.');
  });

  app.post(signInPaths.logout, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const body = signOutSchema.safeParse(request.body ?? {});
    const { answer, cookies: changes, isRevoked } = await endSession(deps, request.cookies, body.data?.id_token);
    if (!isRevoked) request.log.warn('the refresh token could not be revoked at the identity provider');
    setCookies(reply, changes);
    return { data: answer };
  });
};
