import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { findLocalAccount, localAccounts } from './accounts.ts';
import { accountPicker, localIdentityHeaders, noticePage } from './pages.ts';
import { buildLocalProvider, type LocalClient } from './provider.ts';
import { openLocalStore } from './store.ts';

/** What the local identity is built from. */
export interface LocalIdentityDeps {
  /** Address of the provider, on a loopback host; its path is where the routes are. */
  issuer: string;
  client: LocalClient;
  /** Directory for its keys and sessions. */
  dataDir: string;
}

const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Opens the store and builds the provider once, when the first request comes. */
function lazyProvider(app: FastifyInstance, { issuer, client, dataDir }: LocalIdentityDeps): () => Promise<Provider> {
  let built: Promise<Provider> | undefined;
  let close: (() => Promise<void>) | undefined;

  async function build(): Promise<Provider> {
    const store = await openLocalStore(dataDir, (err) => app.log.error({ err }, 'the local identity could not be saved'));
    close = store.close;
    const provider = await buildLocalProvider(issuer, client, store);
    provider.on('server_error', (_ctx, err) => app.log.error({ err }, 'the local identity failed'));
    return provider;
  }

  app.addHook('onClose', async () => {
    await close?.();
  });
  return () => {
    built ??= build();
    return built;
  };
}

/** The provider's own handler wants paths without the prefix, and the whole one beside it to make links from. */
async function passOn(provider: Provider, prefix: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request;
  const originalUrl = raw.url ?? '/';
  reply.hijack();
  Object.assign(raw, { originalUrl, url: originalUrl.slice(prefix.length) || '/' });
  await provider.callback()(raw, reply.raw);
}

function pickerRoutes(path: string, provider: () => Promise<Provider>): FastifyPluginAsync<{ headers: Record<string, string> }> {
  return async (app, { headers }) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...headers, 'cache-control': 'no-store' }).type('text/html; charset=utf-8');
    });
    app.setErrorHandler(async (error, request, reply) => {
      request.log.warn({ err: error }, 'no account could be picked');
      return reply.code(400).send(noticePage('This sign-in has ended', 'Please close this window and sign in again.'));
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

/**
 * The identity provider of a fresh machine (decision 27), so that the same code path runs as with a real one. Anybody may
 * be anybody here.
 * @throws Error when the issuer's host can be reached from other machines
 */
export const localIdentityRoutes: FastifyPluginAsync<LocalIdentityDeps> = async (app, deps) => {
  const { hostname, pathname } = new URL(deps.issuer);
  if (!LOOPBACK_HOST.test(hostname)) throw new Error('The local identity runs on a loopback address only');
  const provider = lazyProvider(app, deps);
  const headers = localIdentityHeaders(new URL(deps.client.redirectUri).origin);
  await app.register(pickerRoutes(`${pathname}/interaction/:uid`, provider), { headers });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The provider reads bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${pathname}/*`, async (request, reply) => passOn(await provider(), pathname, request, reply));
  });
};
