import { expect, test } from 'vitest';
import { clockOf, parseEventDate } from './event-date.ts';
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

test('PLC-5: midnight in another zone is an ordinary time here, and an event without a date never ends', () => {
  expect(endOf({ date: '2026-07-01T00:00:00Z', end_date: null }, 'Europe/London')).toBe(Date.parse('2026-07-01T00:00:00Z'));
  expect(endOf({ date: null, end_date: null }, 'Europe/London')).toBe(Infinity);
});

test.each([
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Beirut', '2026-03-29'],
  ['America/Havana', '2026-03-08'],
  ['America/Santiago', '2026-09-06'],
  ['America/Asuncion', '2023-10-01'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['Asia/Amman', '2021-03-26'],
  ['Asia/Tehran', '2021-03-22'],
  ['Asia/Damascus', '2022-03-25'],
  ['Atlantic/Azores', '2026-03-29'],
])('PLC-5: in %s, where %s begins at 01:00, an event of that day or the day before lasts until the day is over', (zone, day) => {
  const start = parseEventDate(day, zone)!;
  expect(clockOf(start, zone).toISOString()).toBe(`${day}T01:00:00.000Z`);
  const hoursOf = (date: Date) => (endOf({ date: date.toISOString() }, zone) - date.getTime()) / 3_600_000;
  expect([hoursOf(start), hoursOf(new Date(start.getTime() - 86_400_000))]).toEqual([23, 24]);
  expect(hoursOf(parseEventDate(`${day}T02:00`, zone)!)).toBe(0);
});
