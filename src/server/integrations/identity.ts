import * as oidc from 'openid-client';
import { lazyDiscovery, type ProviderAddress } from './identity-discovery.ts';
import { describeFailure, isUnreachable } from './identity-fetch.ts';
import { publishedKeys } from './identity-keys.ts';
import { type TokenCheck, tokenChecker } from './identity-token.ts';

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

/** What has to be kept between leaving for the provider and coming back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Tokens that the provider issued. `expiresAt`, of the ID token, is in seconds since 1970. */
export interface IssuedTokens {
  ok: true;
  idToken: string;
  subject: string;
  expiresAt: number;
  refreshToken?: string;
}

/** `cancelled`: the person said no; `rejected`: the answer or the token was not good; `unavailable`: no answer. `detail` is for the log. */
export interface SignInFailure {
  ok: false;
  reason: 'cancelled' | 'rejected' | 'unavailable';
  detail: string;
}

/** An OpenID Connect provider, seen from our side. */
export interface IdentityProvider {
  checkToken: (token: string) => Promise<TokenCheck>;
  startSignIn: (redirectUri: string) => Promise<{ ok: true; url: string; secrets: SignInSecrets } | SignInFailure>;
  /** `callbackUrl` is the address that the person came back to, with its query. */
  finishSignIn: (callbackUrl: URL, secrets: SignInSecrets) => Promise<IssuedTokens | SignInFailure>;
  /** `subject` is who the refresh token was issued to; new tokens of anybody else are rejected. */
  renew: (refreshToken: string, subject: string) => Promise<IssuedTokens | SignInFailure>;
  /** Ends the refresh token where the provider offers it; answers whether nothing of it is left as far as we can tell. */
  revoke: (refreshToken: string) => Promise<boolean>;
  /** Where the browser ends the session at the provider, if it offers that. */
  endSessionUrl: (returnTo: string, idToken: string | undefined) => Promise<string | undefined>;
}

const rejected = (detail: string): SignInFailure => ({ ok: false, reason: 'rejected', detail });

function reasonOf(error: unknown): SignInFailure['reason'] {
  if (isUnreachable(error)) return 'unavailable';
  if (!(error instanceof oidc.AuthorizationResponseError)) return 'rejected';
  if (error.error === 'access_denied') return 'cancelled';
  return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'unavailable' : 'rejected';
}

const failureOf = (error: unknown): SignInFailure => ({ ok: false, reason: reasonOf(error), detail: describeFailure(error) });

function issued(tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers, subject?: string): IssuedTokens | SignInFailure {
  const claims = tokens.claims();
  if (tokens.id_token === undefined || claims === undefined) return rejected('The provider sent no ID token');
  if (subject !== undefined && claims.sub !== subject) return rejected('The provider renewed the sign-in of somebody else');
  return { ok: true, idToken: tokens.id_token, subject: claims.sub, expiresAt: claims.exp, refreshToken: tokens.refresh_token };
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

/** Speaks OpenID Connect with the provider of the settings: authorization-code flow with PKCE, renewal, sign-out, tokens. */
export function identityProvider(settings: IdentitySettings): IdentityProvider {
  const now = settings.now ?? Date.now;
  const discovered = lazyDiscovery(settings);
  const metadata = async () => (await discovered()).serverMetadata();
  const keys = publishedKeys({ locate: async () => (await metadata()).jwks_uri ?? '', now });

  return {
    checkToken: tokenChecker({ ...settings, issuer: async () => (await metadata()).issuer, keys, now }),

    async startSignIn(redirectUri) {
      try {
        return await authorizationRequest(await discovered(), redirectUri, settings);
      } catch (error) {
        return failureOf(error);
      }
    },

    async finishSignIn(callbackUrl, { state, nonce, codeVerifier }) {
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
        return issued(await oidc.authorizationCodeGrant(await discovered(), callbackUrl, checks));
      } catch (error) {
        return failureOf(error);
      }
    },

    async renew(refreshToken, subject) {
      try {
        return issued(await oidc.refreshTokenGrant(await discovered(), refreshToken), subject);
      } catch (error) {
        return failureOf(error);
      }
    },

    async revoke(refreshToken) {
      try {
        const configuration = await discovered();
        if (configuration.serverMetadata().revocation_endpoint === undefined) return true;
        await oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
        return true;
      } catch {
        // The person is signed out here in any case; the caller says what could not be reached.
        return false;
      }
    },

    async endSessionUrl(returnTo, idToken) {
      try {
        const configuration = await discovered();
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
        if (idToken !== undefined) parameters.set('id_token_hint', idToken);
        return oidc.buildEndSessionUrl(configuration, parameters).href;
      } catch {
        // No answer from the provider: there is no page of it to send the person to.
        return undefined;
      }
    },
  };
}
