import { AppError } from '#server/errors.ts';
import type { Jar } from './cookies.ts';
import type { EndedTokens } from './ended-tokens.ts';
import { secondsLeft, type SignInFlowDeps } from './sign-in-flow.ts';

interface SignOutDeps extends SignInFlowDeps {
  endedTokens: Pick<EndedTokens, 'end' | 'share'>;
  log: { warn(details: { err: unknown }, message: string): void };
}

/** Renews the session while the provider allows it. @throws AppError `unavailable` when it does not answer; it can be renewed later */
export async function renewSession(deps: SignInFlowDeps, jar: Jar) {
  // The staff cookie stays until Sign Out (D31).
  const ended = (detail: string) => ({ ok: false as const, cookies: [deps.cookies.clearRenewal()], detail });
  const renewal = await deps.cookies.findRenewal(jar);
  if (renewal === undefined) return ended('There is nothing to renew with');
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
