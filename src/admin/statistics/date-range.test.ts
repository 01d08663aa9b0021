import { describe, expect, test } from 'vitest';
import { defaultRange, isDay, parseTypedDay, rangeChoices, readRange, writeRange } from './date-range.ts';

const today = '2026-11-20';

describe('the range in the address', () => {
  test('STAT-12: the default is the 30 days before today and today', () => {
    const range = defaultRange(today);
    expect(range).toEqual({ from: '2026-10-21', to: today });
    expect(Date.parse(range.to) - Date.parse(range.from)).toBe(2_592_000_000);
  });

  test('an address without a range gives null', () => {
    expect(readRange(new URLSearchParams('tab=x'), today)).toBeNull();
  });

  test('a missing end of the range is filled in', () => {
    expect(readRange(new URLSearchParams('to=2026-06-30'), today)).toEqual({ from: '2026-05-31', to: '2026-06-30' });
    expect(readRange(new URLSearchParams('from=2026-06-30'), today)).toEqual({ from: '2026-06-30', to: today });
  });

  test('STAT-14: an invalid or reversed range is left to the server', () => {
    expect(readRange(new URLSearchParams('from=soon&to=2026-06-30'), today)).toEqual({ from: 'soon', to: '2026-06-30' });
    expect(readRange(new URLSearchParams('from=2026-07-01&to=2026-06-30'), today)).toEqual({ from: '2026-07-01', to: '2026-06-30' });
  });

  test('a range is written and read again; the default is not written', () => {
    const range = { from: '2026-01-01', to: '2026-01-31' };
    expect(readRange(new URLSearchParams(writeRange(range, today)), today)).toEqual(range);
    expect(writeRange(defaultRange(today), today)).toEqual({});
  });
});

describe('the range choices', () => {
  test.each([
    ['2026-11-20', ['2026-10-21', '2026-11-20'], ['2026-11-01', '2026-11-20'], ['2026-10-01', '2026-10-31']],
    ['2026-01-01', ['2025-12-02', '2026-01-01'], ['2026-01-01', '2026-01-01'], ['2025-12-01', '2025-12-31']],
    ['2028-03-31', ['2028-03-01', '2028-03-31'], ['2028-03-01', '2028-03-31'], ['2028-02-01', '2028-02-29']],
  ])('on %s they are the last 30 days, this month and last month', (day, ...ranges) => {
    expect(
      rangeChoices(day)
        .slice(0, 3)
        .map(({ range }) => [range.from, range.to]),
    ).toEqual(ranges);
  });

  test('then this quarter, this year, and all days that a range can have', () => {
    const froms = (day: string, first?: string) =>
      rangeChoices(day, first)
        .slice(3)
        .map(({ label, range }) => `${label} ${range.from}`);
    expect(froms('2026-11-20', '2026-04-01')).toEqual(['This quarter 2026-10-01', 'This year 2026-01-01', 'All 2026-04-01']);
    expect(froms('2026-03-31', '2015-04-01')).toEqual(['This quarter 2026-01-01', 'This year 2026-01-01', 'All 2021-04-01']);
  });
});

describe('a typed day', () => {
  test.each([
    ['21 Oct 2026', '2026-10-21'],
    [' 1 september 2026 ', '2026-09-01'],
    ['21/10/2026', '2026-10-21'],
    ['1.2.2026', '2026-02-01'],
    ['2026-10-21', '2026-10-21'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%s is %s', (text, day) => {
    expect(parseTypedDay(text)).toBe(day);
  });

  test.each(['', '21 Oct', '21 Oct 202', '31/02/2026', '29 Feb 2027', '10/21/2026', '5 Foo 2026', '2026-13-01', 'soon'])(
    '%s is incomplete or not a date',
    (text) => {
      expect(parseTypedDay(text)).toBeNull();
    },
  );

  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2026-1-1', false],
    ['20261-01-01', false],
    ['', false],
  ])('whether %s is an existing day: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });
});
