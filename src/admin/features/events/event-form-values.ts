import { z } from 'zod';
import type { newEventSchema } from '#contract/event.ts';
import { isBlank } from '#contract/rules/text.ts';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';

/** What is typed on the Add event screen. */
export interface EventFormValues {
  event_title: string;
  show_on_form: boolean;
  brunch_event: boolean;
  google_calendar_id: string;
  /** `2026-11-26 09:30:00` on the clocks of `TIME_ZONE`; null while none is chosen. */
  date: string | null;
  copper_tag: string;
}

/** A new event as it is sent. */
export type NewEventBody = z.input<typeof newEventSchema>;

export const NEW_EVENT: EventFormValues = {
  event_title: '',
  show_on_form: true,
  brunch_event: false,
  google_calendar_id: '',
  date: null,
  copper_tag: '',
};

/** The fields that must be filled, in the order in which they stand (spec section 5). */
const REQUIRED_FIELDS = ['event_title', 'google_calendar_id', 'date'] as const;

/** The message for each required field that is empty; whitespace-only counts as empty. */
export function missingFields(values: EventFormValues): Partial<Record<keyof EventFormValues, string>> {
  const missing = REQUIRED_FIELDS.filter((name) => isBlank(values[name] ?? ''));
  return Object.fromEntries(missing.map((name) => [name, FILL_REQUIRED_FIELDS]));
}

/** What is sent: trimmed, an empty tag as none. The date keeps no zone, so the server reads it in its own (decision 7). */
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

/** What a form that was put aside looks like. */
export const eventFormSchema: z.ZodType<EventFormValues> = z.object({
  event_title: z.string(),
  show_on_form: z.boolean(),
  brunch_event: z.boolean(),
  google_calendar_id: z.string(),
  date: z.string().nullable(),
  copper_tag: z.string(),
});

/** Whether anything was typed. */
export const isTouched = (values: EventFormValues): boolean => JSON.stringify(values) !== JSON.stringify(NEW_EVENT);
