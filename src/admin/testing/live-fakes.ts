import type { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { type LiveBrowser, LiveConnection } from '#admin/live/live.ts';

export const HELLO: ServerEvent = { event: 'hello', data: '{}' };

/** One stream as the server would send it. */
class FakeStream {
  readonly #events: ServerEvent[] = [];
  #wake = Promise.withResolvers<void>();
  #isOver = false;
  onPart: () => void = () => undefined;
  signal: AbortSignal = new AbortController().signal;
  openForMs = 0;

  send(event: ServerEvent): void {
    if (this.#isOver) return;
    this.onPart();
    this.#events.push(event);
    this.#wake.resolve();
  }

  end(): void {
    this.#isOver = true;
    this.#wake.resolve();
  }

  async *read(): AsyncGenerator<ServerEvent> {
    this.signal.addEventListener('abort', () => this.#wake.resolve());
    for (;;) {
      while (this.#events.length > 0) yield this.#events.shift() ?? HELLO;
      if (this.#isOver || this.signal.aborted) return;
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }
}

/** A browser whose tabs share a lock and a channel, and the streams that its tabs have opened. */
export class FakeLiveBrowser {
  readonly streams: FakeStream[] = [];
  refusal: ApiError | undefined;
  hasLocks = true;
  readonly #channels: FakeChannel[] = [];
  #lock: Promise<unknown> = Promise.resolve();

  get stream(): FakeStream {
    const last = this.streams.at(-1);
    if (last === undefined) throw new Error('No stream was opened');
    return last;
  }

  newTab() {
    const seen: string[] = [];
    const browser: LiveBrowser = {
      follow: (signal, onPart, openForMs) => this.#open(signal, onPart, openForMs),
      locks: this.hasLocks
        ? {
            request: (async (_name: string, { signal }: LockOptions, work: () => Promise<unknown>) =>
              this.#hold(signal, work)) as LockManager['request'],
          }
        : undefined,
      openChannel: () => new FakeChannel(this.#channels) as unknown as BroadcastChannel,
      random: () => 0.5,
    };
    const tab = new LiveConnection(browser, {
      onChanges: (changes) => seen.push(`+${changes.length}`),
      onMissed: () => seen.push('missed'),
    });
    return { tab, seen };
  }

  async #hold(signal: AbortSignal | undefined, work: () => Promise<unknown>): Promise<unknown> {
    const held = this.#lock.then(async () => (signal?.aborted === true ? undefined : work()));
    this.#lock = held.catch(() => undefined);
    return held;
  }

  #open(signal: AbortSignal, onPart: () => void, openForMs: number): AsyncIterable<ServerEvent> {
    const stream = new FakeStream();
    this.streams.push(stream);
    stream.signal = signal;
    stream.onPart = onPart;
    stream.openForMs = openForMs;
    const { refusal } = this;
    return refusal === undefined
      ? stream.read()
      : (async function* () {
          yield* [];
          throw refusal;
        })();
  }
}

/** A channel that delivers immediately, since the real one does not follow fake timers. */
class FakeChannel extends EventTarget {
  readonly #all: FakeChannel[];
  constructor(all: FakeChannel[]) {
    super();
    this.#all = all;
    all.push(this);
  }
  postMessage(data: unknown): void {
    for (const each of this.#all) if (each !== this) each.dispatchEvent(new MessageEvent('message', { data }));
  }
  close(): void {
    this.#all.splice(this.#all.indexOf(this), 1);
  }
}
