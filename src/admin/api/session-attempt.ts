import { SIGN_IN_CHANNEL, type SignInMessage, signInMessageSchema, signInPaths } from '#contract/sign-in.ts';
import type { SessionBrowser, SignInWindow } from './session-browser.ts';

const LOOK_MS = 500;
/** A message that is on its way when the window closes still counts. */
const GRACE_MS = 400;

interface AttemptHandlers {
  onMessage: (message: SignInMessage) => void;
  /** The window is gone without a message; one may still come, see below. */
  onClosed: () => void;
}

/**
 * One sign-in in a window of its own. The message comes from that very window, or by the channel with the number of this
 * attempt; messages of other origins, windows and attempts are nothing to us. A provider may cut the window off from us by
 * its own policy: then it looks closed although the person is still typing. So after `onClosed` the attempt still
 * listens, until it is stopped.
 */
export class SignInAttempt {
  readonly #browser: SessionBrowser;
  readonly #handlers: AttemptHandlers;
  readonly #id: string;
  readonly #stopped = new AbortController();
  #window: SignInWindow | undefined;

  constructor(browser: SessionBrowser, handlers: AttemptHandlers) {
    this.#browser = browser;
    this.#handlers = handlers;
    this.#id = crypto.randomUUID();
  }

  /** Opens the window; to be called inside the click, else browsers block it. False when it was blocked. */
  open(): boolean {
    const opened = this.#browser.openWindow(`${signInPaths.login}?attempt=${this.#id}`);
    if (opened === null || opened.closed) return false;
    this.#window = opened;
    this.#listen(opened);
    return true;
  }

  focus(): void {
    this.#window?.focus();
  }

  stop(): void {
    this.#stopped.abort();
  }

  #listen(opened: SignInWindow): void {
    const { signal } = this.#stopped;
    this.#browser.events.addEventListener(
      'message',
      (event) => {
        if (!(event instanceof MessageEvent) || event.origin !== this.#browser.origin) return;
        // Compared as objects: a window of the real browser is both.
        const source: unknown = event.source;
        if (source === opened) this.#take(event.data, [this.#id, '']);
      },
      { signal },
    );
    const channel = this.#browser.openChannel(SIGN_IN_CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent) => this.#take(data, [this.#id]), { signal });
    const look = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(look);
      const told = setTimeout(() => this.#handlers.onClosed(), GRACE_MS);
      signal.addEventListener('abort', () => clearTimeout(told));
    }, LOOK_MS);
    signal.addEventListener('abort', () => {
      clearInterval(look);
      channel.close();
    });
  }

  #take(data: unknown, attempts: readonly string[]): void {
    const message = signInMessageSchema.safeParse(data).data;
    if (message === undefined || !attempts.includes(message.attempt)) return;
    this.stop();
    this.#window?.close();
    this.#handlers.onMessage(message);
  }
}
