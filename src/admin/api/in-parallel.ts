/** How many calls of one job are under way at a time. */
export const WORK_AT_ONCE = 6;

/** Runs `work` on each item in order, at most `WORK_AT_ONCE` at a time, and resolves when all are done. `work` must not throw. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(WORK_AT_ONCE, items.length) }, worker));
}
