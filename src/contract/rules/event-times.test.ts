import { expect, test } from 'vitest';
import { daysUntil, endOf } from './event-times.ts';

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

test.each([
  ['its end', '2026-03-28T09:00:00Z', '2026-03-29T16:00:00Z', '2026-03-29T16:00:00.000Z'],
  ['its start', '2026-03-28T09:00:00Z', null, '2026-03-28T09:00:00.000Z'],
  ['the midnight after a start at 00:00, a day of 23 hours', '2026-03-29T00:00:00Z', null, '2026-03-29T23:00:00.000Z'],
  ['the midnight after a start at 00:00, a day of 25 hours', '2026-10-24T23:00:00Z', null, '2026-10-26T00:00:00.000Z'],
  ['its end, also when it starts at 00:00', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00.000Z'],
])('PLC-5: an event ends at %s', (_, date, end, ends) => {
  expect(endOf({ date, end_date: end }, 'Europe/London')).toBe(Date.parse(ends));
});

test('PLC-5: what is midnight elsewhere is an hour of the day here, and an event without a date never ends', () => {
  expect(endOf({ date: '2026-07-01T00:00:00Z', end_date: null }, 'Europe/London')).toBe(Date.parse('2026-07-01T00:00:00Z'));
  expect(endOf({ date: null, end_date: null }, 'Europe/London')).toBe(Infinity);
});
