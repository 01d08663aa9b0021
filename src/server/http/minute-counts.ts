const MINUTE_MS = 60_000;
const KEYS_MAX = 100_000;

/** Counts calls by key in the running minute of the clock. Remembers so many keys; then the oldest goes for each new one. */
export class MinuteCounts {
  readonly #counts = new Map<string, number>();
  #minute = 0;

  /** Counts one call; gives how many there were in this minute, this one included. `now` in milliseconds since 1970. */
  add(key: string, now: number): number {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#counts.clear();
      this.#minute = minute;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (this.#counts.size > KEYS_MAX) this.#forgetOldest();
    return count;
  }

  #forgetOldest(): void {
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }
}

/** Seconds until the next minute of the clock begins, at least 1. */
export const secondsToNextMinute = (now: number): number => Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1_000);
