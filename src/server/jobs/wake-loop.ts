import { setTimeout as sleep } from 'node:timers/promises';

interface WakeLoopOptions {
  /** Does some work; gives whether there may be more. */
  readonly work: () => Promise<boolean>;
  /** Milliseconds after which to look without being woken. */
  readonly lookMs: number;
  readonly onError: (error: unknown) => void;
}

const AFTER_ERROR_MS = 1_000;
/** While more work is coming in, a look is followed by a rest this many times as long: those who sign up come first. */
const REST_SHARE = 60;
const REST_MAX_MS = 1_000;
/** Those who wake do so at most every 50 ms: woken within this time before the end of a look, more work may be coming in. */
const COMING_IN_MS = 150;

/** Looks for work when woken, and now and then by itself; one look at a time. */
export class WakeLoop {
  readonly #options: WakeLoopOptions;
  readonly #ending = new AbortController();
  #wake = Promise.withResolvers<void>();
  #wokenAt = Number.NEGATIVE_INFINITY;
  #isCrowded = false;
  readonly #running: Promise<void>;

  constructor(options: WakeLoopOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** There may be work now. */
  wake(): void {
    this.#wokenAt = performance.now();
    this.#wake.resolve();
  }

  /** Whether work comes in faster than it is done: the last look left some behind, and more was coming in. */
  get isCrowded(): boolean {
    return this.#isCrowded;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers();
      const pause = await this.#look();
      if (pause === 0) continue;
      const woken = pause === AFTER_ERROR_MS ? [] : [this.#wake.promise];
      const rest = new AbortController();
      const limit = sleep(pause, undefined, { signal: AbortSignal.any([signal, rest.signal]), ref: false }).catch(() => undefined);
      await Promise.race([limit, ...woken]);
      rest.abort();
    }
  }

  /** Gives the milliseconds until the next look, after the rest that this one has earned. */
  async #look(): Promise<number> {
    try {
      const startedAt = performance.now();
      const isMore = await this.#options.work();
      const endedAt = performance.now();
      const isComingIn = endedAt - this.#wokenAt < COMING_IN_MS;
      this.#isCrowded = isMore && isComingIn;
      if (isComingIn) await this.#rest((endedAt - startedAt) * REST_SHARE);
      return isMore ? 0 : this.#options.lookMs;
    } catch (error) {
      this.#options.onError(error);
      return AFTER_ERROR_MS;
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    const { signal } = this.#ending;
    await sleep(Math.min(milliseconds, REST_MAX_MS), undefined, { signal, ref: false }).catch(() => undefined); // Rejects at the end only.
  }

  /** Ends it after the work under way. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#wake.resolve();
    await this.#running;
  }
}
