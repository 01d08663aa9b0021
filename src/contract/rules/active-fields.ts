export type FieldType = 'input' | 'textarea' | 'checkbox' | 'select' | 'disclaimer';

/** A custom field as the public form needs it; `name` is its key in the payload. */
export interface PublicField {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly order: number;
  readonly brunch_event: boolean;
  readonly brunch_event_id: string | null;
}

/** A visible event as the public form needs it. */
export interface PublicEvent {
  readonly id: string;
  readonly event_title: string;
  /** ISO 8601 in UTC, or null while it is undated. */
  readonly date: string | null;
  readonly brunch_event: boolean;
}

/** A brunch field is active only while its event is visible, still a brunch event, and chosen. */
const countsFor = (field: PublicField, events: readonly PublicEvent[], chosenEventIds: readonly string[]): boolean =>
  !field.brunch_event ||
  events.some((event) => event.id === field.brunch_event_id && event.brunch_event && chosenEventIds.includes(event.id));

/**
 * The fields that take an answer for this choice of events, in the order of the page: first those of brunch events, which are in the
 * events' cards. Disclaimers take no answer.
 */
export function activeFields<F extends PublicField>(
  fields: readonly F[],
  events: readonly PublicEvent[],
  chosenEventIds: readonly string[],
): F[] {
  const placeOf = (field: F): number => (field.brunch_event ? events.findIndex(({ id }) => id === field.brunch_event_id) : events.length);
  return fields
    .filter((field) => field.type !== 'disclaimer' && countsFor(field, events, chosenEventIds))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order);
}

/** The disclaimers in order; they come after all other custom fields. */
export const disclaimers = <F extends PublicField>(fields: readonly F[]): F[] =>
  fields.filter((field) => field.type === 'disclaimer').toSorted((a, b) => a.order - b.order);

/** The label of the first disclaimer, or null. */
export const disclaimerText = (fields: readonly PublicField[]): string | null => disclaimers(fields)[0]?.label ?? null;
