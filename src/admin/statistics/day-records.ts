import { createDates } from '#admin/ui/format/dates.tsx';
import type { Statistics } from '#contract/statistics.ts';

/** The most labels that fit below the chart at 45 degrees: every third of the default 31 days. */
const LABELS_MAX = 11;

/** With more days than this, a label has the year instead of the weekday. */
const YEAR_DAYS = 366;

const utc = createDates('UTC');

export type DayRecord = ReturnType<typeof dayRecords>[number];

/** One record per day: `Thu 12 Nov 2026`, the label `Thu 12 Nov`, the day `2026-11-12`, and its count. The days are those of the server, whatever the viewer's time zone. */
export const dayRecords = (days: Statistics['days']) =>
  days.map(({ day, count }) => {
    const fullDate = utc.day(day);
    return { fullDate, label: days.length > YEAR_DAYS ? fullDate.slice(4) : utc.dayOfYear(day), day, count };
  });

export const dayFigures = (records: readonly DayRecord[]) => ({
  heads: ['Day', 'Sign-ups'],
  rows: records.map(({ fullDate, day, count }) => ({ name: fullDate, key: day, values: [count] })),
});

export function labelledDays(days: readonly string[]): string[] {
  const step = Math.max(1, Math.ceil(days.length / LABELS_MAX));
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}

/** `busiest` is the earliest of the days with the most submissions; undefined when there are none. */
export function summaryOf(records: readonly DayRecord[]) {
  const total = records.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(0, ...records.map(({ count }) => count));
  return {
    total,
    busiest: most === 0 ? undefined : records.find(({ count }) => count === most),
    emptyDays: records.filter(({ count }) => count === 0).length,
  };
}
