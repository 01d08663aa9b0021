import dayjs from 'dayjs';
import { z } from 'zod';
import { rangeOf, STATISTICS_RANGE_YEARS_MAX } from '#contract/statistics.ts';

/** The days of the line chart, both included, as yyyy-mm-dd. */
export type DateRange = ReturnType<typeof rangeOf>;

export const isSameRange = (one: DateRange, other: DateRange): boolean => one.from === other.from && one.to === other.to;

/** The 30 days before today, and today. */
export const defaultRange = (today: string): DateRange => rangeOf({}, today);

/** The range in the address; null when there is none. Invalid dates are passed on, because the server reports what is wrong. */
export function readRange(params: URLSearchParams, today: string): DateRange | null {
  const from = params.get('from') ?? undefined;
  const to = params.get('to') ?? undefined;
  return from === undefined && to === undefined ? null : rangeOf({ from, to }, today);
}

/** The address parameters of a range. The default range has none, so that a bookmark still means the last 30 days tomorrow. */
export const writeRange = (range: DateRange, today: string): Record<string, string> =>
  isSameRange(range, defaultRange(today)) ? {} : { from: range.from, to: range.to };

/** The day this much later, or earlier where `count` is negative. */
export const dayAfter = (day: string, count: number, unit: 'days' | 'months'): string => dayjs(day).add(count, unit).format('YYYY-MM-DD');

const later = (one: string, other: string): string => (one > other ? one : other);

/** The last 30 days, this month so far, all of last month, this quarter and year so far, and all since `firstDay` as far as a range goes. */
export function rangeChoices(today: string, firstDay = today) {
  const first = `${today.slice(0, 7)}-01`;
  const month = Number(today.slice(5, 7)) - 1;
  return [
    { label: 'Last 30 days', range: defaultRange(today) },
    { label: 'This month', range: { from: first, to: today } },
    { label: 'Last month', range: { from: dayAfter(first, -1, 'months'), to: dayAfter(first, -1, 'days') } },
    { label: 'This quarter', range: { from: dayAfter(first, -(month % 3), 'months'), to: today } },
    { label: 'This year', range: { from: `${today.slice(0, 4)}-01-01`, to: today } },
    { label: 'All', range: { from: later(firstDay, dayAfter(first, 1 - 12 * STATISTICS_RANGE_YEARS_MAX, 'months')), to: today } },
  ];
}

/** Whether a text is an existing day, as yyyy-mm-dd. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const existingDay = (year = '', month = '', day = ''): string | null => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};

/** Parses `21 Oct 2026`, `21/10/2026` or `2026-10-21` into yyyy-mm-dd. Null while incomplete, so that not every keystroke is a query. */
export function parseTypedDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso !== null) return existingDay(iso[1], iso[2], iso[3]);
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(typed);
  if (numbers !== null) return existingDay(numbers[3], numbers[2], numbers[1]);
  const match = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/.exec(typed);
  return match === null ? null : existingDay(match[3], String(MONTHS.indexOf(match[2] ?? '') + 1), match[1]);
}
