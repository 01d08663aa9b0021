import { type SignInMessage, signInPaths } from '#contract/sign-in.ts';
import type { User } from '#contract/user.ts';
import { ApiError } from './api-error.ts';
import { SignInAttempt } from './session-attempt.ts';
import type { SessionBrowser } from './session-browser.ts';
import { SessionServer } from './session-server.ts';
import { newEntry, SESSION_KEY, type SessionEntry, SessionStore } from './session-store.ts';

/** Why nobody is signed in, in words to show. `refused`: the address is not let in (AUTH-6); `ended`: the token did. */
export interface SessionNotice {
  reason: 'refused' | 'ended' | 'here-only' | 'expired' | 'rejected' | 'unavailable';
  message: string;
}

/** What the screens see; the same object until it changes. `restoring`: the token ended, its renewal is awaited. */
export type SessionSnapshot =
  | { status: 'restoring' }
  | { status: 'signed-out'; notice: SessionNotice | undefined }
  | { status: 'signing-in' }
  | { status: 'signed-in'; user: User };

type RenewalOutcome = 'renewed' | 'ended' | 'unreachable';

const RENEWAL_TURN = 'turnout:renewal';
const RETRY_MS = 15_000;
/** A request takes its time to arrive: a token this close to its end is not sent any more. */
const MARGIN_MS = 5_000;
/** Browsers run a longer timer at once. */
const MAX_TIMER_MS = 2_000_000_000;

const notices = {
  ended: { reason: 'ended', message: 'Your session has ended. Please sign in again.' },
  hereOnly: {
    reason: 'here-only',
    message: 'You are signed out on this device, but the server could not be told. Sign in and out again when it can be reached.',
  },
  unavailable: { reason: 'unavailable', message: 'The server could not be reached. Please try again.' },
  rejected: { reason: 'rejected', message: 'The sign-in was not accepted. Please try again.' },
} as const satisfies Record<string, SessionNotice>;

