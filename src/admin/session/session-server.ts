import { z } from 'zod';
import { problemSchema } from '#contract/problem.ts';
import { type GrantedToken, grantedTokenSchema, SESSION_HEADER, signedOutSchema, signInPaths } from '#contract/session/sign-in.ts';
import { type User, userSchema } from '#contract/session/user.ts';
import type { SessionBrowser } from './session-browser.ts';

const TIMEOUT_MS = 10_000;

/** The server's answer about a token: its user, that they are not allowed in, or that it is invalid. */
type UserOutcome =
  | { outcome: 'known'; user: User }
  | { outcome: 'refused'; message: string }
  | { outcome: 'bad' }
  | { outcome: 'unreachable' };

/** `ended`: the refresh token has expired; `unreachable`: the next attempt may succeed. */
type Renewal = { outcome: 'renewed'; token: GrantedToken } | { outcome: 'ended' } | { outcome: 'unreachable' };

const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ data });
const meAnswer = answerOf(userSchema);
const renewalAnswer = answerOf(grantedTokenSchema);
const signedOutAnswer = answerOf(signedOutSchema);

interface Answer {
  status: number;
  body: unknown;
}

export class SessionServer {
  readonly #browser: SessionBrowser;

  constructor(browser: SessionBrowser) {
    this.#browser = browser;
  }

  async fetchUser(token: string): Promise<UserOutcome> {
    const answer = await this.#ask('/api/me', { headers: { authorization: `Bearer ${token}` } });
    if (answer === undefined || answer.status >= 500) return { outcome: 'unreachable' };
    if (answer.status === 403) return { outcome: 'refused', message: problemSchema.safeParse(answer.body).data?.detail ?? '' };
    const user = meAnswer.safeParse(answer.body).data?.data;
    return answer.status === 200 && user !== undefined ? { outcome: 'known', user } : { outcome: 'bad' };
  }

  async renew(old: string): Promise<Renewal> {
    const answer = await this.#post(signInPaths.renew, { id_token: old });
    const token = renewalAnswer.safeParse(answer?.body).data?.data;
    if (token !== undefined) return { outcome: 'renewed', token };
    return { outcome: answer?.status === 401 ? 'ended' : 'unreachable' };
  }

  /** Undefined if the server could not be reached, so that its cookie is still there. */
  async signOut(token: string | undefined): Promise<{ endSessionUrl: string | null } | undefined> {
    const answer = await this.#post(signInPaths.logout, { id_token: token });
    const signedOut = signedOutAnswer.safeParse(answer?.body).data?.data;
    return signedOut === undefined ? undefined : { endSessionUrl: signedOut.end_session_url };
  }

  async #post(path: string, body: unknown): Promise<Answer | undefined> {
    const headers = { 'content-type': 'application/json', [SESSION_HEADER]: '1' };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true });
  }

  async #ask(path: string, init: RequestInit): Promise<Answer | undefined> {
    try {
      const response = await this.#browser.fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      return { status: response.status, body: await response.json() };
    } catch {
      // No answer, or not from our server; callers treat both in the same way.
      return undefined;
    }
  }
}
