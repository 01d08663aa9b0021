import { errorCode } from '#server/db/outage.ts';

const AGAIN_MS = 3_600_000;

/** Reports failures of work that is retried constantly: each kind once until the work succeeds, and again after an hour. */
export class RepeatedFailures {
  readonly #report: (error: unknown) => void;
  /** When each kind was last reported, by `performance.now()`. */
  readonly #reported = new Map<string, number>();

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  failed(error: unknown): void {
    const kind = errorCode(error) || (error instanceof Error ? error.message : String(error));
    const now = performance.now();
    if (now - (this.#reported.get(kind) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    this.#reported.set(kind, now);
    this.#report(error);
  }

  succeeded(): void {
    this.#reported.clear();
  }
}
