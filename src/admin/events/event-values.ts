import { z } from 'zod';
import { countText, numberText } from '#admin/records/number-text.ts';
import { type Problems, schemaProblems } from '#admin/records/row-edits.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import { type Event, type EventEdit, eventEditSchema, newEventSchema } from '#contract/events/event.ts';
import { forMinutes } from '#contract/registrations/mail-kind.ts';
import { waitingListMode } from '#contract/registrations/places.ts';
import { movedEnd, movedWithStart, parseEventDate } from '#contract/rules/event-date.ts';
import { HOUR_MS } from '#contract/time.ts';

const text = z.string().trim();

/** Stands for the id of an event that is in no calendar, since a new event needs one. */
export const NOT_IN_CALENDAR = 'none';

/** When the form shows the places left, as typed: never, always, or once this few are left. */
export const ALWAYS_SHOWN = 'always';
export const NEVER_SHOWN = 'never';
export const SHOWN_FROM = '10';

/** A new event's optional texts; empty ones are stored as null. */
const NO_TEXTS = {
  copper_tag: '',
  venue: '',
  venue_address: '',
  join_url: '',
  description: '',
  price: '',
  reminder_note: '',
};

/** Times, in a new event; once chosen `2026-11-26 09:30:00` in `TIME_ZONE`. */
const NO_TIMES = { date: null, end_date: null, opens_at: null, closes_at: null };

const shownFrom = z.codec(z.string(), z.custom<number | null>(), {
  encode: (count) => {
    if (count === null) return ALWAYS_SHOWN;
    return count === 0 ? NEVER_SHOWN : z.encode(numberText, count);
  },
  decode: (text) => {
    if (text === ALWAYS_SHOWN) return null;
    return text === NEVER_SHOWN ? 0 : z.decode(numberText, text);
  },
});

const counts = {
  target_participants: countText,
  maximum_participants: countText,
  show_places_left_from: shownFrom,
  offer_hours: numberText,
  // Blank: as in the series; 0: none.
  ...forMinutes(() => countText),
};

const forAll = <Name extends string, Value>(fields: Readonly<Record<Name, unknown>>, valueOf: (name: Name) => Value) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields have no other names
  Object.fromEntries(Object.keys(fields).map((name) => [name, valueOf(name as Name)])) as Record<Name, Value>;

/** The fields of an event as typed, in the form, its drafts and its edits; it trims, as the server does. */
export const eventValuesSchema = z.object({
  event_title: text,
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  google_calendar_id: text,
  close_when_full: z.boolean(),
  waiting_list: waitingListMode,
  speakers: z.array(z.string()),
  ...forAll(NO_TEXTS, () => text),
  ...forAll(NO_TIMES, () => z.string().nullable()),
  ...forAll(counts, () => text),
});

export type EventValues = Readonly<z.infer<typeof eventValuesSchema>>;

export const NEW_EVENT: EventValues = {
  event_title: '',
  show_on_form: true,
  brunch_event: false,
  google_calendar_id: NOT_IN_CALENDAR,
  close_when_full: false,
  waiting_list: 'off',
  speakers: [],
  ...NO_TEXTS,
  ...NO_TIMES,
  ...forAll(counts, () => ''),
  show_places_left_from: SHOWN_FROM,
  offer_hours: '24',
};

/** The initial values of the next event: most series repeat the rest. */
export const nextNewEvent = (added: EventValues): EventValues => ({
  ...added,
  event_title: '',
  google_calendar_id: added.google_calendar_id === NOT_IN_CALENDAR ? NOT_IN_CALENDAR : '',
  date: null,
  end_date: null,
  join_url: '',
});

const typed = (text: string | null): string => text ?? '';
/** A moment in the format of its field, to the minute. */
export const timeValue = (moment: string | null) => (moment === null ? null : `${dates.key(moment)} ${dates.time(moment)}:00`);

const storedCounts = z.object(counts);
const sentValues = eventValuesSchema.extend(counts).partial();

export const eventValuesOf = (event: Event): EventValues => ({
  ...z.encode(storedCounts, event),
  ...forAll(NO_TEXTS, (name) => typed(event[name])),
  ...forAll(NO_TIMES, (name) => timeValue(event[name])),
  event_title: event.event_title,
  show_on_form: event.show_on_form,
  brunch_event: event.brunch_event,
  google_calendar_id: typed(event.googleCalendarId),
  close_when_full: event.close_when_full,
  waiting_list: event.waiting_list,
  speakers: event.speakers,
});

/** The end and the closing time after the date changes: as far from it as before, by the clock. */
export function movedTimes(
  { date, end_date: end, closes_at: closing }: Pick<EventValues, 'date' | 'end_date' | 'closes_at'>,
  newDate: string | null,
): Pick<EventValues, 'end_date' | 'closes_at'> {
  const momentOf = (time: string | null) => (time === null ? undefined : parseEventDate(time, dates.timeZone));
  const [from, to] = [momentOf(date), momentOf(newDate)];
  const moved = (time: string | null, move: typeof movedEnd): string | null => {
    const moment = momentOf(time);
    if (from === undefined || to === undefined || moment === undefined) return time;
    return timeValue(move([from, moment], to, dates.timeZone).toISOString());
  };
  return { end_date: moved(end, movedEnd), closes_at: moved(closing, movedWithStart) };
}

/** The default end of an event that begins at this time: an hour later. */
export function usualEnd(date: string | null): string | null {
  const start = date === null ? undefined : parseEventDate(date, dates.timeZone);
  return start === undefined ? null : timeValue(new Date(start.getTime() + HOUR_MS).toISOString());
}

const sentTime = (time: string | null | undefined) => (time === undefined ? undefined : (time?.replace(' ', 'T') ?? null));

/** The changed fields as they are sent. Times have no zone, so that the server reads them in its own. */
export const eventEditBody = (changed: Partial<EventValues>): EventEdit => ({
  ...z.decode(sentValues, changed),
  ...forAll(NO_TIMES, (name) => sentTime(changed[name])),
});

export const eventProblems = (changed: Partial<EventValues>): Problems<EventValues> =>
  schemaProblems(eventEditSchema, eventEditBody(changed));

export type NewEventBody = z.input<typeof newEventSchema>;

export const newEventBody = (values: EventValues): NewEventBody => {
  const { event_title: title, google_calendar_id: calendarId } = values;
  const body = eventEditBody(values);
  return { ...body, event_title: title, google_calendar_id: calendarId, date: body.date ?? '' };
};

export const newEventProblems = (values: EventValues): Problems<EventValues> => schemaProblems(newEventSchema, newEventBody(values));

/** What may be wrong with the date of a new event, in the format `2026-11-26 09:30:00`; undefined if nothing is. */
export function unusualDate(date: string | null, now: Date): string | undefined {
  const moment = date === null ? undefined : parseEventDate(date, dates.timeZone);
  if (moment === undefined) return undefined;
  const found = [
    ...(moment < now ? ['This date is in the past.'] : []),
    ...(date?.endsWith(' 00:00:00') === true ? ['No time chosen: without an end, the event lasts the whole day.'] : []),
  ];
  return found.length === 0 ? undefined : found.join(' ');
}
