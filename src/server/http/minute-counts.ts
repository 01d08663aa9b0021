const MINUTE_MS = 60_000;
const KEYS_MAX = 100_000;

/** Calls with one key in the running minute. */
interface Calls {
  /** Made to this process. */
  own: number;
  /** Of these, how many the other processes have been told of. */
  told: number;
  /** Made to other processes, as far as is known. */
  others: number;
}

/** Calls to tell the other processes of, or their total over all processes. */
export interface CountedCalls {
  readonly key: string;
  readonly calls: number;
}

/** The minute of the clock, counted since 1970. */
const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);

/**
 * Counts calls by key in the running minute of the clock, and adds what other processes have counted. Remembers so many keys;
 * then the oldest goes for each new one. Times are in milliseconds since 1970.
 */
export class MinuteCounts {
  readonly #calls = new Map<string, Calls>();
  #minute = 0;

  /** Counts one call; gives how many there were in this minute, this one included. */
  add(key: string, now: number): number {
    this.#begin(now);
    const calls = this.#calls.get(key) ?? { own: 0, told: 0, others: 0 };
    calls.own += 1;
    this.#calls.set(key, calls);
    if (this.#calls.size > KEYS_MAX) this.#forgetOldest();
    return calls.own + calls.others;
  }

  /** Calls that the others have not been told of, of keys with at least `least` calls of our own; and the minute they belong to. */
  untold(now: number, least: number): { minute: number; untold: CountedCalls[] } {
    this.#begin(now);
    const busy = [...this.#calls].filter(([, { own, told }]) => own >= least && own > told);
    return { minute: this.#minute, untold: busy.map(([key, { own, told }]) => ({ key, calls: own - told })) };
  }

  /** Takes over that these calls have been told, and what the totals over all processes are now. */
  learn(minute: number, told: readonly CountedCalls[], totals: readonly CountedCalls[]): void {
    if (minute !== this.#minute) return;
    for (const { key, calls } of told) this.#change(key, (counted) => ({ ...counted, told: counted.told + calls }));
    for (const { key, calls } of totals) this.#change(key, (counted) => ({ ...counted, others: calls - counted.told }));
  }

  #begin(now: number): void {
    if (minuteOf(now) === this.#minute) return;
    this.#calls.clear();
    this.#minute = minuteOf(now);
  }

  #change(key: string, change: (counted: Calls) => Calls): void {
    const counted = this.#calls.get(key);
    if (counted !== undefined) this.#calls.set(key, change(counted));
  }

  #forgetOldest(): void {
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined) this.#calls.delete(oldest);
  }
}

/** Seconds until the next minute of the clock begins, at least 1. */
export const secondsToNextMinute = (now: number): number => Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1_000);
