import { describe, expect, test } from 'vitest';
import { formatRate, monthName, monthRows, soFarText, weekRows } from './month-rows.ts';

const changesOf = (...signups: number[]) =>
  monthRows(signups.map((count, index) => ({ month: `2026-0${9 - index}`, signups: count }))).map(({ change }) => change);

describe('month rows', () => {
  test('STAT-5, STAT-6: the change against the older month is +N, a negative number or "No change"', () => {
    expect(changesOf(84, 61, 61, 1_300, 12).slice(0, 4)).toEqual([
      { kind: 'grown', text: '+23' },
      { kind: 'same', text: 'No change' },
      { kind: 'fallen', text: '-1,239' },
      { kind: 'grown', text: '+1,288' },
    ]);
  });

  test('STAT-8: a month of 0 is a fall, and the next month grows from 0', () => {
    expect(changesOf(39, 0, 27).slice(0, 2)).toEqual([
      { kind: 'grown', text: '+39' },
      { kind: 'fallen', text: '-27' },
    ]);
  });

  test.each([
    [['2026-11', 48], ['2026-10', 90], 21, 53, '1 to 21 November so far: 48 sign-ups, 5 fewer than from 1 to 21 October.'],
    [['2026-11', 1], ['2026-10', 0], 1, 0, '1 November so far: 1 sign-up, 1 more than on 1 October.'],
    [['2027-03', 0], ['2027-02', 9], 31, 0, '1 to 31 March so far: 0 sign-ups, as many as from 1 to 28 February.'],
  ] as const)('the running month %o is compared with the same days of %o, on day %i with %i', (current, last, day, before, text) => {
    const months = [current, last].map(([month, signups]) => ({ month, signups }));
    expect(soFarText(months, { day, last_month: before })).toBe(text);
    expect(soFarText(months.slice(0, 1), { day, last_month: before })).toBeUndefined();
  });

  test('CONST-5: a month is named as en-GB does', () => {
    expect(monthName('2026-11')).toBe('November 2026');
  });
});

test('CHART-1: the weeks are Week 1 to Week 4, each with the counts of this month and last month', () => {
  expect(weekRows({ this_month: [22, 31, 31, 0], last_month: [9, 17, 14, 21] })).toEqual([
    { week: 'Week 1', this_month: 22, last_month: 9 },
    { week: 'Week 2', this_month: 31, last_month: 17 },
    { week: 'Week 3', this_month: 31, last_month: 14 },
    { week: 'Week 4', this_month: 0, last_month: 21 },
  ]);
});

test.each([
  [0, '0.00%'],
  [6.451_612_9, '6.45%'],
  [6.185, '6.19%'],
  [50, '50.00%'],
  [100, '100.00%'],
  [100.01, '–'],
  [1_250, '–'],
])('STAT-10: a rate of %d is shown as %s', (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});
