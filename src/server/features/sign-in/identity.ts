import type { TokenCheck } from '#server/integrations/identity-token.ts';

/** What sign-in needs of an identity provider; implemented by the integration. */
export interface Identity {
  checkToken: (token: string) => Promise<TokenCheck>;
  startSignIn: (redirectUri: string) => Promise<{ ok: true; url: string; secrets: SignInSecrets } | SignInFailure>;
  finishSignIn: (callbackUrl: URL, secrets: SignInSecrets) => Promise<IssuedTokens | SignInFailure>;
  renew: (refreshToken: string, subject: string) => Promise<IssuedTokens | SignInFailure>;
  revoke: (refreshToken: string) => Promise<boolean>;
  endSessionUrl: (returnTo: string, idToken: string | undefined) => Promise<string | undefined>;
}

/** Kept in a sealed cookie until the provider redirects back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** `expiresAt`, of the ID token, is in seconds since 1970. */
export interface IssuedTokens {
  ok: true;
  idToken: string;
  subject: string;
  expiresAt: number;
  refreshToken?: string;
}

/** Why there are no tokens; `detail` is for the log. */
export interface SignInFailure {
  ok: false;
  reason: 'cancelled' | 'rejected' | 'unavailable';
  detail: string;
}
