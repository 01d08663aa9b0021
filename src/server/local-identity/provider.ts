import { createECDH, createHmac } from 'node:crypto';
import type { Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { findLocalAccount } from './accounts.ts';
import { localIdentityHeaders, noticePage, signOutPage } from './pages.ts';

export interface LocalClient {
  id: string;
  redirectUri: string;
  postLogoutRedirectUri: string;
}

const INTERACTION_S = 600;
/** A working day: after a restart, which ends sessions, a token is not renewed. */
const ID_TOKEN_S = 12 * 3_600;
const SESSION_S = 14 * 86_400;

/** Grants all scopes without asking for consent, since the only client is this server. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, params } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing !== undefined) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid');
  await grant.save();
  return grant;
}

function showPage(ctx: KoaContextWithOIDC, html: string): void {
  ctx.type = 'html';
  ctx.body = html;
}

const features = {
  devInteractions: { enabled: false },
  revocation: { enabled: true, allowedPolicy: () => true },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx: KoaContextWithOIDC, form: string) => showPage(ctx, signOutPage(form)),
    postLogoutSuccessSource: (ctx: KoaContextWithOIDC) => showPage(ctx, noticePage('Signed out', 'You can close this window.')),
  },
};

/** Keys are derived from the secret of the server, so that tokens outlive a restart. */
const derivedKey = (secret: string, purpose: string): Buffer => createHmac('sha256', secret).update(`local identity: ${purpose}`).digest();

function signingKeyOf(secret: string): JWK {
  const key = derivedKey(secret, 'tokens');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(key);
  const point = pair.getPublicKey();
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), key].map((part) => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', x, y, d };
}

const configuration = (mountPath: string, client: LocalClient, secret: string): Configuration => ({
  clients: [
    {
      client_id: client.id,
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [client.redirectUri],
      post_logout_redirect_uris: [client.postLogoutRedirectUri],
    },
  ],
  jwks: { keys: [signingKeyOf(secret)] },
  cookies: {
    keys: [derivedKey(secret, 'cookies')],
    names: { session: 'turnout-identity' },
    long: { path: mountPath, httpOnly: true, sameSite: 'lax' },
  },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  // The server reads email and name from the ID token; conforming providers send them in the userinfo answer only.
  conformIdTokenClaims: false,
  features,
  findAccount: (_ctx, sub) => {
    const account = findLocalAccount(sub);
    if (account === undefined) return undefined;
    const { name, email } = account;
    return { accountId: sub, claims: () => ({ sub, name, email, email_verified: true }) };
  },
  interactions: { url: (_ctx, interaction) => `${mountPath}/interaction/${interaction.uid}` },
  issueRefreshToken: () => true,
  loadExistingGrant: grantAll,
  renderError: (ctx) => showPage(ctx, noticePage('That did not work', 'Please close this window and sign in again.')),
  ttl: {
    AccessToken: ID_TOKEN_S,
    Grant: SESSION_S,
    IdToken: ID_TOKEN_S,
    Interaction: INTERACTION_S,
    RefreshToken: SESSION_S,
    Session: SESSION_S,
  },
});

/** Builds the provider for `issuer`. Loading its library takes 0.2 s, so it is loaded here, at the first request. */
export async function buildLocalProvider(issuer: string, client: LocalClient, secret: string): Promise<Provider> {
  const [library, policy, memory] = await Promise.all([
    import('oidc-provider/lib/provider.js'),
    import('oidc-provider/lib/helpers/interaction_policy/index.js'),
    import('oidc-provider/lib/adapters/memory_adapter.js'),
  ]);
  const prompts = policy.base();
  prompts.add(new policy.Prompt({ name: 'select_account', requestable: true }), 0);
  const base = configuration(new URL(issuer).pathname, client, secret);
  const adapter = memory.createMemoryAdapter();
  const provider = new library.Provider(issuer, { ...base, adapter, interactions: { ...base.interactions, policy: prompts } });
  provider.proxy = true; // It reads the issuer's host from the forwarding headers that `passOn` sets.
  const headers = localIdentityHeaders(new URL(client.redirectUri).origin);
  provider.use(async (ctx, next) => {
    ctx.set(headers);
    await next();
  });
  return provider;
}
