import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { type SignInMessage, signInMessageSchema } from '#contract/session/sign-in.ts';
import { parseConfig } from '#server/config/config.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { createLimits } from '#server/http/limits/limits.ts';
import { problemSender } from '#server/http/problem.ts';
import { type LocalIdentityDeps, localIdentityRoutes } from '#server/local-identity/routes.ts';
import { Poller } from '#server/poller.ts';
import { identityProvider, type IdentitySettings } from '#server/services/identity.ts';
import { EndedTokens, type ExchangeEndedTokens } from '#server/session/ended-tokens.ts';
import { signInRoutes, type SignInContext } from '#server/session/routes.ts';
import { staffVerifier } from '#server/session/verify-token.ts';
import { SETTINGS, type Settings, TEST_SECRET } from './server.ts';

interface SignInServerOptions {
  identity: Omit<IdentitySettings, 'scopes' | 'authParams' | 'trustEmail' | 'allowedDomains'> & Partial<IdentitySettings>;
  /** Default: the address it listens on. */
  publicUrl?: string;
  port?: number;
  localIdentity?: true;
  now?: SignInContext['now'];
  settings?: Settings;
  /** How the servers of a test exchange sign-outs every second; default: they do not. */
  exchange?: ExchangeEndedTokens;
  log?: (line: string) => void;
}

/** The server's client at the local identity provider. */
export const localClient = (publicUrl: string): LocalIdentityDeps['client'] => ({
  id: 'turnout',
  redirectUri: `${publicUrl}/auth/callback`,
  postLogoutRedirectUri: `${publicUrl}/`,
});

/** Starts the sign-in part of the server and a guarded `GET /me`, without a database. */
export async function startSignInServer(options: SignInServerOptions): Promise<{ app: FastifyInstance; url: string }> {
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const publicUrl = options.publicUrl ?? url;
  const identity = identityProvider({
    scopes: 'openid email profile',
    authParams: {},
    trustEmail: false,
    allowedDomains: ['example.com', 'example.org', 'example.net', 'example.edu'],
    ...options.identity,
  });
  const config = parseConfig({ ...SETTINGS, PUBLIC_URL: publicUrl, ...options.settings });
  const { log } = options;
  const app = Fastify({
    forceCloseConnections: true,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    logger: log === undefined ? false : { level: 'info', stream: { write: log } },
  });
  app.setErrorHandler(problemSender());
  app.decorateRequest('user', null);
  await app.register(fastifyCookie);
  const endedTokens = new EndedTokens(options.exchange ?? (async () => []));
  const onError = (err: unknown) => app.log.warn({ err }, 'Sign-outs could not be shared');
  const sharing = new Poller({ work: async () => endedTokens.share().then(() => false), pollIntervalMs: 1_000, onError });
  app.addHook('onClose', async () => sharing.stop());
  await app.register(signInRoutes, {
    config,
    limits: createLimits(config),
    identity,
    secret: TEST_SECRET,
    endedTokens,
    now: options.now ?? Date.now,
  });
  const verifyToken = staffVerifier(identity.checkToken, endedTokens);
  app.get('/me', async (request) => verifyToken((request.headers.authorization ?? '').replace('Bearer ', '')));
  if (options.localIdentity !== undefined) {
    await app.register(localIdentityRoutes, { issuer: `${url}/identity`, client: localClient(publicUrl), secret: TEST_SECRET });
  }
  await app.listen({ port, host: '127.0.0.1' });
  return { app, url };
}

/** The message that a callback page would post to the app. */
export function messageOf(html: string): { mode: string; message: SignInMessage } {
  const json = /<script type="application\/json" id="message">(.*?)<\/script>/s.exec(html)?.[1];
  const { mode, message } = JSON.parse(json ?? 'null') as { mode: string; message: unknown };
  return { mode, message: signInMessageSchema.parse(message) };
}
