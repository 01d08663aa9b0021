import type { Statistics } from '#contract/statistics.ts';

/** A week of the bar chart. Its days are those of the month: 1 to 6, 7 to 13, 14 to 20, and 21 to the end (decision 8). */
export interface WeekRow {
  /** `Week 1` */
  readonly week: string;
  readonly this_month: number;
  readonly last_month: number;
}

/** Week 1 to Week 4, each with both months (spec section 2). */
export const weekRows = (weeks: Statistics['weeks']): WeekRow[] =>
  weeks.this_month.map((signups, index) => ({
    week: `Week ${index + 1}`,
    this_month: signups,
    last_month: weeks.last_month[index] ?? 0,
  }));

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A rate, which comes as a percentage, with two decimals: `6.45%` (spec section 9). */
export const formatRate = (percentage: number): string => `${twoDecimals.format(percentage)}%`;
