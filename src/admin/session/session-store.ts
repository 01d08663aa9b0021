import { z } from 'zod';
import { tried } from '#admin/browser-storage.ts';
import { type GrantedToken, SIGN_IN_HANDOVER, type SignInMessage, signInMessageSchema } from '#contract/session/sign-in.ts';
import { type User, userSchema } from '#contract/session/user.ts';
import type { SessionBrowser } from './session-browser.ts';

/** Storage key; a change of it notifies the other tabs. */
export const SESSION_KEY = 'turnout:session';
/** Stored instead of an entry, so that other tabs know that the session expired. */
const ENDED = '"ended"';
const RENEW_AHEAD_MS = 120_000;

const entrySchema = z.object({
  token: z.string(),
  user: userSchema,
  /** Milliseconds since 1970, by this browser's clock. */
  endsAt: z.number(),
  renewAt: z.number(),
});

export type SessionEntry = z.infer<typeof entrySchema>;

const parse = (text: string | null): unknown => tried<unknown>(() => JSON.parse(text ?? 'null'));

/** The entry for a new token. It is renewed two minutes before it expires, or after half its life if that is later. */
export function newEntry({ id_token: token, expires_in: seconds }: GrantedToken, user: User, now: number): SessionEntry {
  const endsAt = now + seconds * 1_000;
  return { token, user, endsAt, renewAt: endsAt - Math.min(RENEW_AHEAD_MS, seconds * 500) };
}

/**
 * Keeps the session in `localStorage`, so that new tabs and reloads stay signed in until the token expires and Sign Out reaches all tabs. A
 * script on our pages could read the token, but the staff pages run only our own scripts, and the public pages do not touch it. The refresh
 * token stays in a cookie that no script can read. See docs/decisions/030-the-token-stays-in-the-browsers-storage.md.
 */
export class SessionStore {
  readonly #browser: SessionBrowser;
  /** The last stored text with its parsed value, since each call reads it. */
  #known: { readonly text: string | null; readonly entry: SessionEntry | undefined } = { text: null, entry: undefined };
  /** Used when storage is switched off; each tab then has its own session. */
  #inMemory: SessionEntry | undefined;

  constructor(browser: SessionBrowser) {
    this.#browser = browser;
  }

  read(): SessionEntry | undefined {
    const text = tried(() => this.#browser.localStorage().getItem(SESSION_KEY)) ?? null;
    if (text !== this.#known.text) this.#known = { text, entry: entrySchema.safeParse(parse(text)).data };
    return this.#known.entry ?? this.#inMemory;
  }

  write(entry: SessionEntry): void {
    try {
      this.#browser.localStorage().setItem(SESSION_KEY, JSON.stringify(entry));
    } catch {
      this.#inMemory = entry;
    }
  }

  /** Ends the session in all tabs; `hasEnded` says that it expired. */
  clear({ hasEnded }: { hasEnded: boolean }): void {
    this.#inMemory = undefined;
    tried(() => {
      if (hasEnded) this.#browser.localStorage().setItem(SESSION_KEY, ENDED);
      else this.#browser.localStorage().removeItem(SESSION_KEY);
    });
  }

  /** Whether the session expired rather than ended by Sign Out. */
  hasEnded(): boolean {
    return tried(() => this.#browser.localStorage().getItem(SESSION_KEY)) === ENDED;
  }

  /** The message that a full-page sign-in stored in this tab; it can only be taken once. */
  takeHandover(): SignInMessage | undefined {
    return tried(() => {
      const storage = this.#browser.sessionStorage();
      const text = storage.getItem(SIGN_IN_HANDOVER);
      storage.removeItem(SIGN_IN_HANDOVER);
      return signInMessageSchema.safeParse(parse(text)).data;
    });
  }
}
