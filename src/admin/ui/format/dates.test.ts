import '#admin/testing/window.ts';
import { describe, expect, test, vi } from 'vitest';
import { createDates, daysAhead, lastDay, relativeTime } from './dates.tsx';

const london = createDates('Europe/London');

describe('dates', () => {
  test('CONST-5: a day is written as in en-GB, without a comma', () => {
    expect(london.day('2026-11-26T09:30:00Z')).toBe('Thu 26 Nov 2026');
  });

  test('a day without its year is the short weekday, day and short month', () => {
    expect(london.dayOfYear('2026-09-06T09:30:00Z')).toBe('Sun 6 Sep');
  });

  test('a time names its zone, as it applies on that day', () => {
    expect(london.dayAndTime('2026-11-26T09:30:00Z')).toBe('Thu 26 Nov 2026, 09:30 GMT');
    expect(london.dayAndTime('2026-07-01T09:30:00Z')).toBe('Wed 1 Jul 2026, 10:30 BST');
  });

  test('midnight is 00:00', () => {
    expect(london.time('2026-01-15T00:00:00Z')).toBe('00:00');
  });

  test('September has three letters like the other months', () => {
    expect(london.tile('2026-09-08T12:00:00Z')).toEqual({ month: 'Sep', day: '8' });
  });

  test('a day for comparing is yyyy-mm-dd, also in WebKit, where en-CA writes the month first', () => {
    const { DateTimeFormat } = Intl;
    const format = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
      return new DateTimeFormat(locale === 'en-CA' ? 'en-US' : locale, options);
    });
    expect(createDates('Europe/London').key('2026-11-26T09:30:00Z')).toBe('2026-11-26');
    format.mockRestore();
  });

  test('the day is the one in the zone, not in UTC', () => {
    const auckland = createDates('Pacific/Auckland');
    expect(auckland.day('2026-11-26T20:00:00Z')).toBe('Fri 27 Nov 2026');
    expect(auckland.key('2026-11-26T20:00:00Z')).toBe('2026-11-27');
  });
});

describe('relative time', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['2026-11-20T11:59:31Z', 'just now'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T11:00:01Z', '59 minutes ago'],
    ['2026-11-20T10:59:59Z', '1 hour ago'],
    ['2026-11-17T12:00:00Z', '3 days ago'],
    ['2026-11-20T12:45:00Z', 'in 45 minutes'],
  ])('%s is %s', (iso, words) => {
    expect(relativeTime(iso, now)).toBe(words);
  });
});

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-20', 'yesterday'],
  ['2026-11-01', '20 days ago'],
])('ICS-24: %s is %s', (day, words) => {
  expect(lastDay(day, new Date('2026-11-21T23:59:59Z'))).toBe(words);
});

test.each([
  ['2026-11-21T12:00:00Z', 'today'],
  ['2026-11-22T01:00:00Z', 'tomorrow'],
  ['2026-11-23T13:00:00Z', 'in 3 days'],
  ['2025-11-26T12:00:00Z', 'soon'],
])('EXTRA-12: the next event, at %s, is %s, also by a clock that is a year fast', (iso, words) => {
  expect(daysAhead(iso, new Date('2026-11-21T10:00:00Z'))).toBe(words);
});
