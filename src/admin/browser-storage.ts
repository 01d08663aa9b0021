import type { z } from 'zod';

const STORAGES = { local: () => window.localStorage, session: () => window.sessionStorage };

/** What storage that is off or full has not taken; it lasts as long as the page. */
const inMemory = new Map<string, string>();

/** The result of something that may throw, such as storage that is switched off; undefined if it throws. */
export function tried<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A value that this browser (`local`) or this tab (`session`) keeps as JSON. */
export const stored = <Value>(key: string, schema: z.ZodType<Value>, area: keyof typeof STORAGES) => ({
  /** The stored value; undefined if there is none, or a text that we have not written. */
  read: (): Value | undefined =>
    tried(() => {
      const text = inMemory.get(key) ?? STORAGES[area]().getItem(key);
      return text === null ? undefined : schema.parse(JSON.parse(text));
    }),
  /** Stores the value; returns whether it outlives a reload. */
  write(value: Value): boolean {
    const text = JSON.stringify(value);
    try {
      STORAGES[area]().setItem(key, text);
      inMemory.delete(key);
      return true;
    } catch {
      inMemory.set(key, text);
      return false;
    }
  },
  remove(): void {
    inMemory.delete(key);
    tried(() => STORAGES[area]().removeItem(key));
  },
});
