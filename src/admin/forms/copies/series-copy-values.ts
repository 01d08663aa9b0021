import { z } from 'zod';
import { editedRowSchema } from '#admin/records/row-edits.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { type SeriesCopy, seriesCopySchema } from '#contract/forms/copy.ts';
import { spanMovedByDays } from '#contract/rules/event-date.ts';
import { isBlank, shortened } from '#contract/rules/text.ts';
import { SHIFT_EXPECTED, SHIFT_TOO_FAR, WEEKS_EXPECTED } from '#contract/texts/copy.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { DAY_MS } from '#contract/time.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';

const seriesCopyValues = z.object({
  title: z.string(),
  events: z.enum(['all', 'visible', 'none']),
  /** How many days or weeks the dates move. */
  shift: z.union([z.number(), z.string()]),
  unit: z.enum(['days', 'weeks']),
  isOnForm: z.boolean(),
});

export type SeriesCopyValues = Readonly<z.infer<typeof seriesCopyValues>>;

export const seriesCopyDraft = editedRowSchema(seriesCopyValues);

export type SeriesCopyProblems = Partial<Record<'title' | 'events' | 'shift_days', string>>;

const DAYS_OF_WEEK = 7;

/** `Copy of …`, cut where a title ends. */
export const copyTitle = (title: string): string => shortened(`Copy of ${title}`, TITLE_MAX_LENGTH).trim();

export const newSeriesCopy = (title: string): SeriesCopyValues => ({
  title: copyTitle(title),
  events: 'all',
  shift: 0,
  unit: 'weeks',
  isOnForm: false,
});

/** How many days the dates move; undefined while invalid. */
export function shiftDays({ events, shift, unit }: SeriesCopyValues): number | undefined {
  if (events === 'none') return 0;
  const days = typeof shift === 'number' ? shift * (unit === 'weeks' ? DAYS_OF_WEEK : 1) : undefined;
  return days === undefined ? undefined : seriesCopySchema.shape.shift_days.safeParse(days).data;
}

/** The chosen events on their new dates, in order of date, those without one last; a date is undefined where the calendar ends. */
export function movedEvents(events: readonly ListedEvent[], values: SeriesCopyValues, timeZone: string) {
  const days = shiftDays(values) ?? 0;
  const chosen = values.events === 'all' ? events : events.filter((event) => values.events === 'visible' && event.show_on_form);
  const moment = (time: string | null): Date | null => (time === null ? null : new Date(time));
  const inOrder = chosen.toSorted((a, b) => (a.date ?? 'none').localeCompare(b.date ?? 'none'));
  return inOrder.map(({ id, event_title: title, date: start, end_date: last }) => {
    const [date, end] = spanMovedByDays([moment(start), moment(last)], days, timeZone) ?? [];
    return { id, title, date, end };
  });
}

/** The shift from one day to another, such as `2026-12-10`: in weeks if those were chosen and the days fit. */
export function shiftBetween(from: string, to: string, unit: SeriesCopyValues['unit']): Pick<SeriesCopyValues, 'shift' | 'unit'> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return unit === 'weeks' && days % DAYS_OF_WEEK === 0 ? { shift: days / DAYS_OF_WEEK, unit } : { shift: days, unit: 'days' };
}

export function seriesCopyProblems(values: SeriesCopyValues, moved: ReturnType<typeof movedEvents>): SeriesCopyProblems {
  const isTooFar = moved.some(({ date }) => date === undefined);
  return {
    ...(isBlank(values.title) ? { title: TITLE_REQUIRED } : {}),
    ...(shiftDays(values) === undefined ? { shift_days: values.unit === 'weeks' ? WEEKS_EXPECTED : SHIFT_EXPECTED } : {}),
    ...(isTooFar ? { shift_days: SHIFT_TOO_FAR } : {}),
  };
}

export const seriesCopyBody = (values: SeriesCopyValues): SeriesCopy => ({
  title: values.title,
  events: values.events,
  shift_days: shiftDays(values) ?? 0,
  show_on_form: values.isOnForm,
});
