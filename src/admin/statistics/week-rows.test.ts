import { expect, test } from 'vitest';
import { formatRate, weekRows } from './week-rows.ts';

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
  [1_250, '1,250.00%'],
])('STAT-10: a rate of %d is shown as %s', (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});
