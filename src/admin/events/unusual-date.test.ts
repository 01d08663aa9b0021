import { expect, test } from 'vitest';
import { unusualDate } from './unusual-date.ts';

const now = new Date('2026-07-15T08:00:00Z');

test.each([
  ['2026-07-15 09:01:00', undefined],
  ['2026-07-15 08:59:00', 'This date is in the past.'],
  ['2026-07-16 00:00:00', 'No time is chosen: the event begins at 00:00.'],
  ['2026-07-14 00:00:00', 'This date is in the past. No time is chosen: the event begins at 00:00.'],
  [null, undefined],
])('USE-48: what may be a mistake in the date %s is named: %s', (date, words) => {
  expect(unusualDate(date, 'Europe/London', now)).toBe(words);
});
