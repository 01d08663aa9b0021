import * as oidc from 'openid-client';
import { lazyDiscovery, type ProviderAddress } from './identity-discovery.ts';
import { describeFailure, isUnreachable } from './identity-fetch.ts';
import { publishedKeys } from './identity-keys.ts';
import { tokenChecker } from './identity-token.ts';

/** What the provider has to be told, and whom it may let in (decisions 24 and 25). */
export interface IdentitySettings extends ProviderAddress {
  /** Space-separated, `openid` among them. */
  scopes: string;
  /** Further parameters of the authorization request, for what a provider wants besides. */
  authParams: Readonly<Record<string, string>>;
  trustEmail: boolean;
  /** Lowercased. */
  allowedDomains: readonly string[];
  /** Milliseconds since 1970; only tests pass their own. */
  now?: () => number;
}

/** Why there are no tokens: the person said no, the answer or the token was not good, or there was no answer. */
type FailureReason = 'cancelled' | 'rejected' | 'unavailable';

/** An OpenID Connect provider, seen from our side. */
export type IdentityProvider = ReturnType<typeof identityProvider>;

/** `detail` is fit for the log. */
const failed = (reason: FailureReason, detail: string) => ({ ok: false as const, reason, detail });

function reasonOf(error: unknown): FailureReason {
  if (isUnreachable(error)) return 'unavailable';
  if (!(error instanceof oidc.AuthorizationResponseError)) return 'rejected';
  if (error.error === 'access_denied') return 'cancelled';
  return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'unavailable' : 'rejected';
}

const failureOf = (error: unknown) => failed(reasonOf(error), describeFailure(error));

/** What came of asking for tokens; `expiresAt`, of the ID token, is in seconds since 1970. */
function issued(tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers, expectedSubject?: string) {
  const claims = tokens.claims();
  if (tokens.id_token === undefined || claims === undefined) return failed('rejected', 'The provider sent no ID token');
  if (expectedSubject !== undefined && claims.sub !== expectedSubject) {
    return failed('rejected', 'The provider renewed the sign-in of somebody else');
  }
  return { ok: true as const, idToken: tokens.id_token, subject: claims.sub, expiresAt: claims.exp, refreshToken: tokens.refresh_token };
}

/** `prompt=select_account` always (decision 24), beside what the settings ask for. */
function promptOf(authParams: Readonly<Record<string, string>>): string {
  const asked = authParams.prompt?.split(' ') ?? [];
  return [...new Set(['select_account', ...asked.filter((prompt) => prompt !== '')])].join(' ');
}

async function authorizationRequest(configuration: oidc.Configuration, redirectUri: string, settings: IdentitySettings) {
  const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier: oidc.randomPKCECodeVerifier() };
  const url = oidc.buildAuthorizationUrl(configuration, {
    ...settings.authParams,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: settings.scopes,
    prompt: promptOf(settings.authParams),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { ok: true as const, url: url.href, secrets };
}

/**
 * Speaks OpenID Connect with the provider of the settings. What can go wrong with the provider or the person is an outcome,
 * not an exception.
 */
export function identityProvider(settings: IdentitySettings) {
  const now = settings.now ?? Date.now;
  const discovered = lazyDiscovery(settings);
  const metadata = async () => (await discovered()).serverMetadata();
  const keys = publishedKeys({ locate: async () => (await metadata()).jwks_uri ?? '', now });

  return {
    checkToken: tokenChecker({ ...settings, issuer: async () => (await metadata()).issuer, keys, now }),

    /** Where to send the person, and what has to be kept until they come back to `redirectUri`. */
    startSignIn: async (redirectUri: string) =>
      discovered()
        .then((configuration) => authorizationRequest(configuration, redirectUri, settings))
        .catch(failureOf),

    /** Exchanges the code. `callbackUrl` is the address that the person came back to, with its query. */
    finishSignIn: async (callbackUrl: URL, { state, nonce, codeVerifier }: { state: string; nonce: string; codeVerifier: string }) =>
      discovered()
        .then((configuration) => {
          const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
          return oidc.authorizationCodeGrant(configuration, callbackUrl, checks);
        })
        .then((tokens) => issued(tokens))
        .catch(failureOf),

    /** New tokens for a refresh token that was issued to `subject`; those of anybody else are rejected. */
    renew: async (refreshToken: string, subject: string) =>
      discovered()
        .then((configuration) => oidc.refreshTokenGrant(configuration, refreshToken))
        .then((tokens) => issued(tokens, subject))
        .catch(failureOf),

    /** Ends a refresh token where the provider offers that; false when it could not be told. */
    revoke: async (refreshToken: string) =>
      discovered()
        .then(async (configuration) => {
          if (configuration.serverMetadata().revocation_endpoint === undefined) return true;
          await oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
          return true;
        })
        .catch(() => false),

    /** The page that ends the session at the provider and leads back to `returnTo`; undefined when it offers none or does not answer. */
    endSessionUrl: async (returnTo: string, idToken: string | undefined) =>
      discovered()
        .then((configuration) => {
          if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
          const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
          if (idToken !== undefined) parameters.set('id_token_hint', idToken);
          return oidc.buildEndSessionUrl(configuration, parameters).href;
        })
        .catch(() => undefined),
  };
}
