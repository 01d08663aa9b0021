import { type SignInMessage, signInPaths } from '#contract/sign-in.ts';
import type { SignInMode } from './callback-page.ts';
import type { CookieChange, SignInCookies } from './cookies.ts';
import type { Identity, IssuedTokens, SignInFailure, TokenCheck } from './identity.ts';

/** What the parts of sign-in work with. */
export interface SignInFlowDeps {
  identity: Identity;
  cookies: SignInCookies;
  /** Origin that people use, without a trailing slash. */
  publicUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Where a sign-in goes: to the provider, or to a page that says why not. `detail` is for the log. */
export type SignInStart = { url: string; cookies: CookieChange[] } | SignInEnd;

/** The end of a sign-in: what the page says, and what the browser keeps. `detail` is for the log. */
export interface SignInEnd {
  mode: SignInMode;
  message: SignInMessage;
  cookies: CookieChange[];
  detail?: string;
}

type Failure = Exclude<SignInMessage['outcome'], 'signed-in'>;
type Jar = Readonly<Record<string, string | undefined>>;

const words: Record<Failure, string> = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'This sign-in took too long, or began in another browser. Please try again.',
  rejected: 'The identity provider did not accept this sign-in. Please try again.',
  unavailable: 'The identity provider cannot be reached. Please try again in a moment.',
};

const failure = (attempt: string, outcome: Failure) => ({
  type: 'turnout:sign-in' as const,
  attempt,
  outcome,
  message: words[outcome],
});

/** Whole seconds left of the ID token, by the server's clock. */
export const secondsLeft = (tokens: IssuedTokens, now: () => number): number => Math.floor(tokens.expiresAt - now() / 1_000);

const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * One machine has several names, and the cookies of one are not sent to another: the way back from the provider would
 * lead to the other one. Elsewhere a proxy may well ask us under a name of its own.
 */
const isOtherName = (host: string, publicUrl: string): boolean => {
  const own = new URL(publicUrl).host;
  return host !== own && LOOPBACK_HOST.test(own) && LOOPBACK_HOST.test(host);
};

/** Begins a sign-in: keeps `state`, `nonce` and the PKCE verifier in a cookie, sends the person to the provider (decision 24). */
export async function startSignIn(
  deps: SignInFlowDeps,
  jar: Jar,
  { mode, attempt, host }: { mode: SignInMode; attempt: string; host: string },
): Promise<SignInStart> {
  if (isOtherName(host, deps.publicUrl)) {
    const message = { ...failure(attempt, 'rejected'), message: `Please open ${deps.publicUrl} to sign in.` };
    return { mode, message, cookies: [], detail: 'Asked under another name of this machine' };
  }
  const started = await deps.identity.startSignIn(`${deps.publicUrl}${signInPaths.callback}`);
  if (!started.ok) return { mode, message: failure(attempt, started.reason), cookies: [], detail: started.detail };
  return { url: started.url, cookies: deps.cookies.keepPending(jar, started.secrets, { attempt, mode }) };
}

/** Undefined: the token is worth keeping a session for, or it is refused for its address, which `GET /api/me` will say. */
function failureOf(check: TokenCheck): Failure | undefined {
  if (check.ok || check.reason === 'disallowed' || check.reason === 'unverified') return undefined;
  return check.reason === 'unavailable' ? 'unavailable' : 'rejected';
}

async function keepSession(deps: SignInFlowDeps, tokens: IssuedTokens, isAdmitted: boolean): Promise<CookieChange[]> {
  if (isAdmitted)
    return [deps.cookies.keepRenewal({ refreshToken: tokens.refreshToken, subject: tokens.subject }), deps.cookies.keepStaff()];
  // Nobody who is not let in leaves anything behind that could renew itself.
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
  };
}

/** Ends a sign-in that came back from the provider: exchanges the code, checks the token, keeps what renews it. */
export async function finishSignIn(deps: SignInFlowDeps, jar: Jar, callbackUrl: URL): Promise<SignInEnd> {
  const state = callbackUrl.searchParams.get('state') ?? '';
  const pending = deps.cookies.findPending(jar, state);
  if (pending === undefined) return { mode: 'popup', message: failure('', 'expired'), cookies: [], detail: 'The state is not known here' };
  const end = await endSignIn(deps, pending.attempt, await deps.identity.finishSignIn(callbackUrl, pending));
  return { mode: pending.mode, ...end, cookies: [deps.cookies.clearPending(state), ...end.cookies] };
}
