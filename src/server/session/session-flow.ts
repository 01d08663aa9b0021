import { type SignInMessage, signInPaths } from '#contract/session/sign-in.ts';
import { AppError } from '#server/errors.ts';
import { hostNameOf, LOOPBACK_HOST } from '#server/http/from-this-machine.ts';
import type { TokenCheck } from '#server/services/identity-token.ts';
import type { IdentityProvider, IssuedTokens, SignInFailure } from '#server/services/identity.ts';
import type { SignInMode } from './callback-page.ts';
import type { CookieChange, Jar, SignInCookies } from './cookies.ts';
import type { EndedTokens } from './ended-tokens.ts';

export interface SignInFlowDeps {
  identity: IdentityProvider;
  cookies: SignInCookies;
  publicUrl: string;
  now: () => number;
}

export interface SignInEnd {
  mode: SignInMode;
  message: SignInMessage;
  cookies: CookieChange[];
  detail?: string;
  subject?: string;
}

type Failure = Exclude<SignInMessage['outcome'], 'signed-in'>;

const words: Record<Failure, string> = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'This sign-in took too long, or began in another browser. Please try again.',
  rejected: 'The identity provider did not accept this sign-in. Please try again.',
  unavailable: 'The identity provider cannot be reached. Please try again in a moment.',
};

const failure = (attempt: string, outcome: Failure) => ({ type: 'turnout:sign-in' as const, attempt, outcome, message: words[outcome] });

export const tooManySignIns: SignInEnd = {
  mode: 'popup',
  message: { ...failure('', 'unavailable'), message: 'Too many sign-ins came from your network. Please try again in a minute.' },
  cookies: [],
  detail: 'Too many from one network',
};

/** Whole seconds left of the ID token, by the server's clock. */
const secondsLeft = (tokens: IssuedTokens, now: () => number): number => Math.floor(tokens.expiresAt - now() / 1_000);

/** Whether the sign-in began under another name of this machine than the provider redirects to, which would not get the cookie; other hosts may be a proxy's. */
const isOtherName = (host: string, publicUrl: string): boolean => {
  const own = new URL(publicUrl);
  return host !== own.host && LOOPBACK_HOST.test(own.hostname) && LOOPBACK_HOST.test(hostNameOf(host));
};

/** Starts a sign-in: keeps `state`, `nonce` and the PKCE verifier in a cookie. @returns the provider's address, or a page that says why there is none */
export async function startSignIn(
  deps: SignInFlowDeps,
  jar: Jar,
  { mode, attempt, host }: { mode: SignInMode; attempt: string; host: string },
): Promise<{ url: string; cookies: CookieChange[] } | SignInEnd> {
  if (isOtherName(host, deps.publicUrl)) {
    const message = { ...failure(attempt, 'rejected'), message: `Please open ${deps.publicUrl} to sign in.` };
    return { mode, message, cookies: [], detail: 'Requested under another name for this machine' };
  }
  const started = await deps.identity.startSignIn(`${deps.publicUrl}${signInPaths.callback}`);
  if (!started.ok) return { mode, message: failure(attempt, started.reason), cookies: [], detail: started.detail };
  return { url: started.url, cookies: await deps.cookies.keepPending(jar, started.secrets, { attempt, mode }) };
}

/** Undefined for a valid token, also that of a disallowed address, which `GET /api/me` refuses. */
function failureOf(check: TokenCheck): Failure | undefined {
  if (check.ok || ['no-email', 'disallowed', 'unverified'].includes(check.reason)) return undefined;
  return check.reason === 'unavailable' ? 'unavailable' : 'rejected';
}

async function keepSession(deps: SignInFlowDeps, tokens: IssuedTokens, isAdmitted: boolean): Promise<CookieChange[]> {
  if (isAdmitted)
    return [
      await deps.cookies.keepRenewal({ refreshToken: tokens.refreshToken, subject: tokens.subject, signedInAt: deps.now() }),
      deps.cookies.keepStaff(),
    ];
  // A refused person gets no cookie that could renew a session.
  if (tokens.refreshToken !== undefined) await deps.identity.revoke(tokens.refreshToken);
  return deps.cookies.clearSession();
}

