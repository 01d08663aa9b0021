import { rangeOf } from '#contract/statistics.ts';

/** The days of the line chart in UTC, both included, as yyyy-mm-dd. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** A range that can be chosen by one click. */
export interface RangeChoice {
  readonly label: string;
  readonly range: DateRange;
}

/** The days in UTC that a moment lies in, as yyyy-mm-dd: what today is for statistics (decision 7). */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The last 30 days up to today (spec section 9). */
export const defaultRange = (today: string): DateRange => rangeOf({}, today);

/**
 * The range that the address asks for; null when it names none. What is missing is filled in as the server does, and what is
 * no date stays as it is: the server says what is wrong with it.
 */
export function readRange(params: URLSearchParams, today: string): DateRange | null {
  const from = params.get('from') ?? undefined;
  const to = params.get('to') ?? undefined;
  return from === undefined && to === undefined ? null : rangeOf({ from, to }, today);
}

/** The parameters of the address for a range; the default has none, so that the address stays true tomorrow. */
export const writeRange = (range: DateRange, today: string): Record<string, string> => {
  const usual = defaultRange(today);
  return range.from === usual.from && range.to === usual.to ? {} : { from: range.from, to: range.to };
};

/** Last 30 days, this month so far, and the whole month before it. */
export function rangeChoices(today: string): RangeChoice[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  return [
    { label: 'Last 30 days', range: defaultRange(today) },
    { label: 'This month', range: { from: `${today.slice(0, 7)}-01`, to: today } },
    {
      label: 'Last month',
      range: { from: utcDay(new Date(Date.UTC(year, month - 2, 1))), to: utcDay(new Date(Date.UTC(year, month - 1, 0))) },
    },
  ];
}

/** Whether a text is a day that the calendar has, as yyyy-mm-dd. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return moment !== undefined && !Number.isNaN(moment.getTime()) && utcDay(moment) === text;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const dayOf = (year = '', month = '', day = ''): string | null => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};

/**
 * The day that was typed, as yyyy-mm-dd: `21 Oct 2026`, `21/10/2026` or `2026-10-21`. Null while it is not yet a whole date, so
 * that nothing is asked of the server at every key.
 */
export function typedDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(typed);
  if (numbers !== null) return dayOf(numbers[3], numbers[2], numbers[1]);
  const words = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/.exec(typed);
  return words === null ? null : dayOf(words[3], String(MONTHS.indexOf(words[2] ?? '') + 1), words[1]);
}
