export type FieldType = 'input' | 'textarea' | 'checkbox' | 'select' | 'disclaimer';

/** What a public form needs to know of a custom field; `name` is its key in the payload (decision 15). */
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

/** What a public form needs to know of a visible event. */
export interface PublicEvent {
  readonly id: string;
  readonly event_title: string;
  /** ISO 8601 in UTC, or null while it is undated. */
  readonly date: string | null;
  readonly brunch_event: boolean;
}

/** A brunch field counts only while its event is visible, still a brunch event, and chosen (spec section 5, decision 17). */
const countsFor = (field: PublicField, events: readonly PublicEvent[], chosenEventIds: readonly string[]): boolean =>
  !field.brunch_event ||
  events.some((event) => event.id === field.brunch_event_id && event.brunch_event && chosenEventIds.includes(event.id));

/** The fields that take an answer for this choice of events, in their order; disclaimers take none (decision 2). */
export const activeFields = <F extends PublicField>(
  fields: readonly F[],
  events: readonly PublicEvent[],
  chosenEventIds: readonly string[],
): F[] =>
  fields.filter((field) => field.type !== 'disclaimer' && countsFor(field, events, chosenEventIds)).toSorted((a, b) => a.order - b.order);

/** The disclaimers in their order: they stand after all other custom fields (decision 2). */
export const disclaimers = <F extends PublicField>(fields: readonly F[]): F[] =>
  fields.filter((field) => field.type === 'disclaimer').toSorted((a, b) => a.order - b.order);

/** The label of the form's first disclaimer, or null: the text lives in one place (decision 2). */
export const disclaimerText = (fields: readonly PublicField[]): string | null => disclaimers(fields)[0]?.label ?? null;
