import { expect, test } from 'vitest';
import { dateMarks } from './date-marks.ts';

const markOf = dateMarks({
  events: [
    { event_title: 'Coaching', date: '2027-07-01T08:30:00Z' },
    { event_title: 'Undated', date: null },
  ],
  timeZone: 'Europe/London',
  now: new Date('2027-01-01T00:00:00Z'),
});

test('CPY-16: a date at which another event begins names it, by the clock of the server', () => {
  expect(markOf('2027-07-01 09:30:00')).toBe('Same time as ‘Coaching’');
  expect(markOf('2027-07-01 08:30:00')).toBeUndefined();
});

test('CPY-16: a date that is over is in the past; one that is missing or no date has no mark', () => {
  expect(markOf('2026-12-31 23:59:00')).toBe('In the past');
  expect(markOf('2027-01-01 00:00:00')).toBeUndefined();
  expect(markOf(null)).toBeUndefined();
  expect(markOf('soon')).toBeUndefined();
});