async function endSignIn(deps: SignInFlowDeps, attempt: string, outcome: IssuedTokens | SignInFailure): Promise<Omit<SignInEnd, 'mode'>> {
  if (!outcome.ok) return { message: failure(attempt, outcome.reason), cookies: [], detail: outcome.detail };
  const check = await deps.identity.checkToken(outcome.idToken);
  const failed = failureOf(check);
  if (failed !== undefined) return { message: failure(attempt, failed), cookies: [], detail: check.ok ? undefined : check.detail };
  const token = { id_token: outcome.idToken, expires_in: secondsLeft(outcome, deps.now) };
  return {
    message: { type: 'turnout:sign-in', attempt, outcome: 'signed-in', ...token },
    cookies: await keepSession(deps, outcome, check.ok),
    ...(check.ok ? {} : { detail: check.detail ?? `The address is ${check.reason}`, subject: outcome.subject }),
  };
}

/** Finishes a sign-in when the provider redirects back: exchanges the code, checks the token, and keeps the renewal. */
export async function finishSignIn(deps: SignInFlowDeps, jar: Jar, callbackUrl: URL): Promise<SignInEnd> {
  const state = callbackUrl.searchParams.get('state') ?? '';
  const pending = await deps.cookies.takePending(jar, state);
  if (pending === undefined) return { mode: 'popup', message: failure('', 'expired'), cookies: [], detail: 'The state is not known here' };
  const end = await endSignIn(deps, pending.attempt, await deps.identity.finishSignIn(callbackUrl, pending));
  return { mode: pending.mode, ...end, cookies: [deps.cookies.clearPending(state), ...end.cookies] };
}

interface SignOutDeps extends SignInFlowDeps {
  endedTokens: Pick<EndedTokens, 'end' | 'share'>;
  log: { warn(details: { err: unknown }, message: string): void };
}

/** Renews the session of this token while the provider allows it. @throws AppError `unavailable` when it does not answer; it can be renewed later */
export async function renewSession(deps: SignInFlowDeps, jar: Jar, idToken: string | undefined) {
  // The staff cookie stays until Sign Out (D31).
  const ended = (detail: string) => ({ ok: false as const, cookies: [deps.cookies.clearRenewal()], detail });
  const renewal = await deps.cookies.findRenewal(jar);
  if (renewal === undefined) return ended('There is no session to renew');
  // Planted by another host of our domain, or left by a sign-in whose answer never arrived.
  if (idToken !== undefined && deps.identity.subjectOf(idToken) !== renewal.subject) return ended('The cookie is of another person');
  const tokens = await deps.identity.renew(renewal.refreshToken, renewal.subject);
  if (!tokens.ok && tokens.reason === 'unavailable')
    throw new AppError('unavailable', 'The identity provider cannot be reached. Please try again.', { retryAfterSeconds: 5 });
  if (!tokens.ok) return ended(tokens.detail);
  const next = { ...renewal, refreshToken: tokens.refreshToken ?? renewal.refreshToken };
  const check = await deps.identity.checkToken(tokens.idToken);
  if (check.ok || check.reason === 'unavailable') {
    return {
      ok: true as const,
      token: { id_token: tokens.idToken, expires_in: secondsLeft(tokens, deps.now) },
      cookies: [await deps.cookies.keepRenewal(next), deps.cookies.keepStaff()],
    };
  }
  await deps.identity.revoke(next.refreshToken);
  return { ...ended(`The renewed token is ${check.reason}`), cookies: deps.cookies.clearSession() };
}

/** Ends a valid token, and those that the same person was given before it. While the database is away only this process knows, and shares it later. */
async function endToken({ identity, endedTokens, log }: SignOutDeps, idToken: string): Promise<void> {
  const check = await identity.checkToken(idToken);
  if (!check.ok) return;
  endedTokens.end(idToken, check);
  await endedTokens.share().catch((err: unknown) => log.warn({ err }, 'A sign-out could not be shared yet'));
}

/** Ends the session: refuses its ID token, revokes the refresh token, clears the cookies, even if the provider is away. @returns the provider's sign-out page, if any */
export async function endSession(deps: SignOutDeps, jar: Jar, idToken: string | undefined) {
  const renewal = await deps.cookies.findRenewal(jar);
  const isRevoked = renewal === undefined || (await deps.identity.revoke(renewal.refreshToken));
  if (idToken !== undefined) await endToken(deps, idToken);
  const url = await deps.identity.endSessionUrl(`${deps.publicUrl}/`, idToken);
  return { answer: { end_session_url: url ?? null }, cookies: deps.cookies.clearSession(), isRevoked };
}
