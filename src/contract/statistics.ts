import { z } from 'zod';
import { DATE_EXPECTED } from './event.ts';
import { isEventDate } from './rules/event-date.ts';

/** Days before today in a range that nobody chose; with today it has one more (spec section 9, decision 20). */
const STATISTICS_DEFAULT_DAYS = 30;
/** Longest range that may be asked for (decision 20). */
const STATISTICS_RANGE_YEARS_MAX = 5;

const RANGE_BACKWARDS = 'The start date must not be after the end date';
const RANGE_TOO_LONG = `Please choose at most ${STATISTICS_RANGE_YEARS_MAX} years`;

const day = z.iso.date();

/** As events have it: a calendar day from the year 1900 on. */
const chosenDay = day.refine(isEventDate, DATE_EXPECTED);

/** The same day so many years later, as text; what would be the 29th of February of a common year still sorts before March. */
const yearsLater = (date: string, years: number): string => `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`;

interface Range {
  /** Days as yyyy-mm-dd, both included. */
  readonly from: string;
  readonly to: string;
}

/** Why a range is refused, or undefined when it may be asked for (decision 20). */
export function rangeProblem({ from, to }: Range): string | undefined {
  if (from > to) return RANGE_BACKWARDS;
  return to > yearsLater(from, STATISTICS_RANGE_YEARS_MAX) ? RANGE_TOO_LONG : undefined;
}

/** The days of the line chart, both included, in UTC; without them the last 30 days and today (decision 20). */
export const statisticsQuerySchema = z.object({ from: chosenDay.optional(), to: chosenDay.optional() });

const DAY_MS = 86_400_000;

const daysBefore = (date: string, days: number): string => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

/** The range that is meant: what is missing is taken from the default, the 30 days before today and today. Days are yyyy-mm-dd. */
export function rangeOf(query: Partial<Range>, today: string): Range {
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  return { from: query.from ?? daysBefore(to, STATISTICS_DEFAULT_DAYS), to };
}

const twoMonths = z.object({ this_month: z.number(), last_month: z.number() });
const fourWeeks = z.array(z.int()).length(4);

/** Everything that the statistics screen shows, in UTC days and months (decisions 7 to 10 and 20). Rates are percentages. */
export const statisticsSchema = z.object({
  events: z.object({ total: z.int(), ongoing: z.int(), completed: z.int() }),
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), signups: z.int() })),
  views: twoMonths,
  signup_rate: twoMonths,
  weeks: z.object({ this_month: fourWeeks, last_month: fourWeeks }),
  days: z.array(z.object({ day, count: z.int() })),
});

export type Statistics = z.infer<typeof statisticsSchema>;
