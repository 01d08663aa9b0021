import { createDates } from '#admin/ui/dates.ts';
import type { Statistics } from '#contract/statistics.ts';

/** Most day labels that fit below the line chart at 45 degrees: every third day of the default 31. */
const LABELS_MAX = 11;

/** Statistics are days in UTC, whatever zone the events are in (decision 7). */
const utc = createDates('UTC');

/** One day of the line chart (spec section 3, chart inputs). */
export interface DayRecord {
  /** `Thu 12 Nov 2026` */
  readonly fullDate: string;
  /** Day of month, short month, short weekday: `Thu 12 Nov`. */
  readonly label: string;
  /** `2026-11-12` */
  readonly day: string;
  readonly count: number;
}

/** A point for each day; the label is made from the same day as its bucket, not from the viewer's (decision 7). */
export const dayRecords = (days: Statistics['days']): DayRecord[] =>
  days.map(({ day, count }) => ({ fullDate: utc.day(day), label: utc.dayOfYear(day), day, count }));

/** The days whose labels are shown: evenly spread, the newest always among them. */
export function labelledDays(days: readonly string[]): string[] {
  const step = Math.max(1, Math.ceil(days.length / LABELS_MAX));
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}

/** What the chart says at a glance. */
export interface RangeSummary {
  readonly total: number;
  /** The earliest of the days with the most; undefined when there are no submissions. */
  readonly busiest: DayRecord | undefined;
  readonly emptyDays: number;
}

/** Sums up the days of a range. */
export function summaryOf(records: readonly DayRecord[]): RangeSummary {
  const total = records.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(0, ...records.map(({ count }) => count));
  return {
    total,
    busiest: most === 0 ? undefined : records.find(({ count }) => count === most),
    emptyDays: records.filter(({ count }) => count === 0).length,
  };
}
