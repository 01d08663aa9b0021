import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { describeFailure, isUnreachable, lazyDiscovery, type ProviderAddress, publishedKeys } from './identity-keys.ts';
import { tokenChecker, type TokenRules } from './identity-token.ts';

export interface IdentitySettings extends ProviderAddress, TokenRules {
  scopes: string;
  authParams: Readonly<Record<string, string>>;
  /** Whether the address of the provider's sign-out page carries the ID token. */
  signOutByToken?: boolean;
}

export type SignInSecrets = Record<'state' | 'nonce' | 'codeVerifier', string>;

type FailureReason = 'cancelled' | 'rejected' | 'unavailable';
export type IdentityProvider = ReturnType<typeof identityProvider>;
export type SignInFailure = ReturnType<typeof failed>;
export type IssuedTokens = Extract<ReturnType<typeof issued>, { ok: true }>;

/** @param detail for the log */
const failed = (reason: FailureReason, detail: string) => ({ ok: false as const, reason, detail });

function reasonOf(error: unknown): FailureReason {
  if (isUnreachable(error)) return 'unavailable';
  if (!(error instanceof oidc.AuthorizationResponseError)) return 'rejected';
  if (error.error === 'access_denied') return 'cancelled';
  return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'unavailable' : 'rejected';
}

const failureOf = (error: unknown) => failed(reasonOf(error), describeFailure(error));

/** Checks the issued tokens; `expiresAt`, of the ID token, is in seconds since 1970. */
function issued(tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers, expectedSubject?: string) {
  const claims = tokens.claims();
  if (tokens.id_token === undefined || claims === undefined) return failed('rejected', 'The provider sent no ID token');
  if (expectedSubject !== undefined && claims.sub !== expectedSubject) {
    return failed('rejected', 'The provider renewed the sign-in of another person');
  }
  return { ok: true as const, idToken: tokens.id_token, subject: claims.sub, expiresAt: claims.exp, refreshToken: tokens.refresh_token };
}

/** Always asks for `select_account` (D24), besides what the settings ask for. */
function promptOf(authParams: Readonly<Record<string, string>>): string {
  const configured = authParams.prompt?.split(' ') ?? [];
  return [...new Set(['select_account', ...configured.filter((prompt) => prompt !== '')])].join(' ');
}

/** Who signs out: the `login_hint` of the token, or the token itself where set, since addresses end up in logs. */
function signOutHints(idToken: string | undefined, { signOutByToken = false }: IdentitySettings): [string, string][] {
  if (idToken === undefined) return [];
  if (signOutByToken) return [['id_token_hint', idToken]];
  const hint = unverifiedClaim(idToken, 'login_hint');
  return hint === undefined ? [] : [['logout_hint', hint]];
}

function unverifiedClaim(token: string, claim: string): string | undefined {
  try {
    const value = decodeJwt(token)[claim];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // Anyone can send any text as a token.
  }
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
 * The OpenID Connect provider of the settings. Failures of the provider or the person are results, not exceptions.
 * @param onStale called when its configuration could not be read again, and the last one stays in use
 */
export function identityProvider(settings: IdentitySettings, onStale: (err: unknown) => void = () => undefined) {
  const discovered = lazyDiscovery(settings, onStale);
  const metadata = async () => (await discovered()).serverMetadata();
  const keys = publishedKeys(async () => (await metadata()).jwks_uri ?? '');

  return {
    checkToken: tokenChecker({ ...settings, issuer: async () => (await metadata()).issuer, keys }),

    /** The address to send the person to, and the secrets to keep until they return to `redirectUri`. */
    startSignIn: async (redirectUri: string) =>
      discovered()
        .then((configuration) => authorizationRequest(configuration, redirectUri, settings))
        .catch(failureOf),

    /** Exchanges the code; `callbackUrl` is the address that the person returned to, with its query. */
    finishSignIn: async (callbackUrl: URL, { state, nonce, codeVerifier }: SignInSecrets) =>
      discovered()
        .then((configuration) => {
          const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
          return oidc.authorizationCodeGrant(configuration, callbackUrl, checks);
        })
        .then((tokens) => issued(tokens))
        .catch(failureOf),

    subjectOf: (idToken: string) => unverifiedClaim(idToken, 'sub'),

    renew: async (refreshToken: string, subject: string) =>
      discovered()
        .then((configuration) => oidc.refreshTokenGrant(configuration, refreshToken))
        .then((tokens) => issued(tokens, subject))
        .catch(failureOf),

    /** Revokes a refresh token where the provider supports that; false when it could not be reached. */
    revoke: async (refreshToken: string) =>
      discovered()
        .then(async (configuration) => {
          if (configuration.serverMetadata().revocation_endpoint === undefined) return true;
          await oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
          return true;
        })
        .catch(() => false),

    /** The provider's sign-out page, which leads back to `returnTo`; undefined when it has none or does not answer. */
    endSessionUrl: async (returnTo: string, idToken: string | undefined) =>
      discovered()
        .then((configuration) => {
          if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
          const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
          for (const [name, value] of signOutHints(idToken, settings)) parameters.set(name, value);
          return oidc.buildEndSessionUrl(configuration, parameters).href;
        })
        .catch(() => undefined),
  };
}