/** The sign-in of this browser: who it is, the token for the calls, signing in and out, in step with the other tabs. */
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
      if (key === SESSION_KEY || key === null) this.#adopt();
    });
    // Timers sleep with the computer; whoever comes back should not wait for them.
    browser.events.addEventListener('focus', () => void this.#tend());
    // A page that comes back out of the browser's memory must not go on waiting for a sign-in that it left for.
    browser.events.addEventListener('pageshow', (event) => {
      if (!('persisted' in event) || event.persisted !== true) return;
      this.#isLeaving = false;
      this.#adopt();
    });
    this.#start();
  }

  /** For `useSyncExternalStore`. @returns ends the subscription */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): SessionSnapshot => this.#snapshot;

  /**
   * Opens the provider's account choice, in a window of its own, else with the whole page. Ignored while another sign-in is
   * in progress (AUTH-8). To be called inside the click.
   */
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
    if (!this.#attempt.open()) this.#browser.leaveFor(`${signInPaths.login}?mode=redirect`);
  };

  /**
   * Ends the session here and in the other tabs at once, then at the server and the provider, whose own page may take over
   * the window for a moment (decision 26).
   */
  readonly signOut = async (): Promise<void> => {
    const entry = this.#store.read();
    this.#isLeaving = true;
    this.#leave(undefined);
    // After a renewal that is under way, which would set a new cookie behind our back.
    const signedOut = await this.#browser.takeTurn(RENEWAL_TURN, () => this.#server.signOut(entry?.token));
    // Until the page is gone: a window opened now would be left behind by it.
    this.#isLeaving = typeof signedOut?.endSessionUrl === 'string';
    if (signedOut === undefined) this.#publish({ status: 'signed-out', notice: notices.hereOnly });
    else if (signedOut.endSessionUrl !== null) this.#browser.leaveFor(signedOut.endSessionUrl);
  };

  /**
   * The token to send, renewed ahead of its end; undefined when nobody is signed in.
   * @throws ApiError `unreachable` when it has ended and the server cannot be asked for another
   */
  readonly getToken = async (): Promise<string | undefined> => {
    const entry = this.#store.read();
    if (entry === undefined) return undefined;
    const now = this.#browser.now();
    if (now >= entry.renewAt && now < entry.endsAt - MARGIN_MS) void this.#tend();
    return now < entry.endsAt - MARGIN_MS ? entry.token : this.#tokenAfterRenewal(entry.token);
  };

  /**
   * Gets another token than the refused one; undefined when the session is over.
   * @throws ApiError `unreachable` when the server cannot be asked
   */
  readonly renew = async (refused: string): Promise<string | undefined> => this.#tokenAfterRenewal(refused);

  async #tokenAfterRenewal(old: string): Promise<string | undefined> {
    const outcome = await this.#renewOnce(old);
    if (outcome === 'unreachable') throw new ApiError({ kind: 'unreachable' });
    if (outcome === 'renewed') return this.#store.read()?.token;
    if (this.#store.read()?.token === old) this.#leave(notices.ended);
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
    void this.#tend();
  }

  async #finish(message: SignInMessage): Promise<void> {
    if (message.outcome !== 'signed-in') {
      const { outcome: reason, message: words } = message;
      this.#publish({ status: 'signed-out', notice: reason === 'cancelled' ? undefined : { reason, message: words } });
      return;
    }
    this.#publish({ status: 'signing-in' });
    const arrivedAt = this.#browser.now();
    const who = await this.#server.whoIs(message.id_token);
    if (who.outcome === 'known') {
      this.#store.write(newEntry(message, who.user, arrivedAt));
      this.#adopt();
      return;
    }
    // Nothing of this sign-in stays, here or in the browser's cookies (AUTH-7).
    await this.#server.signOut(message.id_token);
    if (who.outcome === 'refused') this.#leave({ reason: 'refused', message: who.message });
    else this.#leave(who.outcome === 'bad' ? notices.rejected : notices.unavailable);
  }

  /** Takes over what the shared storage says, be it from this tab or another. */
  #adopt(): void {
    const entry = this.#store.read();
    if (entry !== undefined) {
      this.#attempt?.stop();
      this.#publish({ status: 'signed-in', user: entry.user });
    } else if (this.#snapshot.status !== 'signed-out') {
      this.#publish({ status: 'signed-out', notice: this.#store.hasEnded() ? notices.ended : undefined });
    }
    void this.#tend();
  }

  /** Renews when it is time, ends what cannot be renewed, and comes back when the next thing is due. */
  async #tend(): Promise<void> {
    clearTimeout(this.#timer);
    const entry = this.#store.read();
    if (entry === undefined) return;
    if (this.#browser.now() >= entry.renewAt) await this.#renewOrEnd(entry);
    const next = this.#store.read();
    if (next === undefined) return;
    const untilDue = next.renewAt - this.#browser.now();
    const wait = untilDue > 0 ? untilDue : RETRY_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tend(), Math.min(wait, MAX_TIMER_MS));
  }

  async #renewOrEnd(entry: SessionEntry): Promise<void> {
    const outcome = await this.#renewOnce(entry.token);
    if (outcome !== 'ended' || this.#store.read()?.token !== entry.token) return;
    if (this.#browser.now() >= entry.endsAt) this.#leave(notices.ended);
    // Good until its end all the same (decision 26): nobody asks again before that.
    else this.#store.write({ ...entry, renewAt: entry.endsAt });
  }

  async #renewOnce(old: string): Promise<RenewalOutcome> {
    this.#renewal ??= this.#browser
      .takeTurn(RENEWAL_TURN, () => this.#renewInTurn(old))
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async #renewInTurn(old: string): Promise<RenewalOutcome> {
    const before = this.#store.read();
    if (before === undefined) return 'ended';
    // Another tab was faster.
    if (before.token !== old) return 'renewed';
    const renewal = await this.#server.renew();
    if (renewal.outcome !== 'renewed') return renewal.outcome;
    const after = this.#store.read();
    // Signed out while the answer was on its way: that stands.
    if (after === undefined) return 'ended';
    this.#store.write(newEntry(renewal.token, after.user, this.#browser.now()));
    this.#adopt();
    return 'renewed';
  }

  #leave(notice: SessionNotice | undefined): void {
    clearTimeout(this.#timer);
    this.#attempt?.stop();
    this.#store.clear({ hasEnded: notice?.reason === 'ended' });
    this.#publish({ status: 'signed-out', notice });
  }

  #publish(snapshot: SessionSnapshot): void {
    const isSame = JSON.stringify(snapshot) === JSON.stringify(this.#snapshot);
    if (isSame) return;
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
