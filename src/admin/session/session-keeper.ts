import { ApiError } from '#admin/api/api-error.ts';
import { type SignInMessage, signInPaths } from '#contract/session/sign-in.ts';
import type { User } from '#contract/session/user.ts';
import { SignInAttempt } from './session-attempt.ts';
import type { SessionBrowser } from './session-browser.ts';
import { SessionServer } from './session-server.ts';
import { newEntry, SESSION_KEY, type SessionEntry, SessionStore } from './session-store.ts';

/** Why nobody is signed in, with a message to show. `refused`: the domain is not allowed; `ended`: the token expired; `elsewhere`: Sign Out was pressed in another tab. */
export interface SessionNotice {
  reason: 'refused' | 'ended' | 'elsewhere' | 'here-only' | 'expired' | 'rejected' | 'unavailable';
  message: string;
}

/** The state for the screens; the same object until it changes. `restoring`: the token has expired and is being renewed. */
export type SessionSnapshot =
  | { status: 'restoring' }
  | { status: 'signed-out'; notice: SessionNotice | undefined }
  | { status: 'signing-in' }
  | { status: 'signed-in'; user: User };

type RenewalOutcome = 'renewed' | 'ended' | 'unreachable';

const RENEWAL_LOCK = 'turnout:renewal';
const RETRY_MS = 15_000;
/** A request takes time to arrive, so a token this close to its end is not sent. */
const EXPIRY_MARGIN_MS = 5_000;
/** Browsers fire longer timers immediately. */
const MAX_TIMER_MS = 2_000_000_000;

const notices = {
  ended: { reason: 'ended', message: 'Your session has ended. Sign in again: what you typed is kept.' },
  elsewhere: { reason: 'elsewhere', message: 'You signed out in another tab. Sign in again: what you typed is kept.' },
  hereOnly: {
    reason: 'here-only',
    message: 'You are signed out on this device, but the server could not be reached. Sign in and out again when it is available.',
  },
  unavailable: { reason: 'unavailable', message: 'The server could not be reached. Please try again.' },
  rejected: { reason: 'rejected', message: 'The sign-in was not accepted. Please try again.' },
} as const satisfies Record<string, SessionNotice>;

/** The session of this browser: who is signed in, the token for calls, sign-in and sign-out, kept in sync between tabs. */
export class SessionKeeper {
  readonly #browser: SessionBrowser;
  readonly #store: SessionStore;
  readonly #server: SessionServer;
  readonly #listeners = new Set<() => void>();
  #snapshot: SessionSnapshot = { status: 'signed-out', notice: undefined };
  #attempt: SignInAttempt | undefined;
  #isLeaving = false;
  #renewal: Promise<RenewalOutcome> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(browser: SessionBrowser) {
    this.#browser = browser;
    this.#store = new SessionStore(browser);
    this.#server = new SessionServer(browser);
    browser.events.addEventListener('storage', (event) => {
      const key = 'key' in event ? event.key : null;
      if (key === SESSION_KEY || key === null) this.#syncFromStorage();
    });
    // Timers do not run while the computer sleeps.
    browser.events.addEventListener('focus', () => void this.#scheduleRenewal());
    // A page restored from the back/forward cache must stop waiting for the sign-in that it left for.
    browser.events.addEventListener('pageshow', (event) => {
      if (!('persisted' in event) || event.persisted !== true) return;
      this.#isLeaving = false;
      this.#syncFromStorage();
    });
    this.#start();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): SessionSnapshot => this.#snapshot;

  /** Signs in through a popup, or this tab if that is blocked. Must be called within the click; ignored during another sign-in. */
  readonly signIn = (): void => {
    if (this.#isLeaving || this.#snapshot.status !== 'signed-out') {
      this.#attempt?.focus();
      return;
    }
    this.#attempt?.stop();
    this.#attempt = new SignInAttempt(this.#browser, {
      onMessage: (message) => void this.#finish(message),
      onClosed: () => this.#publish({ status: 'signed-out', notice: undefined }),
    });
    this.#publish({ status: 'signing-in' });
    if (!this.#attempt.open()) this.#browser.navigateTo(`${signInPaths.login}?mode=redirect`);
  };

  /** Ends the session in all tabs immediately, then at the server and the provider, whose page may replace ours for a moment. */
  readonly signOut = async (): Promise<void> => {
    const entry = this.#store.read();
    this.#isLeaving = true;
    this.#endSession(undefined);
    // After a renewal in progress, which would set a new cookie.
    const signedOut = await this.#browser.withLock(RENEWAL_LOCK, () => this.#server.signOut(entry?.token));
    // Until the page has been left, which would orphan a popup opened now.
    this.#isLeaving = typeof signedOut?.endSessionUrl === 'string';
    if (signedOut === undefined) this.#publish({ status: 'signed-out', notice: notices.hereOnly });
    else if (signedOut.endSessionUrl !== null) this.#browser.navigateTo(signedOut.endSessionUrl);
  };

