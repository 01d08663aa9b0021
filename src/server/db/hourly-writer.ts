import fastq from 'fastq';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '#contract/time.ts';

/** Items that this process remembers to have written. */
const REMEMBERED_MAX = 10_000;
/** Further ones wait for a later call. */
const WAITING_MAX = 2_000;

/** Writes without delaying calls, each item once an hour; the next call retries a failed one. Items passed to `forget` may be written again immediately. */
export function hourlyWriter<Item>(
  keyOf: (item: Item) => string,
  write: (item: Item, forget: (key: string) => void) => Promise<unknown>,
  everyMs = HOUR_MS,
): (item: Item) => void {
  const written = new LRUCache<string, true>({ max: REMEMBERED_MAX, ttl: everyMs });
  const queue = fastq.promise((item: Item) => write(item, (key) => written.delete(key)), 1);
  return (item) => {
    const key = keyOf(item);
    if (written.has(key) || queue.length() >= WAITING_MAX) return;
    written.set(key, true);
    queue.push(item).catch(() => written.delete(key));
  };
}
