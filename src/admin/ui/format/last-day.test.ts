import { expect, test } from 'vitest';
import { lastDay } from './last-day.ts';

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-20', 'yesterday'],
  ['2026-11-01', '20 days ago'],
])('ICS-24: %s is %s', (day, words) => {
  expect(lastDay(day, new Date('2026-11-21T23:59:59Z'))).toBe(words);
});
