import { z } from 'zod';
import { editsSchema } from '#admin/forms/edits.ts';
import { type Problems, schemaProblems } from '#admin/forms/problems.ts';
import type { Dates } from '#admin/ui/format/dates.ts';
import { type Event, type EventEdit, eventEditSchema } from '#contract/event.ts';
import { isBlank } from '#contract/rules/text.ts';

/** The fields of an event as they are typed; `date` as in `DateField`. */
export type EditEventValues = Readonly<z.infer<typeof editEventValuesSchema>>;

const editEventValuesSchema = z.object({
  event_title: z.string(),
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  google_calendar_id: z.string(),
  date: z.string().nullable(),
  copper_tag: z.string(),
  target_participants: z.string(),
  maximum_participants: z.string(),
});

/** Schema of the draft that is stored when a session ends. */
export const eventEditsSchema = editsSchema(editEventValuesSchema);

/** The saved event as form values, its date in the server's time zone. */
export const savedEvent = (event: Event, dates: Dates): EditEventValues => ({
  event_title: event.event_title,
  show_on_form: event.show_on_form,
  brunch_event: event.brunch_event,
  google_calendar_id: event.googleCalendarId ?? '',
  date: event.date === null ? null : `${dates.key(event.date)} ${dates.time(event.date)}:00`,
  copper_tag: event.copper_tag ?? '',
  target_participants: event.target_participants?.toString() ?? '',
  maximum_participants: event.maximum_participants?.toString() ?? '',
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
}: Partial<EditEventValues>): EventEdit {
  return {
    ...rest,
    ...(date === undefined ? {} : { date: date?.replace(' ', 'T') ?? null }),
    ...(target === undefined ? {} : { target_participants: countOf(target) }),
    ...(maximum === undefined ? {} : { maximum_participants: countOf(maximum) }),
  };
}

/** The errors of the changed fields, by the same schema as on the server. */
export const eventProblems = (changed: Partial<EditEventValues>): Problems<EditEventValues> =>
  schemaProblems(eventEditSchema, eventEditBody(changed));
