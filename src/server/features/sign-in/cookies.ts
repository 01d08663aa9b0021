import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SignInSecrets } from './identity.ts';
import { type Sealer, sealer } from './sealing.ts';

/** A sign-in that takes longer has to be started again. */
const PENDING_MAX_AGE_S = 600;
/** Several sign-ins may be under way, one per tab; the oldest go first, else the request's headers would grow too long. */
const MAX_PENDING = 5;
/** How long a refresh token is kept after its last use; the provider may end it sooner. */
const RENEWAL_MAX_AGE_S = 30 * 86_400;
/** Browsers drop a cookie of more than 4,096 bytes without a word. */
const MAX_COOKIE_LENGTH = 3_900;

/** A cookie to set; without a value it is cleared. */
export interface CookieChange {
  name: string;
  value?: string;
  /** Seconds. */
  maxAge?: number;
  path: string;
  sameSite: 'lax' | 'strict';
  httpOnly: true;
  secure: boolean;
}

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  attempt: z.string(),
  mode: z.enum(['popup', 'redirect']),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});

const renewalSchema = z.object({ refreshToken: z.string(), subject: z.string() });

/** A sign-in that has left for the provider. */
export type PendingSignIn = z.infer<typeof pendingSchema>;
/** What renews a session: never seen by a script, nor by the server's storage. */
export type Renewal = z.infer<typeof renewalSchema>;

interface SignInCookiesDeps {
  secret: string;
  isHttps: boolean;
  /** Name of the cookie that says "staff" to the view counter, and nothing else (decision 31). */
  staffCookie: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

type Jar = Readonly<Record<string, string | undefined>>;

const digestOf = (state: string): string => createHash('sha256').update(state).digest('base64url').slice(0, 16);

/** The three kinds of cookies of sign-in (decisions 24, 26, 31): how each is named, sealed, found, set and cleared. */
export class SignInCookies {
  readonly #deps: SignInCookiesDeps;
  readonly #pending: Sealer<PendingSignIn>;
  readonly #renewal: Sealer<Renewal>;
  readonly #prefix: string;

  constructor(deps: SignInCookiesDeps) {
    this.#deps = deps;
    this.#pending = sealer(deps.secret, 'pending sign-in', pendingSchema);
    this.#renewal = sealer(deps.secret, 'renewal', renewalSchema);
    // Browsers refuse this prefix from an insecure page, so that nobody on the way can plant the cookie.
    this.#prefix = deps.isHttps ? '__Secure-' : '';
  }

  /** Remembers a sign-in under its own cookie and drops those that are over or too many. */
  keepPending(jar: Jar, secrets: SignInSecrets, { attempt, mode }: Pick<PendingSignIn, 'attempt' | 'mode'>): CookieChange[] {
    const alive = this.#openPending(jar).toSorted((a, b) => b.pending.startedAt - a.pending.startedAt);
    const kept = new Set(alive.slice(0, MAX_PENDING - 1).map(({ name }) => name));
    const dropped = this.#pendingNames(jar).filter((name) => !kept.has(name));
    const value = this.#pending.seal({ ...secrets, attempt, mode, startedAt: this.#deps.now() });
    return [...dropped.map((name) => this.#lax(name)), this.#lax(this.#pendingName(secrets.state), value, PENDING_MAX_AGE_S)];
  }

  /** The sign-in that this `state` belongs to, if this browser started it and it is not over. */
  findPending(jar: Jar, state: string): PendingSignIn | undefined {
    const name = this.#pendingName(state);
    return this.#openPending(jar).find((candidate) => candidate.name === name && candidate.pending.state === state)?.pending;
  }

  clearPending(state: string): CookieChange {
    return this.#lax(this.#pendingName(state));
  }

  findRenewal(jar: Jar): Renewal | undefined {
    const sealed = jar[this.#renewalName];
    return sealed === undefined ? undefined : this.#renewal.open(sealed);
  }

  /** Without a refresh token, or with one too long for a cookie, the session ends with its ID token: any old one is cleared. */
  keepRenewal({ refreshToken, subject }: { refreshToken: string | undefined; subject: string }): CookieChange {
    const value = refreshToken === undefined ? undefined : this.#renewal.seal({ refreshToken, subject });
    if (value === undefined || value.length > MAX_COOKIE_LENGTH) return this.clearRenewal();
    return this.#strict(this.#renewalName, '/auth', value, RENEWAL_MAX_AGE_S);
  }

  keepStaff(): CookieChange {
    return this.#strict(this.#deps.staffCookie, '/', '1', RENEWAL_MAX_AGE_S);
  }

  clearRenewal(): CookieChange {
    return this.#strict(this.#renewalName, '/auth');
  }

  /** Clears what a signed-in browser holds. */
  clearSession(): CookieChange[] {
    return [this.clearRenewal(), this.#strict(this.#deps.staffCookie, '/')];
  }

  get #renewalName(): string {
    return `${this.#prefix}turnout-renewal`;
  }

  #pendingName(state: string): string {
    return `${this.#prefix}turnout-sign-in-${digestOf(state)}`;
  }

  #pendingNames(jar: Jar): string[] {
    return Object.keys(jar).filter((name) => name.startsWith(`${this.#prefix}turnout-sign-in-`));
  }

  #openPending(jar: Jar): { name: string; pending: PendingSignIn }[] {
    return this.#pendingNames(jar).flatMap((name) => {
      const pending = this.#pending.open(jar[name] ?? '');
      const isAlive = pending !== undefined && this.#deps.now() - pending.startedAt < PENDING_MAX_AGE_S * 1_000;
      return isAlive ? [{ name, pending }] : [];
    });
  }

  /** Lax: a Strict cookie is not sent on the way back from a provider on another site. */
  #lax(name: string, value?: string, maxAge?: number): CookieChange {
    return { name, value, maxAge, path: '/auth', sameSite: 'lax', httpOnly: true, secure: this.#deps.isHttps };
  }

  #strict(name: string, path: string, value?: string, maxAge?: number): CookieChange {
    return { name, value, maxAge, path, sameSite: 'strict', httpOnly: true, secure: this.#deps.isHttps };
  }
}
