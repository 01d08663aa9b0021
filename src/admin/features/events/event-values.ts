import { z } from 'zod';
import { type Problems, schemaProblems } from '#admin/forms/problems.ts';
import { rowEditsSchema } from '#admin/forms/row-edits.ts';
import type { Dates } from '#admin/ui/format/dates.ts';
import { type Event, type EventEdit, eventEditSchema, type newEventSchema } from '#contract/event.ts';
import { waitingListMode } from '#contract/registrations/places.ts';
import { movedEnd, parseEventDate } from '#contract/rules/event-date.ts';
import { isBlank } from '#contract/rules/text.ts';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';

const text = z.string().trim();

/** From how many on the places left are shown, as typed; these two are words of ours. */
export const ALWAYS_SHOWN = 'always';
export const NEVER_SHOWN = 'never';
export const SHOWN_FROM = '10';

/** The fields of an event as typed, in the form, its drafts and its edits; it trims, as the server does. */
export const eventValuesSchema = z.object({
  event_title: text,
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  google_calendar_id: text,
  /** `2026-11-26 09:30:00` in `TIME_ZONE`, as all times of the form; null while none is chosen. */
  date: z.string().nullable(),
  end_date: z.string().nullable(),
  copper_tag: text,
  target_participants: text,
  maximum_participants: text,
  close_when_full: z.boolean(),
  show_places_left_from: text,
  waiting_list: waitingListMode,
  offer_hours: text,
  venue: text,
  venue_address: text,
  join_url: text,
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
});

export type EventValues = Readonly<z.infer<typeof eventValuesSchema>>;

export const NEW_EVENT: EventValues = {
  event_title: '',
  show_on_form: true,
  brunch_event: false,
  google_calendar_id: '',
  date: null,
  end_date: null,
  copper_tag: '',
  target_participants: '',
  maximum_participants: '',
  close_when_full: false,
  show_places_left_from: SHOWN_FROM,
  waiting_list: 'off',
  offer_hours: '24',
  venue: '',
  venue_address: '',
  join_url: '',
  opens_at: null,
  closes_at: null,
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

const timeValue = (moment: string | null, dates: Dates) => (moment === null ? null : `${dates.key(moment)} ${dates.time(moment)}:00`);

const countText = (count: number | null): string => count?.toString() ?? '';

function shownFrom(count: number | null): string {
  if (count === null) return ALWAYS_SHOWN;
  return count === 0 ? NEVER_SHOWN : count.toString();
}

/** The saved event as form values, its times in the server's time zone. */
export const eventValuesOf = (event: Event, dates: Dates): EventValues => ({
  event_title: event.event_title,
  show_on_form: event.show_on_form,
  brunch_event: event.brunch_event,
  google_calendar_id: event.googleCalendarId ?? '',
  date: timeValue(event.date, dates),
  end_date: timeValue(event.end_date, dates),
  copper_tag: event.copper_tag ?? '',
  target_participants: countText(event.target_participants),
  maximum_participants: countText(event.maximum_participants),
  close_when_full: event.close_when_full,
  show_places_left_from: shownFrom(event.show_places_left_from),
  waiting_list: event.waiting_list,
  offer_hours: event.offer_hours.toString(),
  venue: event.venue ?? '',
  venue_address: event.venue_address ?? '',
  join_url: event.join_url ?? '',
  opens_at: timeValue(event.opens_at, dates),
  closes_at: timeValue(event.closes_at, dates),
});

/** The end when another date is chosen: as long after it as before, on the clock. */
export function endForDate(
  { date, end_date: end }: Pick<EventValues, 'date' | 'end_date'>,
  newDate: string | null,
  dates: Dates,
): string | null {
  const [from, to, until] = [date, newDate, end].map((time) => (time === null ? undefined : parseEventDate(time, dates.timeZone)));
  if (from === undefined || to === undefined || until === undefined) return end;
  return timeValue(movedEnd([from, until], to, dates.timeZone).toISOString(), dates);
}

/** Digits only: JavaScript also reads `1e3` and `0x10` as numbers. Anything else becomes NaN, which the schema refuses. */
function countOf(text: string): number | null {
  if (isBlank(text)) return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const sentTime = (time: string | null | undefined) => (time === undefined ? undefined : (time?.replace(' ', 'T') ?? null));
const sentNumber = (text: string | undefined) => (text === undefined ? undefined : (countOf(text) ?? Number.NaN));
function sentShownFrom(text: string | undefined) {
  if (text === ALWAYS_SHOWN) return null;
  return text === NEVER_SHOWN ? 0 : sentNumber(text);
}
const sentCount = (text: string | undefined) => (text === undefined ? undefined : countOf(text));

/** The changed fields as they are sent. Times have no zone, so that the server reads them in its own. */
export const eventEditBody = (changed: Partial<EventValues>): EventEdit => ({
  ...changed,
  date: sentTime(changed.date),
  end_date: sentTime(changed.end_date),
  opens_at: sentTime(changed.opens_at),
  closes_at: sentTime(changed.closes_at),
  target_participants: sentCount(changed.target_participants),
  maximum_participants: sentCount(changed.maximum_participants),
  show_places_left_from: sentShownFrom(changed.show_places_left_from),
  offer_hours: sentNumber(changed.offer_hours),
});

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