  /** The token to send, renewed before it expires; undefined when nobody is signed in. @throws ApiError `unreachable` */
  readonly getToken = async (): Promise<string | undefined> => {
    const entry = this.#store.read();
    if (entry === undefined) return undefined;
    const now = this.#browser.now();
    if (now >= entry.renewAt && now < entry.endsAt - EXPIRY_MARGIN_MS) void this.#scheduleRenewal();
    return now < entry.endsAt - EXPIRY_MARGIN_MS ? entry.token : this.#tokenAfterRenewal(entry.token);
  };

  /** Gets a new token to replace the refused one; undefined when the session is over. @throws ApiError `unreachable` */
  readonly renew = async (refused: string): Promise<string | undefined> => this.#tokenAfterRenewal(refused);

  async #tokenAfterRenewal(old: string): Promise<string | undefined> {
    const outcome = await this.#renewOnce(old);
    if (outcome === 'unreachable') throw new ApiError({ kind: 'unreachable' });
    if (outcome === 'renewed') return this.#store.read()?.token;
    if (this.#store.read()?.token === old) this.#endSession(notices.ended);
    return undefined;
  }

  #start(): void {
    const message = this.#store.takeHandover();
    if (message !== undefined) {
      this.#snapshot = { status: 'signing-in' };
      void this.#finish(message);
      return;
    }
    const entry = this.#store.read();
    if (entry !== undefined && this.#browser.now() >= entry.endsAt) this.#snapshot = { status: 'restoring' };
    else if (entry !== undefined) this.#snapshot = { status: 'signed-in', user: entry.user };
    void this.#scheduleRenewal();
  }

  async #finish(message: SignInMessage): Promise<void> {
    if (message.outcome !== 'signed-in') {
      const { outcome: reason, message: words } = message;
      this.#publish({ status: 'signed-out', notice: reason === 'cancelled' ? undefined : { reason, message: words } });
      return;
    }
    this.#publish({ status: 'signing-in' });
    const arrivedAt = this.#browser.now();
    const who = await this.#server.fetchUser(message.id_token);
    if (who.outcome === 'known') {
      this.#store.write(newEntry(message, who.user, arrivedAt));
      this.#syncFromStorage();
      return;
    }
    // A refused sign-in leaves no cookie behind.
    await this.#server.signOut(message.id_token);
    if (who.outcome === 'refused') this.#endSession({ reason: 'refused', message: who.message });
    else this.#endSession(who.outcome === 'bad' ? notices.rejected : notices.unavailable);
  }

  /** Publishes the state in storage, which another tab may have changed. */
  #syncFromStorage(): void {
    const entry = this.#store.read();
    if (entry !== undefined) {
      this.#attempt?.stop();
      this.#publish({ status: 'signed-in', user: entry.user });
    } else if (this.#snapshot.status !== 'signed-out') {
      const elsewhere = this.#snapshot.status === 'signing-in' ? undefined : notices.elsewhere;
      this.#publish({ status: 'signed-out', notice: this.#store.hasEnded() ? notices.ended : elsewhere });
    }
    void this.#scheduleRenewal();
  }

  async #scheduleRenewal(): Promise<void> {
    clearTimeout(this.#timer);
    const entry = this.#store.read();
    if (entry === undefined) return;
    if (this.#browser.now() >= entry.renewAt) await this.#renewOrEnd(entry);
    const next = this.#store.read();
    if (next === undefined) return;
    const untilDue = next.renewAt - this.#browser.now();
    const wait = untilDue > 0 ? untilDue : RETRY_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#scheduleRenewal(), Math.min(wait, MAX_TIMER_MS));
  }

  async #renewOrEnd(entry: SessionEntry): Promise<void> {
    const outcome = await this.#renewOnce(entry.token);
    if (outcome !== 'ended' || this.#store.read()?.token !== entry.token) return;
    if (this.#browser.now() >= entry.endsAt) this.#endSession(notices.ended);
    // The token stays valid until it expires, so no renewal is tried before.
    else this.#store.write({ ...entry, renewAt: entry.endsAt });
  }

  async #renewOnce(old: string): Promise<RenewalOutcome> {
    this.#renewal ??= this.#browser
      .withLock(RENEWAL_LOCK, () => this.#renewWithLock(old))
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async #renewWithLock(old: string): Promise<RenewalOutcome> {
    const before = this.#store.read();
    if (before === undefined) return 'ended';
    // Another tab has renewed it.
    if (before.token !== old) return 'renewed';
    const renewal = await this.#server.renew(old);
    if (renewal.outcome !== 'renewed') return renewal.outcome;
    const after = this.#store.read();
    // Signed out while the answer was on its way.
    if (after === undefined) return 'ended';
    this.#store.write(newEntry(renewal.token, after.user, this.#browser.now()));
    this.#syncFromStorage();
    return 'renewed';
  }

  #endSession(notice: SessionNotice | undefined): void {
    clearTimeout(this.#timer);
    this.#attempt?.stop();
    this.#store.clear({ hasEnded: notice?.reason === 'ended' });
    this.#publish({ status: 'signed-out', notice });
  }

  #publish(snapshot: SessionSnapshot): void {
    if (JSON.stringify(snapshot) === JSON.stringify(this.#snapshot)) return;
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
