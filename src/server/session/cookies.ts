import { hash, hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { STAFF_COOKIE } from '#server/http/guard.ts';
import type { SignInSecrets } from '#server/services/identity.ts';

const SEALED = { alg: 'dir', enc: 'A256GCM' } as const;
const OPENED = { keyManagementAlgorithms: [SEALED.alg], contentEncryptionAlgorithms: [SEALED.enc] };

interface Sealer<Value> {
  /** Encrypts and authenticates the value, in characters that a cookie may have. */
  seal: (value: Value) => Promise<string>;
  /** Undefined for anything that was not sealed with this secret and purpose, or does not match the schema: a forged cookie counts as none. */
  open: (sealed: string) => Promise<Value | undefined>;
}

/** Makes a sealer from the session secret. Each `purpose` has its own key, so that a value sealed for one cookie is invalid in another. */
function sealer<Value extends JWTPayload>(secret: string, purpose: string, schema: z.ZodType<Value>): Sealer<Value> {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'turnout', purpose, 32));
  return {
    seal: (value) => new EncryptJWT(value).setProtectedHeader(SEALED).encrypt(key),
    open: (sealed) =>
      jwtDecrypt(sealed, key, OPENED).then(
        ({ payload }) => schema.safeParse(payload).data,
        () => undefined,
      ),
  };
}

const PENDING_MAX_AGE_S = 600;
/** Sign-ins pending in several tabs; more of their cookies would make the request's headers too long. */
const MAX_PENDING = 5;
/** Beyond these the oldest is forgotten. */
const SPENT_STATES_MAX = 10_000;
const DAY_S = 86_400;
/** Browsers silently drop a cookie of more than 4,096 bytes. */
const MAX_COOKIE_LENGTH = 3_900;

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

const renewalSchema = z.object({
  refreshToken: z.string(),
  subject: z.string(),
  /** Milliseconds since 1970; renewals do not change it. */
  signedInAt: z.number(),
});

export type PendingSignIn = z.infer<typeof pendingSchema>;
/** What renews a session. It is stored only in a sealed, httpOnly cookie. */
export type Renewal = z.infer<typeof renewalSchema>;

interface SignInCookiesDeps {
  secret: string;
  isHttps: boolean;
  /** Days after a sign-in within which it can be renewed (setting SESSION_MAX_DAYS); the provider may end it sooner. */
  sessionMaxDays: number;
  now: () => number;
}

export type Jar = Readonly<Record<string, string | undefined>>;

export class SignInCookies {
  readonly #deps: SignInCookiesDeps;
  readonly #pending: Sealer<PendingSignIn>;
  readonly #renewal: Sealer<Renewal>;
  readonly #prefix: string;
  readonly #pendingPrefix: string;
  /** States of finished sign-ins: a copy of their cleared cookie could make this server call the provider again and again. */
  readonly #spent = new LRUCache<string, true>({ max: SPENT_STATES_MAX });

  constructor(deps: SignInCookiesDeps) {
    this.#deps = deps;
    this.#pending = sealer(deps.secret, 'pending sign-in', pendingSchema);
    this.#renewal = sealer(deps.secret, 'renewal', renewalSchema);
    // Browsers refuse these prefixes from an insecure page, so that nobody on the network can set the cookies, and `__Host-` from other hosts of our domain.
    this.#prefix = deps.isHttps ? '__Secure-' : '';
    this.#pendingPrefix = `${deps.isHttps ? '__Host-' : ''}turnout-sign-in-`;
  }

