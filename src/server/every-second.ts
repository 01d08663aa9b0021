const AGAIN_MS = 3_600_000;

const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};

/** Reports failures of work that is tried again and again: each kind once until the work succeeds, and once more after an hour. */
export class RepeatedFailures {
  readonly #report: (error: unknown) => void;
  /** By kind, when it was last reported, by `performance.now()`. */
  readonly #reported = new Map<string, number>();

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  failed(error: unknown): void {
    const kind = kindOf(error);
    const now = performance.now();
    if (now - (this.#reported.get(kind) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    this.#reported.set(kind, now);
    this.#report(error);
  }

  succeeded(): void {
    this.#reported.clear();
  }
}

const INTERVAL_MS = 1_000;

/**
 * Runs the work every second, unless it is still running; failures are reported as `RepeatedFailures` does. Work that gives false had nothing to do,
 * which is no success. @returns stops it
 */
export function everySecond(work: () => Promise<unknown>, onFailure: (err: unknown) => void): () => void {
  const failures = new RepeatedFailures(onFailure);
  let isWorking = false;
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    work()
      .then(
        (outcome) => {
          if (outcome !== false) failures.succeeded();
        },
        (error: unknown) => failures.failed(error),
      )
      .finally(() => {
        isWorking = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
