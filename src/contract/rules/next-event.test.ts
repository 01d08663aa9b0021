import { expect, test } from 'vitest';
import { daysUntil } from './next-event.ts';

const NOW = new Date('2026-03-29T00:30:00Z');
const DAY_MS = 86_400_000;

test.each([
  [1, 1],
  [DAY_MS - 1, 1],
  [DAY_MS, 1],
  [DAY_MS + 1, 2],
  [2.5 * DAY_MS, 3],
  [365 * DAY_MS, 365],
])('CONST-3: %i ms ahead is in %i days, whatever the clocks do in between', (ms, days) => {
  expect(daysUntil(new Date(NOW.getTime() + ms), NOW)).toBe(days);
});

test('CONST-4: without a next event it is 0', () => {
  expect(daysUntil(null, NOW)).toBe(0);
});
