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

const FAILURES_IN_A_ROW_MAX = 12;

/** Counts failures in a row. After twelve the cause is not the items, but a lost connection, a deleted event or an expired session. */
export function createFailureCount() {
  let inARow = 0;
  return {
    add: (hasFailed: boolean) => {
      inARow = hasFailed ? inARow + 1 : 0;
    },
    areTooMany: () => inARow >= FAILURES_IN_A_ROW_MAX,
  };
}
