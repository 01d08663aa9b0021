import dayjs, { type Dayjs } from 'dayjs';

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
const suffixes = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

const ordinalOf = (date: Dayjs): number => Math.ceil(date.date() / WEEK);
const isLastInMonth = (date: Dayjs): boolean => date.date() > date.daysInMonth() - WEEK;
const dayOf = (date: Dayjs): { readonly day: Day } => ({ day: date.format('YYYY-MM-DD') });

/** `the 31st` */
export function dayInMonth(day: Day): string {
  const number = dayjs(day).date();
  return `the ${number}${SUFFIXES[suffixes.select(number)] ?? 'th'}`;
}

/** `second Tuesday` */
export const weekdayInMonth = (day: Day): string => `${ORDINALS[ordinalOf(dayjs(day)) - 1] ?? ''} ${dayjs(day).format('dddd')}`;

/** `last Tuesday`; undefined for an earlier one. */
export const lastInMonth = (day: Day): string | undefined => (isLastInMonth(dayjs(day)) ? `last ${dayjs(day).format('dddd')}` : undefined);

function inMonths(first: Dayjs, months: number, monthly: Repeat['monthly']): Occurrence {
  const start = first.startOf('month').add(months, 'months');
  if (monthly === 'last' && isLastInMonth(first)) {
    const end = start.endOf('month');
    return dayOf(end.subtract((end.day() - first.day() + WEEK) % WEEK, 'days'));
  }
  const firstOfWeekday = 1 + ((first.day() - start.day() + WEEK) % WEEK);
  const date = start.date(monthly === 'day' ? first.date() : firstOfWeekday + (ordinalOf(first) - 1) * WEEK);
  return date.isSame(start, 'month') ? dayOf(date) : { missingIn: start.format('YYYY-MM') };
}

/** The days of a rule in order, at most `REPEATS_MAX` and one more, which shows a caller that there are too many. */
export function repeatDates({ first, every, unit, monthly, end }: Repeat): Occurrence[] {
  const start = dayjs(first);
  const most = typeof end === 'number' ? end : REPEATS_MAX + 1;
  const found: Occurrence[] = [];
  for (let step = 0, days = 0; days < most; step += every) {
    const next = unit === 'months' ? inMonths(start, step, monthly) : dayOf(start.add(step, unit));
    const key = 'day' in next ? next.day : next.missingIn;
    if ((typeof end === 'string' && key > end) || Number.parseInt(key, 10) > LAST_YEAR) break;
    found.push(next);
    if ('day' in next) days += 1;
  }
  // A month without the day after the last date would only say that nothing happens.
  return found.slice(0, found.findLastIndex((each) => 'day' in each) + 1);
}
