/** A day as `2026-12-10`. */
type Day = string;

export interface Repeat {
  readonly first: Day;
  readonly every: number;
  readonly unit: 'days' | 'weeks' | 'months';
  /** For months: the same day of the month, or the same weekday, such as the second or the last Tuesday. */
  readonly monthly: 'day' | 'weekday' | 'last';
  /** How many days, or the last possible one. */
  readonly end: number | Day;
}

/** A day that the rule gives, or a month (`2027-02`) without such a day. */
type Occurrence = { readonly day: Day } | { readonly missingIn: string };

export const REPEATS_MAX = 100;

const WEEK = 7;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const LAST_YEAR = 9_998;
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const parsed = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const written = (date: Date): Day => date.toISOString().slice(0, 'yyyy-mm-dd'.length);
const ordinalOf = (date: Date): number => Math.ceil(date.getUTCDate() / WEEK);
const suffixes = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** `the 31st` */
export function dayInMonth(day: Day): string {
  const number = parsed(day).getUTCDate();
  return `the ${number}${SUFFIXES[suffixes.select(number)] ?? 'th'}`;
}

/** `second Tuesday` */
export const weekdayInMonth = (day: Day): string => `${ORDINALS[ordinalOf(parsed(day)) - 1] ?? ''} ${weekdayFormat.format(parsed(day))}`;

/** `last Tuesday`; undefined for an earlier one. */
export function lastInMonth(day: Day): string | undefined {
  const { day: next } = inDays(parsed(day), WEEK);
  return next.slice(0, 'yyyy-mm'.length) === day.slice(0, 'yyyy-mm'.length) ? undefined : `last ${weekdayFormat.format(parsed(day))}`;
}

function inDays(first: Date, days: number): { readonly day: Day } {
  const date = new Date(first);
  date.setUTCDate(date.getUTCDate() + days);
  return { day: written(date) };
}

function inMonths(first: Date, months: number, monthly: Repeat['monthly']): Occurrence {
  const start = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1));
  if (monthly === 'last' && lastInMonth(written(first)) !== undefined) {
    const end = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months + 1, 0));
    return inDays(end, -((end.getUTCDay() - first.getUTCDay() + WEEK) % WEEK));
  }
  const firstOfWeekday = 1 + ((first.getUTCDay() - start.getUTCDay() + WEEK) % WEEK);
  const date = new Date(start);
  date.setUTCDate(monthly === 'day' ? first.getUTCDate() : firstOfWeekday + (ordinalOf(first) - 1) * WEEK);
  return date.getUTCMonth() === start.getUTCMonth() ? { day: written(date) } : { missingIn: written(start).slice(0, 'yyyy-mm'.length) };
}

/** The days of a rule in their order, at most `REPEATS_MAX` and one more, by which a caller sees that there are too many. */
export function repeatDates({ first, every, unit, monthly, end }: Repeat): Occurrence[] {
  const start = parsed(first);
  const most = typeof end === 'number' ? end : REPEATS_MAX + 1;
  const found: Occurrence[] = [];
  for (let step = 0, days = 0; days < most; step += every) {
    const next = unit === 'months' ? inMonths(start, step, monthly) : inDays(start, unit === 'weeks' ? step * WEEK : step);
    const key = 'day' in next ? next.day : next.missingIn;
    if ((typeof end === 'string' && key > end) || Number.parseInt(key, 10) > LAST_YEAR) break;
    found.push(next);
    if ('day' in next) days += 1;
  }
  // A month without the day after the last date would only say that nothing comes of it.
  return found.slice(0, found.findLastIndex((each) => 'day' in each) + 1);
}
