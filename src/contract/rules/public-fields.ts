import type { z } from 'zod';
import type { publicEventSchema } from '../events/event.ts';
import type { publicFieldSchema } from '../forms/form-field.ts';
import { takesAnswer } from './field-types.ts';

/** A custom field as the public form needs it; `name` is its key in the payload. Only the wire has `inputType`, which repeats `type`. */
export type PublicField = Readonly<Omit<z.infer<typeof publicFieldSchema>, 'inputType' | 'options' | 'help_text'>> & {
  readonly options: readonly string[];
  /** Omitted from the pages of forms without any. */
  readonly help_text?: string | null;
  /** Attributes of its input, if it asks for something that browsers know. */
  readonly input?: Readonly<Record<'type' | 'autoComplete', string>>;
};

/** What decides whether an event's brunch fields are asked. */
type EventOfFields = Pick<PublicEvent, 'id' | 'brunch_event'>;
export type PublicEvent = Readonly<z.infer<typeof publicEventSchema>>;

/** A brunch field is active only while its event is visible, still a brunch event, and chosen. */
const isActive = (field: PublicField, events: readonly EventOfFields[], chosenEventIds: readonly string[]): boolean =>
  !field.brunch_event ||
  events.some((event) => event.id === field.brunch_event_id && event.brunch_event && chosenEventIds.includes(event.id));

/** The fields that take an answer for these events, in the order of the page: those of brunch events are in their cards. */
export function activeFields<F extends PublicField>(
  fields: readonly F[],
  events: readonly EventOfFields[],
  chosenEventIds: readonly string[],
): F[] {
  const placeOf = (field: F): number => (field.brunch_event ? events.findIndex(({ id }) => id === field.brunch_event_id) : events.length);
  return fields
    .filter((field) => takesAnswer(field) && isActive(field, events, chosenEventIds))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order);
}

export const disclaimers = <F extends PublicField>(fields: readonly F[]): F[] =>
  fields.filter((field) => !takesAnswer(field)).toSorted((a, b) => a.order - b.order);

export const disclaimerText = (fields: readonly PublicField[]): string | null => disclaimers(fields)[0]?.label ?? null;
