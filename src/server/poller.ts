import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { errorCode, isOutage } from '#server/db/outage.ts';

interface PollerOptions {
  /** Resolves to whether there may be more; `idle`, which does not count as a success, when nothing was tried. */
  readonly work: () => Promise<boolean | 'idle'>;
  readonly pollIntervalMs: number;
  /** While `restsWhen` holds, the poller rests after each poll for this many times its duration, so that visitors come first; by default not at all. */
  readonly restFactor?: number;
  /** Default: while work keeps arriving. */
  readonly restsWhen?: () => boolean;
  /** Gets each kind of failure once until the work succeeds, and again after an hour. */
  readonly onError: (error: unknown) => void;
}

const AFTER_ERROR_MS = 1_000;
const REST_MAX_MS = 1_000;
/** Wake-ups come at most every 50 ms; one this soon before the end of a poll means that more work is arriving. */
const ARRIVING_MS = 150;

/** Works again and again: without a pause while there may be more. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #stopping = new AbortController();
  #wake = Promise.withResolvers<void>();
  #wokenAt = Number.NEGATIVE_INFINITY;
  #isFallingBehind = false;
  #endedAt = performance.now();
  /** When each kind of failure was last reported, by `performance.now()`. */
  readonly #reported = new Map<string, number>();
  readonly #running: Promise<void>;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  wake(): void {
    this.#wokenAt = performance.now();
    this.#wake.resolve();
  }

  get isFallingBehind(): boolean {
    return this.#isFallingBehind;
  }

  /** Milliseconds since the last poll ended; far more than the interval means that the current one hangs. */
  get sinceLastMs(): number {
    return performance.now() - this.#endedAt;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers();
      const pause = await this.#poll();
      if (pause === 0) continue;
      const woken = pause === AFTER_ERROR_MS ? [] : [this.#wake.promise];
      const rest = new AbortController();
      // Not unreferenced: during a database outage, only this keeps a worker without a port running.
      const limit = sleep(pause, undefined, { signal: AbortSignal.any([signal, rest.signal]) }).catch(() => undefined);
      await Promise.race([limit, ...woken]);
      rest.abort();
    }
  }

  /** Polls once and rests. Returns the milliseconds until the next poll. */
  async #poll(): Promise<number> {
    try {
      const startedAt = performance.now();
      const outcome = await this.#options.work();
      const isMore = outcome === true;
      if (outcome !== 'idle') this.#reported.clear();
      const endedAt = performance.now();
      const isArriving = endedAt - this.#wokenAt < ARRIVING_MS;
      this.#isFallingBehind = isMore && isArriving;
      const { restFactor = 0, restsWhen = () => isArriving } = this.#options;
      if (restsWhen()) await this.#rest((endedAt - startedAt) * restFactor);
      return isMore ? 0 : this.#options.pollIntervalMs;
    } catch (error) {
      this.#report(error);
      return AFTER_ERROR_MS;
    } finally {
      this.#endedAt = performance.now();
    }
  }

  #report(error: unknown): void {
    const kind = errorCode(error) || (error instanceof Error ? error.message : String(error));
    const now = performance.now();
    if (now - (this.#reported.get(kind) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
    this.#reported.set(kind, now);
    this.#options.onError(error);
  }

  async #rest(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(Math.min(milliseconds, REST_MAX_MS), undefined, { signal, ref: false }).catch(() => undefined); // Only rejects when stopped.
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.resolve();
    await this.#running;
  }
}

/** A row of the table of background work. */
export interface BackgroundWork extends Omit<PollerOptions, 'onError' | 'pollIntervalMs'> {
  /** Its name in metrics and the log. */
  readonly name: string;
  readonly pollIntervalMs?: number;
  /** How many run at the same time; default 1. */
  readonly pollers?: number;
  /** How long work under way may take when stopping; by default as long as it needs. */
  readonly stopsWithinMs?: number;
  /** Whether this row logs a database outage, since that stops all of them. */
  readonly reportsOutage?: boolean;
}

interface BackgroundWorkDeps {
  readonly log: { warn(details: object, message: string): void };
  /** Watches the work for standstills. */
  readonly activity: { watch(loops: readonly (readonly [name: string, pollers: readonly Poller[]])[]): void };
  /** For rows without their own interval. */
  readonly pollMs?: number | undefined;
}

/** Notifications wake workers; polling finds work whose notification was lost. */
const POLL_MS = 2_000;

/** Does the work of each row again and again, or sooner when the row is woken by its name. */
export class BackgroundWorker {
  readonly #rows: readonly BackgroundWork[];
  readonly #pollers: ReadonlyMap<string, readonly Poller[]>;

  constructor(rows: readonly BackgroundWork[], { log, activity, pollMs = POLL_MS }: BackgroundWorkDeps) {
    const start = ({ name, pollIntervalMs = pollMs, pollers = 1, reportsOutage = false, ...row }: BackgroundWork): Poller[] => {
      const onError = (err: unknown) => {
        if (reportsOutage || !isOutage(err)) log.warn({ err, work: name }, 'Background work is postponed until the next poll');
      };
      return Array.from({ length: pollers }, () => new Poller({ ...row, pollIntervalMs, onError }));
    };
    this.#pollers = new Map(rows.map((row) => [row.name, start(row)]));
    this.#rows = rows;
    // Less frequent work is not watched for standstills.
    const watched = rows.filter(({ pollIntervalMs = pollMs }) => pollIntervalMs < MINUTE_MS);
    activity.watch(watched.map(({ name }) => [name, this.#of(name)]));
  }

  #of(name: string): readonly Poller[] {
    return this.#pollers.get(name) ?? [];
  }

  wake(...names: readonly string[]): void {
    for (const poller of names.flatMap((name) => this.#of(name))) poller.wake();
  }

  isFallingBehind(name: string): boolean {
    return this.#of(name).some((poller) => poller.isFallingBehind);
  }

  /** Resolves once the work under way has ended, or its time is up. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#rows.map(async ({ name, stopsWithinMs }) => {
        const stopped = Promise.all(this.#of(name).map(async (poller) => poller.stop()));
        await (stopsWithinMs === undefined ? stopped : Promise.race([stopped, sleep(stopsWithinMs, undefined, { ref: false })]));
      }),
    );
  }
}
