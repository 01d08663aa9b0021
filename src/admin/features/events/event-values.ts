import { z } from 'zod';
import { type Problems, schemaProblems } from '#admin/forms/problems.ts';
import { rowEditsSchema } from '#admin/forms/row-edits.ts';
import type { Dates } from '#admin/ui/format/dates.ts';
import { type Event, type EventEdit, eventEditSchema, type newEventSchema } from '#contract/event.ts';
import { isBlank } from '#contract/rules/text.ts';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';

const text = z.string().trim();

/** The fields of an event as typed, in the form, its drafts and its edits; it trims, as the server does. */
export const eventValuesSchema = z.object({
  event_title: text,
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  google_calendar_id: text,
  /** `2026-11-26 09:30:00` in `TIME_ZONE`; null while none is chosen. */
  date: z.string().nullable(),
  copper_tag: text,
  target_participants: text,
  maximum_participants: text,
  venue: text,
});

export type EventValues = Readonly<z.infer<typeof eventValuesSchema>>;

export const NEW_EVENT: EventValues = {
  event_title: '',
  show_on_form: true,
  brunch_event: false,
  google_calendar_id: '',
  date: null,
  copper_tag: '',
  target_participants: '',
  maximum_participants: '',
  venue: '',
};

/** Whether anything was typed or chosen in the form of a new event. */
export const isTouched = (values: EventValues, initial: EventValues): boolean => JSON.stringify(values) !== JSON.stringify(initial);

/** What the next event begins with when one was added: most series repeat the rest. */
export const nextNewEvent = ({ show_on_form, brunch_event, copper_tag }: EventValues): EventValues => ({
  ...NEW_EVENT,
  show_on_form,
  brunch_event,
  copper_tag,
});

export const eventEditsSchema = rowEditsSchema(eventValuesSchema);

/** The saved event as form values, its date in the server's time zone. */
export const eventValuesOf = (event: Event, dates: Dates): EventValues => ({
  event_title: event.event_title,
  show_on_form: event.show_on_form,
  brunch_event: event.brunch_event,
  google_calendar_id: event.googleCalendarId ?? '',
  date: event.date === null ? null : `${dates.key(event.date)} ${dates.time(event.date)}:00`,
  copper_tag: event.copper_tag ?? '',
  target_participants: event.target_participants?.toString() ?? '',
  maximum_participants: event.maximum_participants?.toString() ?? '',
  venue: event.venue ?? '',
});

/** Digits only: JavaScript also reads `1e3` and `0x10` as numbers. Anything else becomes NaN, which the schema refuses. */
function countOf(text: string): number | null {
  if (isBlank(text)) return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The changed fields as they are sent. The date has no zone, so that the server reads it in its own. */
export function eventEditBody({
  date,
  target_participants: target,
  maximum_participants: maximum,
  ...rest
}: Partial<EventValues>): EventEdit {
  return {
    ...rest,
    ...(date === undefined ? {} : { date: date?.replace(' ', 'T') ?? null }),
    ...(target === undefined ? {} : { target_participants: countOf(target) }),
    ...(maximum === undefined ? {} : { maximum_participants: countOf(maximum) }),
  };
}

/** The errors of the changed fields, by the same schema as on the server. */
export const eventProblems = (changed: Partial<EventValues>): Problems<EventValues> =>
  schemaProblems(eventEditSchema, eventEditBody(changed));

const REQUIRED_FIELDS = ['event_title', 'google_calendar_id', 'date'] as const;

/** The message for each required field that is blank. */
export function missingFields(values: EventValues): Partial<Record<keyof EventValues, string>> {
  const missing = REQUIRED_FIELDS.filter((name) => isBlank(values[name] ?? ''));
  return Object.fromEntries(missing.map((name) => [name, FILL_REQUIRED_FIELDS]));
}

export type NewEventBody = z.input<typeof newEventSchema>;

/** A new event as it is sent. */
export function newEventBody(values: EventValues): NewEventBody {
  const { event_title: title, google_calendar_id: calendarId, ...rest } = eventValuesSchema.parse(values);
  const body = eventEditBody(rest);
  return { ...body, event_title: title, google_calendar_id: calendarId, date: body.date ?? '' };
}
