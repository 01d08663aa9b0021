import { z } from 'zod';
import { endpoint, staffRead } from './endpoint.ts';
import { DATE_EXPECTED } from './events/event.ts';
import { isEventDate } from './rules/event-date.ts';
import { DAY_MS } from './time.ts';
import { line } from './wire-text.ts';

/** The default range is this many days and today. */
const STATISTICS_DEFAULT_DAYS = 30;
export const STATISTICS_RANGE_YEARS_MAX = 5;
export const RANGE_BACKWARDS = 'The start date must not be after the end date';
const RANGE_TOO_LONG = `Please choose at most ${STATISTICS_RANGE_YEARS_MAX} years`;

const day = z.iso.date();

/** A calendar day from the year 1900 on, as for events. */
const chosenDay = day.refine(isEventDate, DATE_EXPECTED);

/** The same day in a later year, as text. 29 February of a common year still sorts before March. */
const yearsLater = (date: string, years: number): string => `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`;

interface Range {
  /** Days as yyyy-mm-dd, inclusive. */
  readonly from: string;
  readonly to: string;
}

/** Sign-ups per view as a percentage; 0 without views. */
export const rateOf = ({ signups = 0, views }: { readonly signups?: number | undefined; readonly views: number }): number =>
  views === 0 ? 0 : (signups / views) * 100;

export function rangeProblem({ from, to }: Range): string | undefined {
  if (from > to) return RANGE_BACKWARDS;
  return to > yearsLater(from, STATISTICS_RANGE_YEARS_MAX) ? RANGE_TOO_LONG : undefined;
}

/** The range of the line chart in days, both included; the last 30 days and today by default. */
export const statisticsQuerySchema = z
  .object({
    from: chosenDay.optional(),
    to: chosenDay.optional(),
    /** The range to compare with; by default the same number of days before it. */
    before_from: chosenDay.optional(),
    before_to: chosenDay.optional(),
    /** Whose days and months are counted: `UTC`, which is the default, or the zone of the events (setting TIME_ZONE). */
    zone: line().optional(),
  })
  .superRefine(({ before_from: from, before_to: to }, context) => {
    if ((from === undefined) === (to === undefined)) return;
    context.addIssue({ code: 'custom', path: [from === undefined ? 'before_from' : 'before_to'], message: DATE_EXPECTED });
  });

export type StatisticsQuery = z.output<typeof statisticsQuerySchema>;

const daysBefore = (date: string, days: number): string => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

/** The range with defaults filled in. Days are yyyy-mm-dd. */
export function rangeOf(query: Partial<Range>, today: string): Range {
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  return { from: query.from ?? daysBefore(to, STATISTICS_DEFAULT_DAYS), to };
}

/** The same number of days right before a range. */
export function rangeBefore({ from, to }: Range): Range {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: daysBefore(from, days), to: daysBefore(from, 1) };
}

const rangeFigures = z.object({ views: z.int(), signups: z.int() });
const twoMonths = z.object({ this_month: z.number(), last_month: z.number() });
const fourWeeks = z.array(z.int()).length(4);

/** The places of a limited event, over all dates. */
const placesOfEventSchema = z.object({
  event_id: z.string(),
  event_title: z.string(),
  date: z.iso.datetime().nullable(),
  maximum: z.int(),
  confirmed: z.int(),
  offered: z.int(),
  waiting: z.int(),
  cancelled: z.int(),
  /** Places that went to people on the waiting list, and offers that were declined or ended. */
  from_waiting_list: z.int(),
  offers_not_taken: z.int(),
});

const attendanceOfEventSchema = z.object({
  event_id: z.string(),
  event_title: z.string(),
  date: z.iso.datetime().nullable(),
  confirmed: z.int(),
  came: z.int(),
  /** People who came and were added at the door. */
  walk_ins: z.int(),
  /** The average rating of the event, and the number of ratings; null without any. */
  rating: z.object({ mean: z.number(), count: z.int() }).nullable(),
});

/** The data of the statistics screen, by day and month; views by those of UTC. Rates are percentages. */
export const statisticsSchema = z.object({
  events: z.object({ total: z.int(), ongoing: z.int(), completed: z.int() }),
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), signups: z.int() })),
  /** The last counted day of the current month, and last month's sign-ups up to that day. */
  so_far: z.object({ day: z.int(), last_month: z.int() }),
  views: twoMonths,
  signup_rate: twoMonths,
  weeks: z.object({ this_month: fourWeeks, last_month: fourWeeks }),
  days: z.array(z.object({ day, count: z.int() })),
  /** The figures of the range, and of the range that it is compared with. */
  range: rangeFigures,
  before: rangeFigures,
  /** The places of limited events; absent if there are none. */
  places: z.array(placesOfEventSchema).optional(),
  /** The past events with attendance, newest first; absent if there are none. */
  attendance: z.array(attendanceOfEventSchema).optional(),
});

/** Like a series' statistics, but without events. */
export const formStatisticsSchema = statisticsSchema.omit({ events: true, places: true, attendance: true });

export const statisticsCalls = {
  getStatistics: endpoint(staffRead, '/event_series/:id/statistics', {
    query: statisticsQuerySchema,
    response: statisticsSchema,
    summary: 'Statistics of a series in days of `zone`, UTC by default; without a range, of the last 30 days and today',
  }),
  getFormStatistics: endpoint(staffRead, '/form/:id/statistics', {
    query: statisticsQuerySchema,
    response: formStatisticsSchema,
    summary: 'Statistics of a marketing form, like those of a series',
  }),
} as const;

export const statisticsCallOf = { series: statisticsCalls.getStatistics, marketing: statisticsCalls.getFormStatistics } as const;

export type Statistics = z.infer<typeof statisticsSchema>;
export type FormStatistics = z.infer<typeof formStatisticsSchema>;
