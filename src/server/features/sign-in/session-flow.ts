import type { GrantedToken, SignedOut } from '#contract/sign-in.ts';
import { AppError } from '#server/errors.ts';
import type { CookieChange } from './cookies.ts';
import { type SignInFlowDeps, secondsLeft } from './sign-in-flow.ts';

type Jar = Readonly<Record<string, string | undefined>>;

/** Renewal ends for good: the browser's cookies are to be cleared. */
export interface RenewalEnded {
  ok: false;
  cookies: CookieChange[];
  detail: string;
}

/** A renewed session: the token for the app, the cookie for the next time. */
interface Renewed {
  ok: true;
  token: GrantedToken;
  cookies: CookieChange[];
}

/**
 * Renews the session without a new sign-in while the provider allows it (decision 26).
 * @throws AppError `unavailable` when the provider does not answer: the session is not over, the next try may succeed
 */
export async function renewSession(deps: SignInFlowDeps, jar: Jar): Promise<Renewed | RenewalEnded> {
  // The staff cookie stays: until Sign Out this is the browser of somebody whose visits are not counted (decision 31).
  const ended = (detail: string): RenewalEnded => ({ ok: false, cookies: [deps.cookies.clearRenewal()], detail });
  const renewal = deps.cookies.findRenewal(jar);
  if (renewal === undefined) return ended('There is nothing to renew with');
  const tokens = await deps.identity.renew(renewal.refreshToken, renewal.subject);
  if (!tokens.ok && tokens.reason === 'unavailable') throw unreachable();
  if (!tokens.ok) return ended(tokens.detail);
  const next = { refreshToken: tokens.refreshToken ?? renewal.refreshToken, subject: renewal.subject };
  const check = await deps.identity.checkToken(tokens.idToken);
  if (check.ok || check.reason === 'unavailable') {
    return {
      ok: true,
      token: { id_token: tokens.idToken, expires_in: secondsLeft(tokens, deps.now) },
      cookies: [deps.cookies.keepRenewal(next), deps.cookies.keepStaff()],
    };
  }
  await deps.identity.revoke(next.refreshToken);
  return { ...ended(`The renewed token is ${check.reason}`), cookies: deps.cookies.clearSession() };
}

/**
 * Ends the session on both sides (decision 26): the refresh token is revoked, the cookies are cleared, and the answer
 * names the page that ends it at the provider, if there is one. A provider that does not answer changes nothing here.
 */
export async function endSession(
  deps: SignInFlowDeps,
  jar: Jar,
  idToken: string | undefined,
): Promise<{ answer: SignedOut; cookies: CookieChange[]; isRevoked: boolean }> {
  const renewal = deps.cookies.findRenewal(jar);
  const isRevoked = renewal === undefined || (await deps.identity.revoke(renewal.refreshToken));
  const url = await deps.identity.endSessionUrl(`${deps.publicUrl}/`, idToken);
  return { answer: { end_session_url: url ?? null }, cookies: deps.cookies.clearSession(), isRevoked };
}

const unreachable = () =>
  new AppError('unavailable', 'The identity provider cannot be reached. Please try again.', { retryAfterSeconds: 5 });
