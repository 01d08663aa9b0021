import { DatabaseBusy, isOutage } from './outage.ts';

interface Waiting<Item, Outcome> {
  readonly item: Item;
  /** By `performance.now()`. */
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions<Item, Outcome> {
  /** Processes all items together and gives the outcome of each, in their order; when it throws, nothing was done. */
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  /** Whether a single item may have caused the failure: then each half of the batch is run again separately. */
  readonly isItemLevelError?: (error: unknown) => boolean;
  /** Items of different groups never share a batch, so that a lock delays its own group only; default: one group. */
  readonly groupOf?: (item: Item) => string;
  /** The most batches run at the same time, each of another group; default 1. */
  readonly runs?: number;
  /** The most items of one batch; default 500. */
  readonly max?: number;
  /** The most items that wait; further ones are refused. Default 2,000. */
  readonly maxWaiting?: number;
  /** The longest wait of an item, in milliseconds; default 10 seconds. */
  readonly maxWaitMs?: number;
}

const MAX_ITEMS = 500;
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 10_000;
/** Checks for expired items within the longest wait. */
const EXPIRY_CHECKS = 10;

/**
 * An item runs immediately if its group has no running batch, otherwise in the next batch with all items that have arrived by then: a lone visitor never waits, and
 * many visitors share the cost of each commit. An outage drops all waiting items, which would otherwise fail batch by batch.
 */
export class Batcher<Item, Outcome> {
  readonly #options: BatcherOptions<Item, Outcome>;
  /** By group, the next to run first; groups without waiting items have no entry. */
  readonly #waiting = new Map<string, Waiting<Item, Outcome>[]>();
  /** Groups with a batch under way, and the arrival of its oldest item. */
  readonly #running = new Map<string, number>();
  #waitingItems = 0;
  #doneAt = 0;
  #expiryTimer: NodeJS.Timeout | undefined;

  constructor(options: BatcherOptions<Item, Outcome>) {
    this.#options = options;
  }

  /** Settles when its batch has ended. @throws DatabaseBusy when too many items wait, or this one has waited too long */
  add(item: Item): Promise<Outcome> {
    if (this.#waitingItems >= (this.#options.maxWaiting ?? MAX_WAITING)) return Promise.reject(new DatabaseBusy('Too many wait already'));
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const group = this.#options.groupOf?.(item) ?? '';
    const waiting = { item, since: performance.now(), resolve, reject };
    this.#waitingItems += 1;
    const others = this.#waiting.get(group);
    if (others === undefined) this.#waiting.set(group, [waiting]);
    else others.push(waiting);
    this.#startRuns();
    if (this.#waitingItems > 0) this.#scheduleExpiry();
    return promise;
  }

  get waiting(): number {
    return this.#waitingItems;
  }

  /** For how many milliseconds items have been waiting without any being done; 0 when none waits. */
  stalledMs(): number {
    const oldest = Math.min(...this.#running.values(), ...[...this.#waiting.values()].map(([first]) => first?.since ?? Infinity));
    return oldest === Infinity ? 0 : performance.now() - Math.max(oldest, this.#doneAt);
  }

  #startRuns(): void {
    for (const group of this.#waiting.keys()) {
      if (this.#running.size >= (this.#options.runs ?? 1)) return;
      if (!this.#running.has(group)) void this.#runNext(group);
    }
  }

  async #runNext(group: string): Promise<void> {
    const all = this.#waiting.get(group) ?? [];
    const batch = all.splice(0, this.#options.max ?? MAX_ITEMS);
    this.#waitingItems -= batch.length;
    this.#waiting.delete(group);
    if (all.length > 0) this.#waiting.set(group, all); // Behind the other groups.
    this.#running.set(group, batch[0]?.since ?? performance.now());
    await this.#run(batch);
    this.#running.delete(group);
    this.#startRuns();
  }

  async #run(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.run(batch.map(({ item }) => item));
      if (outcomes.length !== batch.length) throw new Error(`${batch.length} items were given and ${outcomes.length} answered`);
      this.#doneAt = performance.now();
      for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
    } catch (error) {
      await this.#recover(batch, error);
    }
  }

  async #recover(batch: readonly Waiting<Item, Outcome>[], error: unknown): Promise<void> {
    if (isOutage(error)) this.#drop(() => true, error);
    if (batch.length === 1 || this.#options.isItemLevelError?.(error) !== true) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#run(batch.slice(0, middle));
    await this.#run(batch.slice(middle));
  }

  #drop(isDropped: (waiting: Waiting<Item, Outcome>) => boolean, error: unknown): void {
    for (const [group, all] of this.#waiting) {
      const remaining = all.filter((waiting) => !isDropped(waiting));
      for (const { reject } of all.filter(isDropped)) reject(error);
      this.#waitingItems -= all.length - remaining.length;
      if (remaining.length === 0) this.#waiting.delete(group);
      else this.#waiting.set(group, remaining);
    }
  }

  #scheduleExpiry(): void {
    const maxWaitMs = this.#options.maxWaitMs ?? MAX_WAIT_MS;
    this.#expiryTimer ??= setTimeout(() => {
      this.#expiryTimer = undefined;
      const latest = performance.now() - maxWaitMs;
      this.#drop(({ since }) => since <= latest, new DatabaseBusy('Waited for too long'));
      if (this.#waitingItems > 0) this.#scheduleExpiry();
    }, maxWaitMs / EXPIRY_CHECKS);
    this.#expiryTimer.unref();
  }
}
