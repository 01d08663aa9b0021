import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { STAFF_COOKIE } from '#server/http/guard.ts';
import type { SignInSecrets } from '#server/services/identity.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

interface Sealer<Value> {
  /** Encrypts and authenticates the value, in characters that a cookie may have. */
  seal: (value: Value) => string;
  /** Undefined for anything that was not sealed with this secret and purpose, or does not match the schema. */
  open: (sealed: string) => Value | undefined;
}

/** Makes a sealer from the session secret. Each `purpose` has its own key, so that a value sealed for one cookie is invalid in another. */
function sealer<Value>(secret: string, purpose: string, schema: z.ZodType<Value>): Sealer<Value> {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'turnout', purpose, 32));

  function decrypt(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  return {
    seal(value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
      const content = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },
    open(sealed) {
      try {
        return schema.safeParse(JSON.parse(decrypt(sealed))).data;
      } catch {
        // A forged cookie counts as none.
        return undefined;
      }
    },
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
  /** States of finished sign-ins: a copy of their cleared cookie could make this server call the provider again and again. */
  readonly #spent = new LRUCache<string, true>({ max: SPENT_STATES_MAX });

  constructor(deps: SignInCookiesDeps) {
    this.#deps = deps;
    this.#pending = sealer(deps.secret, 'pending sign-in', pendingSchema);
    this.#renewal = sealer(deps.secret, 'renewal', renewalSchema);
    // Browsers refuse this prefix from an insecure page, so that nobody on the network can set the cookie.
    this.#prefix = deps.isHttps ? '__Secure-' : '';
  }

  /** Adds a cookie for a pending sign-in, and drops those that are expired or too many. */
  keepPending(jar: Jar, secrets: SignInSecrets, { attempt, mode }: Pick<PendingSignIn, 'attempt' | 'mode'>): CookieChange[] {
    const alive = this.#openPending(jar).toSorted((a, b) => b.pending.startedAt - a.pending.startedAt);
    const kept = new Set(alive.slice(0, MAX_PENDING - 1).map(({ name }) => name));
    const dropped = this.#pendingNames(jar).filter((name) => !kept.has(name));
    const value = this.#pending.seal({ ...secrets, attempt, mode, startedAt: this.#deps.now() });
    return [...dropped.map((name) => this.#lax(name)), this.#lax(this.#pendingName(secrets.state), value, PENDING_MAX_AGE_S)];
  }

  /** The pending sign-in with this `state`; undefined when this browser did not start it, or it is expired or used. */
  takePending(jar: Jar, state: string): PendingSignIn | undefined {
    const name = this.#pendingName(state);
    const found = this.#openPending(jar).find((candidate) => candidate.name === name && candidate.pending.state === state)?.pending;
    if (found === undefined || this.#spent.has(state)) return undefined;
    this.#spent.set(state, true);
    return found;
  }

  clearPending(state: string): CookieChange {
    return this.#lax(this.#pendingName(state));
  }

  findRenewal(jar: Jar): Renewal | undefined {
    const sealed = jar[this.#renewalName];
    const renewal = sealed === undefined ? undefined : this.#renewal.open(sealed);
    return renewal !== undefined && this.#secondsLeft(renewal.signedInAt) > 0 ? renewal : undefined;
  }

  /** Clears the cookie when there is no refresh token, or one too long for a cookie: the session then ends with its ID token. */
  keepRenewal({ refreshToken, ...session }: Omit<Renewal, 'refreshToken'> & { refreshToken: string | undefined }): CookieChange {
    const value = refreshToken === undefined ? undefined : this.#renewal.seal({ refreshToken, ...session });
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
    return `${this.#prefix}turnout-sign-in-${hash('sha256', state, 'base64url').slice(0, 16)}`;
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

  /** A Strict cookie would not be sent with the redirect back from the provider's site. */
  #lax(name: string, value?: string, maxAge?: number): CookieChange {
    return { name, value, maxAge, path: '/auth', sameSite: 'lax', httpOnly: true, secure: this.#deps.isHttps };
  }

  #strict(name: string, path: string, value?: string, maxAge?: number): CookieChange {
    return { name, value, maxAge, path, sameSite: 'strict', httpOnly: true, secure: this.#deps.isHttps };
  }
}
