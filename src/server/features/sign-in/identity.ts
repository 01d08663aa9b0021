/** What sign-in needs of an identity provider; the integration offers it, the process that builds the server connects both. */
export interface Identity {
  checkToken: (token: string) => Promise<TokenCheck>;
  startSignIn: (redirectUri: string) => Promise<{ ok: true; url: string; secrets: SignInSecrets } | SignInFailure>;
  finishSignIn: (callbackUrl: URL, secrets: SignInSecrets) => Promise<IssuedTokens | SignInFailure>;
  renew: (refreshToken: string, subject: string) => Promise<IssuedTokens | SignInFailure>;
  revoke: (refreshToken: string) => Promise<boolean>;
  endSessionUrl: (returnTo: string, idToken: string | undefined) => Promise<string | undefined>;
}

/** Outcome of checking an ID token. */
export type TokenCheck =
  | { ok: true; user: StaffUser }
  | { ok: false; reason: 'bad-token' | 'disallowed' | 'unverified' | 'unavailable'; detail?: string };

interface StaffUser {
  email: string;
  displayName: string;
  photoURL: string | null;
}

/** Kept, sealed, between leaving for the provider and coming back. */
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

/** Why there are no tokens; `detail` is fit for the log. */
export interface SignInFailure {
  ok: false;
  reason: 'cancelled' | 'rejected' | 'unavailable';
  detail: string;
}
