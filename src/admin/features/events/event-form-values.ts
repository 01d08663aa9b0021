import { z } from 'zod';
import type { newEventSchema } from '#contract/event.ts';
import { isBlank } from '#contract/rules/text.ts';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';

export interface EventFormValues {
  event_title: string;
  show_on_form: boolean;
  brunch_event: boolean;
  google_calendar_id: string;
  /** `2026-11-26 09:30:00` in `TIME_ZONE`; null while none is chosen. */
  date: string | null;
  copper_tag: string;
}

export type NewEventBody = z.input<typeof newEventSchema>;

export const NEW_EVENT: EventFormValues = {
  event_title: '',
  show_on_form: true,
  brunch_event: false,
  google_calendar_id: '',
  date: null,
  copper_tag: '',
};

const REQUIRED_FIELDS = ['event_title', 'google_calendar_id', 'date'] as const;

/** The message for each required field that is blank. */
export function missingFields(values: EventFormValues): Partial<Record<keyof EventFormValues, string>> {
  const missing = REQUIRED_FIELDS.filter((name) => isBlank(values[name] ?? ''));
  return Object.fromEntries(missing.map((name) => [name, FILL_REQUIRED_FIELDS]));
}

/** The body to send: trimmed, and a blank tag is null. The date has no zone, so that the server reads it in its own. */
export function newEventBody(values: EventFormValues): NewEventBody {
  return {
    event_title: values.event_title.trim(),
    show_on_form: values.show_on_form,
    brunch_event: values.brunch_event,
    google_calendar_id: values.google_calendar_id.trim(),
    date: (values.date ?? '').replace(' ', 'T'),
    copper_tag: isBlank(values.copper_tag) ? null : values.copper_tag.trim(),
  };
}

/** Schema of the stored draft. */
export const eventFormSchema: z.ZodType<EventFormValues> = z.object({
  event_title: z.string(),
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  google_calendar_id: z.string(),
  date: z.string().nullable(),
  copper_tag: z.string(),
});

export const isTouched = (values: EventFormValues): boolean => JSON.stringify(values) !== JSON.stringify(NEW_EVENT);
