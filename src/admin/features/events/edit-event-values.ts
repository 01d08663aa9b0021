import { z } from 'zod';
import type { Edits } from '#admin/api/edits.ts';
import type { Problems } from '#admin/api/use-edits.ts';
import type { Dates } from '#admin/ui/dates.ts';
import { type Event, type EventEdit, eventEditSchema } from '#contract/event.ts';
import { isBlank } from '#contract/rules/text.ts';

/** The fields of an event as they are typed; `date` is as in `DateField`. */
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

/** Edits of an event that were put aside when a session ended. */
export const eventEditsSchema: z.ZodType<Edits<EditEventValues>> = z.object({
  mine: editEventValuesSchema.partial(),
  base: editEventValuesSchema.partial(),
});

/** An event as it is saved, its date on the clocks of the server's zone (decision 7). */
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

/** The fields as the server stores them: without spaces around. */
export const storedEvent = (values: EditEventValues): EditEventValues => ({
  ...values,
  event_title: values.event_title.trim(),
  google_calendar_id: values.google_calendar_id.trim(),
  copper_tag: values.copper_tag.trim(),
  target_participants: values.target_participants.trim(),
  maximum_participants: values.maximum_participants.trim(),
});

/** Digits only: JavaScript would read `1e3` and `0x10` as numbers too. What is no number is refused by the schema, in its words. */
function countOf(text: string): number | null {
  if (isBlank(text)) return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** Changed fields as they are sent: the date without zone, so that the server reads it in its own (decision 7). */
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

/** What is wrong with changed fields, in the words of the server: the schema is the same. */
export function eventProblems(changed: Partial<EditEventValues>): Problems<EditEventValues> {
  const problems: Record<string, string> = {};
  for (const { path, message } of eventEditSchema.safeParse(eventEditBody(changed)).error?.issues ?? [])
    problems[path.join('.')] ??= message;
  return problems;
}
