import { expect, test } from 'vitest';
import { daysUntil, hasPassed } from './event-times.ts';

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

const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString();

test('PLC-5: an event has passed by its end when it has one, otherwise by its beginning; one without a date never has', () => {
  expect(hasPassed({ date: at(-2), end_date: null }, NOW)).toBe(true);
  expect(hasPassed({ date: at(-2), end_date: at(1) }, NOW)).toBe(false);
  expect(hasPassed({ date: at(-2), end_date: at(-1) }, NOW)).toBe(true);
  expect(hasPassed({ date: null, end_date: null }, NOW)).toBe(false);
});
