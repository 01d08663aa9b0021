import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Provider } from 'oidc-provider';
import { LOOPBACK_HOST, hostNameOf, isFromThisMachine } from '#server/http/from-this-machine.ts';
import { findLocalAccount, localAccounts } from './accounts.ts';
import { accountPicker, localIdentityHeaders, noticePage } from './pages.ts';
import { buildLocalProvider, type LocalClient } from './provider.ts';

const MISDIRECTED = 421;
const REFUSAL =
  'Anyone can sign in as anyone on this server, so it only answers its own machine. ' +
  'To let others in, set OIDC_ISSUER and PUBLIC_URL; for a demo, name the host in LOCAL_IDENTITY_HOSTS.';

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.headers.accept?.includes('text/html') === true;
  void reply.code(MISDIRECTED).header('cache-control', 'no-store');
  if (isPage) {
    const page = noticePage('This server only answers its own machine', REFUSAL);
    return reply.headers(localIdentityHeaders("'self'")).type('text/html; charset=utf-8').send(page);
  }
  const problem = { type: 'about:blank', title: 'Misdirected Request', status: MISDIRECTED, detail: REFUSAL };
  return reply.type('application/problem+json; charset=utf-8').serializer(JSON.stringify).send(problem);
}

/** Except under `hosts` (LOCAL_IDENTITY_HOSTS), refuses other machines, also through a tunnel, a proxy or a foreign host name (DNS rebinding). */
export function ownMachineOnly(hosts: readonly string[]): onRequestAsyncHookHandler {
  const allowed = new Set(hosts);
  return async (request, reply) => {
    if (allowed.has(hostNameOf(request.raw.headers.host)) || isFromThisMachine(request)) return undefined;
    request.log.warn('A request that is not from this machine was refused: the local identity is on');
    return refuse(request, reply);
  };
}

export interface LocalIdentityDeps {
  /** Address of the provider, on a loopback host or one of `hosts`; the routes are under its path. */
  issuer: string;
  client: LocalClient;
  /** Of the server. */
  secret: string;
  /** Hosts under which anyone may sign in (setting LOCAL_IDENTITY_HOSTS). */
  hosts?: readonly string[];
}

/** Builds the provider at the first request. */
function lazyProvider({ log }: FastifyInstance, { issuer, client, secret }: LocalIdentityDeps): () => Promise<Provider> {
  let built: Promise<Provider> | undefined;
  const build = async (): Promise<Provider> => {
    const provider = await buildLocalProvider(issuer, client, secret);
    provider.on('server_error', (_ctx, err) => log.error({ err }, 'The local identity failed'));
    return provider;
  };
  return () => (built ??= build());
}

/** The provider expects the path without its prefix; its links begin with the issuer's address, even behind a proxy. */
async function passOn(provider: Provider, issuer: URL, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request;
  const originalUrl = raw.url ?? '/';
  reply.hijack();
  Object.assign(raw, { originalUrl, url: originalUrl.slice(issuer.pathname.length) || '/' });
  Object.assign(raw.headers, { 'x-forwarded-host': issuer.host, 'x-forwarded-proto': issuer.protocol.slice(0, -1) });
  await provider.callback()(raw, reply.raw);
}

const HTML = 'text/html; charset=utf-8';

function pickerRoutes(path: string, provider: () => Promise<Provider>): FastifyPluginAsync<{ headers: Record<string, string> }> {
  return async (app, { headers }) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...headers, 'cache-control': 'no-store' }).type(HTML);
    });
    app.setErrorHandler(async (error, request, reply) => {
      request.log.warn({ err: error }, 'No account could be chosen');
      // Fastify removes the page's content type before an error is handled.
      return reply.code(400).type(HTML).send(noticePage('This sign-in has ended', 'Please close this window and sign in again.'));
    });

    app.get(path, async (request, reply) => {
      await (await provider()).interactionDetails(request.raw, reply.raw);
      return accountPicker(localAccounts);
    });

    app.post(path, async (request, reply) => {
      const chosen = request.body instanceof URLSearchParams ? request.body.get('account') : null;
      const account = findLocalAccount(chosen ?? '');
      const result =
        account === undefined
          ? { error: 'access_denied', error_description: 'No account was chosen' }
          : { select_account: {}, login: { accountId: account.id } };
      const next = await (await provider()).interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
      return reply.redirect(next, 303);
    });
  };
}

/** The identity provider of a server without a configured one (D27): anyone can sign in as any of its accounts. */
export const localIdentityRoutes: FastifyPluginAsync<LocalIdentityDeps> = async (app, deps) => {
  const issuer = new URL(deps.issuer);
  const { hostname, pathname } = issuer;
  if (!LOOPBACK_HOST.test(hostname) && deps.hosts?.includes(hostname) !== true)
    throw new Error('The local identity runs on a loopback address only');
  const provider = lazyProvider(app, deps);
  const headers = localIdentityHeaders(new URL(deps.client.redirectUri).origin);
  await app.register(pickerRoutes(`${pathname}/interaction/:uid`, provider), { headers });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The provider reads bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${pathname}/*`, async (request, reply) => passOn(await provider(), issuer, request, reply));
  });
};