  /** Adds a cookie for a pending sign-in, and drops those that are expired or too many. */
  async keepPending(jar: Jar, secrets: SignInSecrets, { attempt, mode }: Pick<PendingSignIn, 'attempt' | 'mode'>): Promise<CookieChange[]> {
    const alive = (await this.#openPending(jar)).toSorted((a, b) => b.pending.startedAt - a.pending.startedAt);
    const kept = new Set(alive.slice(0, MAX_PENDING - 1).map(({ name }) => name));
    const dropped = this.#pendingNames(jar).filter((name) => !kept.has(name));
    const value = await this.#pending.seal({ ...secrets, attempt, mode, startedAt: this.#deps.now() });
    return [...dropped.map((name) => this.#lax(name)), this.#lax(this.#pendingName(secrets.state), value, PENDING_MAX_AGE_S)];
  }

  /** The pending sign-in with this `state`; undefined when this browser did not start it, or it is expired or used. */
  async takePending(jar: Jar, state: string): Promise<PendingSignIn | undefined> {
    const name = this.#pendingName(state);
    const alive = await this.#openPending(jar);
    const found = alive.find((candidate) => candidate.name === name && candidate.pending.state === state)?.pending;
    if (found === undefined || this.#spent.has(state)) return undefined;
    this.#spent.set(state, true);
    return found;
  }

  clearPending(state: string): CookieChange {
    return this.#lax(this.#pendingName(state));
  }

  async findRenewal(jar: Jar): Promise<Renewal | undefined> {
    const sealed = jar[this.#renewalName];
    const renewal = sealed === undefined ? undefined : await this.#renewal.open(sealed);
    return renewal !== undefined && this.#secondsLeft(renewal.signedInAt) > 0 ? renewal : undefined;
  }

  /** Clears the cookie when there is no refresh token, or one too long for a cookie: the session then ends with its ID token. */
  async keepRenewal({
    refreshToken,
    ...session
  }: Omit<Renewal, 'refreshToken'> & { refreshToken: string | undefined }): Promise<CookieChange> {
    const value = refreshToken === undefined ? undefined : await this.#renewal.seal({ refreshToken, ...session });
    if (value === undefined || value.length > MAX_COOKIE_LENGTH) return this.clearRenewal();
    return this.#strict(this.#renewalName, '/auth', value, this.#secondsLeft(session.signedInAt));
  }

  keepStaff(): CookieChange {
    return this.#strict(STAFF_COOKIE, '/', '1', this.#deps.sessionMaxDays * DAY_S);
  }

  clearRenewal(): CookieChange {
    return this.#strict(this.#renewalName, '/auth');
  }

  clearSession(): CookieChange[] {
    return [this.clearRenewal(), this.#strict(STAFF_COOKIE, '/')];
  }

  #secondsLeft(signedInAt: number): number {
    return this.#deps.sessionMaxDays * DAY_S - Math.floor((this.#deps.now() - signedInAt) / 1_000);
  }

  get #renewalName(): string {
    return `${this.#prefix}turnout-renewal`;
  }

  #pendingName(state: string): string {
    return `${this.#pendingPrefix}${hash('sha256', state, 'base64url').slice(0, 16)}`;
  }

  #pendingNames(jar: Jar): string[] {
    return Object.keys(jar).filter((name) => name.startsWith(this.#pendingPrefix));
  }

  async #openPending(jar: Jar): Promise<{ name: string; pending: PendingSignIn }[]> {
    const opened = this.#pendingNames(jar).map(async (name) => ({ name, pending: await this.#pending.open(jar[name] ?? '') }));
    return (await Promise.all(opened)).flatMap(({ name, pending }) => {
      const isAlive = pending !== undefined && this.#deps.now() - pending.startedAt < PENDING_MAX_AGE_S * 1_000;
      return isAlive ? [{ name, pending }] : [];
    });
  }

  /** A Strict cookie would not be sent with the redirect back from the provider's site. */
  #lax(name: string, value?: string, maxAge?: number): CookieChange {
    return { name, value, maxAge, path: '/', sameSite: 'lax', httpOnly: true, secure: this.#deps.isHttps };
  }

  #strict(name: string, path: string, value?: string, maxAge?: number): CookieChange {
    return { name, value, maxAge, path, sameSite: 'strict', httpOnly: true, secure: this.#deps.isHttps };
  }
}
