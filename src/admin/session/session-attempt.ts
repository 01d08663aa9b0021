import { SIGN_IN_CHANNEL, type SignInMessage, signInMessageSchema, signInPaths } from '#contract/session/sign-in.ts';
import type { SessionBrowser, SignInWindow } from './session-browser.ts';

const POLL_INTERVAL_MS = 500;
/** Time for a message still on its way when the window closes. */
const GRACE_MS = 400;

interface AttemptHandlers {
  onMessage: (message: SignInMessage) => void;
  /** The window was closed without a message; one may still arrive. */
  onClosed: () => void;
}

/**
 * One sign-in in a popup. Its message comes from that window, or over the channel with the id of this attempt; others are ignored. A policy of the provider may
 * cut the connection between us and the popup, which then looks closed while the person is still typing. The attempt therefore continues to listen after
 * `onClosed`, until it is stopped.
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

  /** Opens the popup, within the click, since browsers would otherwise block it; false if it was blocked. */
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
        // Compared as unknown: in a browser the source is a Window, in tests a fake.
        const source: unknown = event.source;
        if (source === opened) this.#receive(event.data, [this.#id, '']);
      },
      { signal },
    );
    const channel = this.#browser.openChannel(SIGN_IN_CHANNEL);
    channel?.addEventListener('message', ({ data }: MessageEvent) => this.#receive(data, [this.#id]), { signal });
    const poll = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(poll);
      const closing = setTimeout(() => this.#handlers.onClosed(), GRACE_MS);
      signal.addEventListener('abort', () => clearTimeout(closing));
    }, POLL_INTERVAL_MS);
    signal.addEventListener('abort', () => {
      clearInterval(poll);
      channel?.close();
    });
  }

  #receive(data: unknown, attempts: readonly string[]): void {
    const message = signInMessageSchema.safeParse(data).data;
    if (message === undefined || !attempts.includes(message.attempt)) return;
    this.stop();
    this.#window?.close();
    this.#handlers.onMessage(message);
  }
}
