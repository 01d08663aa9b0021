import { z } from 'zod';
import { dates } from '#admin/ui/format/dates.tsx';
import { COPY_NUMBER } from '#contract/events/event-calls.ts';
import { DATE_EXPECTED, type Event, type ListedEvent } from '#contract/events/event.ts';
import { movedByDays, parseEventDate } from '#contract/rules/event-date.ts';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { repeatDates, REPEATS_MAX } from './repeat-dates.ts';

export const MONTHLY = ['day', 'weekday', 'last'] as const;

export const eventCopySchema = z.object({
  event_title: z.string(),
  kind: z.enum(['once', 'repeat']),
  /** `2026-12-10 09:30:00` in `TIME_ZONE`; null if none is chosen. */
  first: z.string().nullable(),
  every: z.union([z.number(), z.string()]),
  unit: z.enum(['days', 'weeks', 'months']),
  monthly: z.enum(MONTHLY),
  end: z.enum(['times', 'until']),
  times: z.union([z.number(), z.string()]),
  until: z.string().nullable(),
  isOnForm: z.boolean(),
  /** Unticked dates, in the format of `first`. */
  skipped: z.array(z.string()),
});

export type EventCopyValues = Readonly<z.infer<typeof eventCopySchema>>;

type CopyProblems = Partial<Record<'event_title' | 'first' | 'every' | 'times' | 'until' | 'dates', string>>;

/** A date in the list, or a month in which the rule has none. */
export type ListedDate = { readonly date: string } | { readonly missingIn: string };

const EVERY_MAX = 52;
const TIMES_MIN = 2;
const FROM_1_TO_52 = 'Please enter a number from 1 to 52';
const FROM_2_TO_100 = 'Please enter a number from 2 to 100';

const isFrom = (min: number, max: number, value: number | string): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const dayOf = (date: string): string => date.slice(0, 'yyyy-mm-dd'.length);
const WEEK_MS = 7 * 86_400_000;
const DAYS_OF_WEEK = 7;

/** The event's time and weekday, in the first week after it that is still to come. */
function nextDate(date: string, now: Date): string {
  const moment = new Date(date);
  const weeks = Math.max(1, Math.ceil((now.getTime() - moment.getTime()) / WEEK_MS));
  const next = (movedByDays(moment, weeks * DAYS_OF_WEEK, dates.timeZone) ?? moment).toISOString();
  return `${dates.key(next)} ${dates.time(next)}:00`;
}

export const newEventCopy = (event: Pick<Event, 'event_title' | 'date'>, now: Date): EventCopyValues => ({
  event_title: event.event_title,
  kind: 'once',
  first: event.date === null ? null : nextDate(event.date, now),
  every: 1,
  unit: 'weeks',
  monthly: 'day',
  end: 'times',
  times: 6,
  until: null,
  isOnForm: false,
  skipped: [],
});

/** The dates that the values give, in order; none if something is wrong. */
export function listedDates({ kind, first, every, unit, monthly, end, times, until }: EventCopyValues): ListedDate[] {
  if (first === null || kind === 'once') return first === null ? [] : [{ date: first }];
  const last = end === 'times' ? times : (until ?? '');
  if (!isFrom(1, EVERY_MAX, every) || !(end === 'times' ? isFrom(TIMES_MIN, REPEATS_MAX, last) : last !== '')) return [];
  const clock = first.slice(dayOf(first).length);
  return repeatDates({ first: dayOf(first), every, unit, monthly, end: last }).map((each) =>
    'day' in each ? { date: each.day + clock } : each,
  );
}

/** The ticked dates; null means a copy without a date. */
export const chosenDates = (values: EventCopyValues): (string | null)[] =>
  values.kind === 'once'
    ? [values.first]
    : listedDates(values).flatMap((each) => ('date' in each && !values.skipped.includes(each.date) ? [each.date] : []));

function untilProblem({ first, until }: EventCopyValues, dates: number): string | undefined {
  if (until === null) return DATE_EXPECTED;
  if (first !== null && until < dayOf(first)) return 'This is before the first date';
  return dates > REPEATS_MAX ? 'That is more than 100 dates' : undefined;
}

/** The time shared by all dates of a rule; undefined for a single copy. */
export const clockOf = ({ kind, first }: EventCopyValues): string | undefined =>
  kind === 'once' ? undefined : first?.slice('yyyy-mm-dd '.length, 'yyyy-mm-dd hh:mm'.length);

export function copyProblems(values: EventCopyValues): CopyProblems {
  const { event_title: title, kind, first, every, end, times } = values;
  const problems = {
    event_title: isBlank(title) ? TITLE_REQUIRED : undefined,
    dates: chosenDates(values).length === 0 ? 'Please tick a date' : undefined,
    ...(kind === 'once'
      ? {}
      : {
          first: first === null ? DATE_EXPECTED : undefined,
          every: isFrom(1, EVERY_MAX, every) ? undefined : FROM_1_TO_52,
          times: end === 'until' || isFrom(TIMES_MIN, REPEATS_MAX, times) ? undefined : FROM_2_TO_100,
          until: end === 'times' ? undefined : untilProblem(values, listedDates(values).filter((each) => 'date' in each).length),
        }),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

/** The call's body: just the ticked dates, without a zone, so that the server reads them in its own. */
export const eventCopyBody = (values: EventCopyValues, savedTitle: string) => ({
  dates: chosenDates(values).map((date) => date?.replace(' ', 'T') ?? null),
  ...(values.event_title === savedTitle ? {} : { event_title: values.event_title }),
  show_on_form: values.isOnForm,
});

export const numberedTitle = (title: string): string => title.trim().replaceAll(COPY_NUMBER, '1');

/** The warning about a date in the format `2026-12-10 09:30:00`. */
export type DateMark = (date: string | null) => string | undefined;

interface Surroundings {
  readonly events: readonly Pick<ListedEvent, 'event_title' | 'date'>[];
  readonly now: Date;
}

/** Marks past dates and those at which another event of the series begins. */
export function dateMarks({ events, now }: Surroundings): DateMark {
  const titles = new Map(events.flatMap(({ date, event_title: title }) => (date === null ? [] : [[Date.parse(date), title]])));
  return (date) => {
    const moment = date === null ? undefined : parseEventDate(date, dates.timeZone);
    if (moment === undefined) return undefined;
    const other = titles.get(moment.getTime());
    if (other !== undefined) return `Same time as ‘${other}’`;
    return moment < now ? 'In the past' : undefined;
  };
}
