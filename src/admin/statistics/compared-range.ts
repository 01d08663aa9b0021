import { createDates } from '#admin/ui/format/dates.tsx';
import { rangeBefore } from '#contract/statistics.ts';
import { counted } from '#contract/texts/counts.ts';
import { DAY_MS } from '#contract/time.ts';
import { type DateRange, dayAfter, isSameRange } from './date-range.ts';

const utc = createDates('UTC');
const daysIn = ({ from, to }: DateRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const PERIODS = [
  { name: 'month', months: 1 },
  { name: 'quarter', months: 3 },
  { name: 'year', months: 12 },
] as const;

type Period = (typeof PERIODS)[number];

/** The shortest calendar period that the range equals or begins; undefined for any other range. */
function periodOf({ from, to }: DateRange, today: string): (Period & { isRunning: boolean }) | undefined {
  for (const period of PERIODS) {
    const next = dayAfter(from, period.months, 'months');
    const begins = from.endsWith('-01') && (Number(from.slice(5, 7)) - 1) % period.months === 0;
    const isRunning = to === today && today < next;
    if (begins && (isRunning || to === dayAfter(next, -1, 'days'))) return { ...period, isRunning };
  }
  return undefined;
}

export interface Comparison {
  readonly before: DateRange;
  /** `the same 51 days of the quarter before` */
  readonly name: string;
  readonly isRunning: boolean;
}

/** The same number of days right before. */
export const daysBefore = (range: DateRange): Comparison => ({
  before: rangeBefore(range),
  name: `the ${counted(daysIn(range), 'day')} before`,
  isRunning: false,
});

/** What a range is compared with: the same days of the previous calendar period, or the same number of days right before. */
export function comparisonOf(range: DateRange, today: string): Comparison {
  const period = periodOf(range, today);
  const days = daysIn(range);
  if (period === undefined) return daysBefore(range);
  const from = dayAfter(range.from, -period.months, 'months');
  const end = dayAfter(range.from, -1, 'days');
  if (!period.isRunning) return { before: { from, to: end }, name: `the ${period.name} before`, isRunning: false };
  const sameDays = dayAfter(from, days - 1, 'days');
  const before = { from, to: sameDays < end ? sameDays : end };
  const same = daysIn(before) === days ? `same ${counted(days, 'day')}` : `${counted(daysIn(before), 'day')}`;
  return { before, name: `the ${same} of the ${period.name} before`, isRunning: true };
}

const dayName = (day: string): string => {
  const { day: number, month } = utc.tile(day);
  return `${number} ${month}`;
};

/** `1 Oct to 20 Nov 2026` */
export function rangeName({ from, to }: DateRange): string {
  const year = (day: string) => day.slice(0, 4);
  const end = `${dayName(to)} ${year(to)}`;
  if (from === to) return end;
  return `${dayName(from)}${year(from) === year(to) ? '' : ` ${year(from)}`} to ${end}`;
}

/** What is compared with what, as text; `all` is the range from the first sign-up on. */
export const comparisonText = (range: DateRange, all: DateRange, { before, name, isRunning }: Comparison): string =>
  isSameRange(range, all)
    ? `All days: ${rangeName(range)}.`
    : `${isRunning ? 'So far: ' : ''}${rangeName(range)}, compared with ${name}, ${rangeName(before)}.`;
