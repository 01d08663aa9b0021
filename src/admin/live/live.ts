import { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { follow } from '#admin/session/call.ts';
import { LIVE_PATH, type LiveChange, liveChangedSchema } from '#contract/live.ts';
import { SECOND_MS } from '#contract/time.ts';

const listeners = new Set<LiveListener['onChanges']>();

/** Calls back with each message about changes while live updates run. @returns a function that stops that */
export function onLiveChanges(listener: LiveListener['onChanges']): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let pause = (): (() => void) => () => undefined;

/** Stops live updates for work that needs all the browser's connections. @returns a function that restarts them and rereads what was missed */
export const pauseLive = (): (() => void) => pause();

/** Starts the live updates of this tab. @returns stops them */
export function startLive({ onChanges, onMissed }: LiveListener): () => void {
  const connect = () =>
    new LiveConnection(
      {
        follow: (signal, onPart, openForMs) => follow(`${LIVE_PATH}?open_for=${openForMs}`, signal, onPart),
        locks: 'locks' in navigator ? navigator.locks : undefined,
        openChannel: (name) => new BroadcastChannel(name),
        random: () => Math.random(),
      },
      {
        onMissed,
        onChanges: (changes: readonly LiveChange[]) => {
          for (const listener of [onChanges, ...listeners]) listener(changes);
        },
      },
    );
  let connection = connect();
  let hasStopped = false;
  pause = () => {
    connection.stop();
    return () => {
      if (hasStopped) return;
      connection = connect();
      onMissed();
    };
  };
  return () => {
    hasStopped = true;
    connection.stop();
  };
}

/** The parts of browser and server that live updates use; tests pass a fake. */
export interface LiveBrowser {
  /** Yields the events of a new stream; `onPart` is called for all that arrives. It begins with `resync` when something changed in `openForMs`. */
  readonly follow: (signal: AbortSignal, onPart: () => void, openForMs: number) => AsyncIterable<ServerEvent>;
  /** Shared by all tabs; undefined where the browser has none, as on plain http. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly random: () => number;
}

interface LiveListener {
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  /** Changes may have been missed: what is shown must be read again. */
  readonly onMissed: () => void;
}

/** The lock that one tab holds to read the stream for all, and the channel on which it passes on the events. */
const NAME = 'turnout:live';

const CHECK_MS = 5 * SECOND_MS;
const SILENCE_MS = 45 * SECOND_MS;
const POLL_MS = 30 * SECOND_MS;
/** How much time a lost message costs. */
const QUIET_MS = 300 * SECOND_MS;
/** After a restart everyone's tabs reconnect, but not at the same moment. */
const REREAD_WITHIN_MS = 5 * SECOND_MS;
const RETURN_WITHIN_MS = 3 * SECOND_MS;
/** Pauses before the next stream, by the number of failures; then every minute. */
const PAUSES_S = [0, 1, 2, 5, 15, 30];
const LAST_PAUSE_S = 60;
/** After this many failed attempts, the screens are reread from time to time instead. */
const FAILED_MAX = 3;

/** For this long after opening, the server's `resync` shows whether anything has changed since the first reads; later, everything is reread. */
const JUST_OPENED_MS = 10 * SECOND_MS;
/** How much earlier than the live updates the first reads begin, at most. */
const READ_BEFORE_MS = SECOND_MS;

/** After a slower request for the stream, everything is read again too: `resync` does not cover that time. */
const REQUEST_MS = SECOND_MS;

/** A newly opened tab announces itself to the one that reads the stream. */
const OPENED: ServerEvent = { event: 'opened', data: '' };
/** The answer if a change was announced just before, which that tab may have missed. */
const CHANGED_BEFORE: ServerEvent = { event: 'changed before', data: '' };

/** Lets the other tabs know that the stream is alive. */
const PART: ServerEvent = { event: 'part', data: '' };

/** Live updates in one tab: it reads the server's stream itself, or gets the changes from the tab that does. */
export class LiveConnection {
  readonly #browser: LiveBrowser;
  readonly #listener: LiveListener;
  readonly #ending = new AbortController();
  readonly #channel: BroadcastChannel;
  readonly #openedAt = Date.now();
  #attempt = { control: new AbortController(), startedAt: 0 };
  #heardAt = Date.now();
  #readAt = Date.now();
  #changedAt = 0;
  #failures = 0;
  /** Until then, `resync` says what a new stream has missed. */
  readonly #freshUntil = this.#openedAt + JUST_OPENED_MS;

  constructor(browser: LiveBrowser, listener: LiveListener) {
    this.#browser = browser;
    this.#listener = listener;
    const { signal } = this.#ending;
    this.#channel = browser.openChannel(NAME);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<ServerEvent>) => this.#hear(data));
    this.#channel.postMessage(OPENED);
    const check = setInterval(() => this.#check(), CHECK_MS);
    signal.addEventListener('abort', () => {
      clearInterval(check);
      this.#channel.close();
    });
    void browser.locks?.request(NAME, { signal }, async () => this.#read()).catch(() => undefined); // It rejects when it is stopped.
  }

  stop(): void {
    this.#ending.abort();
  }

  /** Whether messages of the stream arrive, here or in another tab. */
  get #isLive(): boolean {
    return this.#browser.locks !== undefined && this.#failures < FAILED_MAX && Date.now() - this.#heardAt < SILENCE_MS;
  }

  #check(): void {
    // A buffering proxy, a cut connection and a computer that was asleep all have this effect.
    const { control, startedAt } = this.#attempt;
    if (Date.now() - Math.max(this.#heardAt, startedAt) >= SILENCE_MS) control.abort();
    if (Date.now() - this.#readAt >= (this.#isLive ? QUIET_MS : POLL_MS)) this.#miss();
  }

  #miss(): void {
    if (this.#ending.signal.aborted) return;
    this.#readAt = Date.now();
    this.#listener.onMissed();
  }

  /** Passes an event on to the other tabs, and takes it here. */
  #share(event: ServerEvent): void {
    if (!this.#ending.signal.aborted) this.#channel.postMessage(event);
    this.#receive(event);
  }

  /** Takes a message from another tab. A tab that already knows about a change has missed none. */
  #hear(said: ServerEvent): void {
    if (said.event === OPENED.event) {
      const isReader = this.#attempt.startedAt > 0;
      if (isReader && Date.now() - this.#changedAt <= READ_BEFORE_MS) this.#channel.postMessage(CHANGED_BEFORE);
    } else if (said.event !== CHANGED_BEFORE.event) this.#receive(said);
    else if (this.#changedAt === 0 && Date.now() <= this.#freshUntil) this.#miss();
  }

  #receive({ event, data }: ServerEvent): void {
    this.#heardAt = Date.now();
    // A stream that is cut repeatedly counts as failed.
    if (this.#heardAt - this.#attempt.startedAt >= SILENCE_MS) this.#failures = 0;
    // Immediately on a newly opened page, before anyone has started to work there.
    const withinMs = this.#heardAt > this.#freshUntil ? REREAD_WITHIN_MS : 0;
    if (event === 'resync') setTimeout(() => this.#miss(), this.#browser.random() * withinMs);
    if (event !== 'changed') return;
    this.#readAt = Date.now();
    this.#changedAt = this.#readAt;
    this.#listener.onChanges(liveChangedSchema.parse(JSON.parse(data)).topics);
  }

  /** How long before a stream that begins now the page's contents may have been read; 0 if they are reread anyway. */
  get #openForMs(): number {
    return Date.now() > this.#freshUntil ? 0 : Date.now() - this.#openedAt + READ_BEFORE_MS;
  }

  /** Reads one stream after the other until it is stopped; run by the tab that holds the lock. */
  async #read(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const pauseMs = await this.#readOne();
      if (signal.aborted) return; // The next tab is not kept waiting for the lock.
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** @returns for how many milliseconds to wait before the next stream */
  async #readOne(): Promise<number> {
    const control = new AbortController();
    this.#attempt = { control, startedAt: Date.now() };
    let retryAfterSeconds = 0;
    try {
      const ends = AbortSignal.any([this.#ending.signal, control.signal]);
      for await (const event of this.#browser.follow(ends, () => this.#share(PART), this.#openForMs)) {
        if (event.event === 'bye') {
          this.#failures = 0;
          return this.#browser.random() * RETURN_WITHIN_MS;
        }
        if (event.event !== 'hello') this.#share(event);
        else if (Date.now() > Math.min(this.#freshUntil, this.#attempt.startedAt + REQUEST_MS)) this.#share({ event: 'resync', data: '' });
      }
    } catch (error) {
      if (error instanceof ApiError) ({ retryAfterSeconds } = error);
    }
    const hasLasted = this.#heardAt - this.#attempt.startedAt >= SILENCE_MS;
    this.#failures = hasLasted ? 0 : Math.max(this.#failures + 1, retryAfterSeconds > 0 ? FAILED_MAX : 0);
    const pauseS = Math.max(PAUSES_S[this.#failures] ?? LAST_PAUSE_S, retryAfterSeconds);
    return pauseS * SECOND_MS * (0.5 + this.#browser.random());
  }
}
