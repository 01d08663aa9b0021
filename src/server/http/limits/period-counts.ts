import { MINUTE_MS, SECOND_MS } from '#contract/time.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { Poller } from '#server/poller.ts';

/** Counts below this share of the limit are not shared, which saves rows for most visitors. */
const MIN_SHARE = 0.1;

/** At most `max` calls with one key in a period, and how many have been made. */
export interface Limit {
  readonly max: number;
  readonly counts: PeriodCounts;
}

interface SharedLimit extends Limit {
  readonly db: Db;
  readonly log: { warn(details: { err: unknown }, message: string): void };
  readonly now?: () => number;
}

/** Adds calls of the period that ends with `minute` to those of all processes, drops ended periods, and gives the totals. */
const addCallCounts = (db: Db, minute: number, counted: readonly CountedCalls[], now: number) => rowsOf<CountedCalls>(db)`
  with over as (delete from call_counts where minute < ${Math.floor(now / MINUTE_MS)}::integer - 1)
  insert into call_counts (minute, key, calls)
  select ${minute}::integer, key, calls
  from unnest(${counted.map(({ key }) => key)}::text[], ${counted.map(({ calls }) => calls)}::integer[]) as counted (key, calls)
  order by key
  on conflict (minute, key) do update set calls = call_counts.calls + excluded.calls
  returning key, calls`;

/** Adds the calls counted here to the shared counts, and takes over the totals. @returns false when there was nothing to share */
export async function shareOnce({ db, counts, max, now = Date.now }: Omit<SharedLimit, 'log'>): Promise<boolean> {
  const { minute, pending } = counts.pending(now(), Math.max(1, Math.floor(max * MIN_SHARE)));
  if (pending.length === 0) return false;
  counts.merge(minute, pending, await addCallCounts(db, minute, pending, now()));
  return true;
}

/** Shares the counts with all processes every second; while the database is away each counts alone. */
export const shareLimit = (limit: SharedLimit): Poller =>
  new Poller({
    work: async () => ((await shareOnce(limit)) ? false : 'idle'),
    pollIntervalMs: SECOND_MS,
    onError: (err) => limit.log.warn({ err }, 'Counts of public calls could not be shared'),
  });

const KEYS_MAX = 100_000;

interface Calls {
  own: number;
  /** How many of these have been reported to the other processes. */
  reported: number;
  /** Made to other processes, as of the last `merge`. */
  others: number;
}

/** Calls with one key: those of this process, or of all. */
export interface CountedCalls {
  readonly key: string;
  readonly calls: number;
}

/** Counts calls by key in the current UTC period, with those of other processes. Times are in milliseconds since 1970. */
export class PeriodCounts {
  readonly #periodMs: number;
  readonly #calls = new Map<string, Calls>();
  /** The last minute of the current period, in minutes since 1970. */
  #minute = 0;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** @returns the calls in this period, including this one */
  add(key: string, now: number): number {
    this.#begin(now);
    const calls = this.#calls.get(key) ?? { own: 0, reported: 0, others: 0 };
    calls.own += 1;
    this.#calls.set(key, calls);
    if (this.#calls.size > KEYS_MAX) this.#forgetOldest();
    return calls.own + calls.others;
  }

  /** @returns the calls in this period so far */
  read(key: string, now: number): number {
    this.#begin(now);
    const { own, others } = this.#calls.get(key) ?? { own: 0, others: 0 };
    return own + others;
  }

  /** Whole seconds until the next period begins, at least 1. */
  secondsToNext(now: number): number {
    return Math.ceil((this.#periodMs - (now % this.#periodMs)) / 1_000);
  }

  /** Calls not yet reported to the other processes, of keys with at least `min` calls to this one, and the last minute of the period. */
  pending(now: number, min: number): { minute: number; pending: CountedCalls[] } {
    this.#begin(now);
    const busy = [...this.#calls].filter(([, { own, reported }]) => own >= min && own > reported);
    return { minute: this.#minute, pending: busy.map(([key, { own, reported }]) => ({ key, calls: own - reported })) };
  }

  /** Marks these calls as reported, and takes over the totals of all processes. Does nothing when `minute`'s period is over. */
  merge(minute: number, reported: readonly CountedCalls[], totals: readonly CountedCalls[]): void {
    if (minute !== this.#minute) return;
    for (const { key, calls } of reported) this.#change(key, (counted) => ({ ...counted, reported: counted.reported + calls }));
    for (const { key, calls } of totals) this.#change(key, (counted) => ({ ...counted, others: calls - counted.reported }));
  }

  #begin(now: number): void {
    const minute = ((Math.floor(now / this.#periodMs) + 1) * this.#periodMs) / MINUTE_MS - 1;
    if (minute === this.#minute) return;
    this.#calls.clear();
    this.#minute = minute;
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
