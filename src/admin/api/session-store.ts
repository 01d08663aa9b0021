import { z } from 'zod';
import { type GrantedToken, SIGN_IN_HANDOVER, type SignInMessage, signInMessageSchema } from '#contract/sign-in.ts';
import { type User, userSchema } from '#contract/user.ts';
import type { SessionBrowser } from './session-browser.ts';

/** Key of the shared storage; a change of it tells the other tabs. */
export const SESSION_KEY = 'turnout:session';
/** Stands in the place of an entry: the other tabs see by it why there is none. */
const ENDED = '"ended"';
const RENEW_AHEAD_MS = 120_000;

const entrySchema = z.object({
  token: z.string(),
  user: userSchema,
  /** Milliseconds since 1970, by this browser's clock. */
  endsAt: z.number(),
  renewAt: z.number(),
});

/** Who is signed in, with which token. */
export type SessionEntry = z.infer<typeof entrySchema>;

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // Whoever wrote this, it was not us.
  }
}

/** The entry for a token that was given just now; it is renewed two minutes ahead of its end, or earlier in its life if that is short. */
export function newEntry({ id_token: token, expires_in: seconds }: GrantedToken, user: User, now: number): SessionEntry {
  const endsAt = now + seconds * 1_000;
  return { token, user, endsAt, renewAt: endsAt - Math.min(RENEW_AHEAD_MS, seconds * 500) };
}

/**
 * Keeps the session in `localStorage`: a new tab and a reload stay signed in until the token ends, also with a provider
 * that gives nothing to renew it with, and Sign Out reaches all tabs (decision 26). It costs that a script on our pages
 * could read the token, for the hour that it lasts: the policy of these pages runs no script but ours, and the public
 * pages neither read nor write it. What renews the session stays where no script can read it.
 */
export class SessionStore {
  readonly #browser: SessionBrowser;
  /** Only used when the person has switched storage off: then each tab is on its own. */
  #inMemory: SessionEntry | undefined;

  constructor(browser: SessionBrowser) {
    this.#browser = browser;
  }

  read(): SessionEntry | undefined {
    try {
      return entrySchema.safeParse(parse(this.#browser.localStorage().getItem(SESSION_KEY))).data ?? this.#inMemory;
    } catch {
      return this.#inMemory;
    }
  }

  write(entry: SessionEntry): void {
    try {
      this.#browser.localStorage().setItem(SESSION_KEY, JSON.stringify(entry));
    } catch {
      this.#inMemory = entry;
    }
  }

  /** Ends the session in all tabs; `hasEnded` tells them that nobody chose to. */
  clear({ hasEnded }: { hasEnded: boolean }): void {
    this.#inMemory = undefined;
    try {
      if (hasEnded) this.#browser.localStorage().setItem(SESSION_KEY, ENDED);
      else this.#browser.localStorage().removeItem(SESSION_KEY);
    } catch {
      // Nothing was kept there either.
    }
  }

  /** Whether the session ended by itself, here or in another tab, rather than by Sign Out. */
  hasEnded(): boolean {
    try {
      return this.#browser.localStorage().getItem(SESSION_KEY) === ENDED;
    } catch {
      return false;
    }
  }

  /** The message that a full-page sign-in left in this tab; it is taken only once. */
  takeHandover(): SignInMessage | undefined {
    try {
      const storage = this.#browser.sessionStorage();
      const text = storage.getItem(SIGN_IN_HANDOVER);
      storage.removeItem(SIGN_IN_HANDOVER);
      return signInMessageSchema.safeParse(parse(text)).data;
    } catch {
      return undefined;
    }
  }
}
