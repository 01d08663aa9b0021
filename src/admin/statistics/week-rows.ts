import type { Statistics } from '#contract/statistics.ts';

/** A week of the bar chart. Weeks are counted from the first of the month: days 1 to 6, 7 to 13, 14 to 20, and 21 to the end (D8). */
export interface WeekRow {
  /** `Week 1` */
  readonly week: string;
  readonly this_month: number;
  readonly last_month: number;
}

export const weekRows = (weeks: Statistics['weeks']): WeekRow[] =>
  weeks.this_month.map((signups, index) => ({
    week: `Week ${index + 1}`,
    this_month: signups,
    last_month: weeks.last_month[index] ?? 0,
  }));

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A percentage with two decimals: `6.45%`. */
export const formatRate = (percentage: number): string => `${twoDecimals.format(percentage)}%`;
