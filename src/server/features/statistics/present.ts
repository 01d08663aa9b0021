import type { Statistics } from '#contract/statistics.ts';

/** Sign-ups per view as a percentage; 0 without views. */
const rate = (signups: number, views: number): number => (views === 0 ? 0 : (signups / views) * 100);

export function presentStatistics(row: Omit<Statistics, 'signup_rate'>): Statistics {
  const { events, months, views, weeks, days } = row;
  return {
    events,
    months,
    views,
    signup_rate: {
      this_month: rate(months[0]?.signups ?? 0, views.this_month),
      last_month: rate(months[1]?.signups ?? 0, views.last_month),
    },
    weeks,
    days,
  };
}
