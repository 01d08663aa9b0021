import { expect, test } from 'vitest';
import type { BackupsState } from '#contract/server-state.ts';
import { backupMetrics } from './backup-metrics.ts';

const NEVER: BackupsState = { succeeded_at: null, bytes: null, kept: 0, failed_at: null, failure: null };

async function readAll(state: BackupsState): Promise<unknown[]> {
  return Promise.all(backupMetrics({ state: () => state }).map(async ({ read }) => (await read()).map(({ value }) => value)));
}

test('MON-2: the last backup has its time and size, and a failed one says so; before the first there is neither', async () => {
  expect(await readAll(NEVER)).toEqual([[], [], [0]]);
  const made = { ...NEVER, succeeded_at: '2026-11-22T03:00:05.000Z', bytes: 1_234, kept: 1 };
  expect(await readAll(made)).toEqual([[Date.parse(made.succeeded_at) / 1_000], [1_234], [0]]);
  expect(await readAll({ ...made, failed_at: '2026-11-23T03:00:05.000Z', failure: 'disk full' })).toEqual([[1_795_316_405], [1_234], [1]]);
});
