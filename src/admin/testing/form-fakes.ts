import type { ListedEvent } from '#contract/events/event.ts';
import type { FormField, NewField } from '#contract/forms/form-field.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';

/** An event for tests, with default values for everything that a test does not set. */
export const newListedEvent = (part: Partial<ListedEvent>): ListedEvent => ({
  id: '0199f0a0-0000-7000-8000-000000000002',
  event_title: 'Leading through change',
  date: null,
  show_on_form: true,
  brunch_event: false,
  googleCalendarId: null,
  target_participants: null,
  maximum_participants: null,
  end_date: null,
  close_when_full: false,
  show_places_left_from: 10,
  waiting_list: 'off',
  offer_hours: 24,
  venue: null,
  venue_address: null,
  join_url: null,
  opens_at: null,
  closes_at: null,
  cancelled_at: null,
  copper_tag: null,
  description: null,
  price: null,
  speakers: [],
  reminder_minutes: null,
  starting_soon_minutes: null,
  thank_you_minutes: null,
  reminder_note: null,
  version: 1,
  submissions_count: 0,
  ...part,
});

export const newField = (part: Partial<NewField>): NewField => ({
  type: 'input',
  label: 'Menu',
  required: false,
  options: [],
  show_on_slack: false,
  brunch_event: false,
  brunch_event_id: null,
  help_text: null,
  ...part,
});

/** A required field as the public form has it, for tests. */
export const newPublicField = (label: string, name: string, part: Partial<PublicField> = {}): PublicField => ({
  id: name,
  label,
  name,
  type: 'input',
  required: true,
  options: [],
  order: 1,
  brunch_event: false,
  brunch_event_id: null,
  ...part,
});

export const newFormField = (part: Partial<FormField>): FormField => ({
  ...newField({}),
  id: '0199f0a0-0000-7000-8000-000000000003',
  name: 'menu',
  inputType: part.type ?? 'input',
  order: 0,
  answers_count: 0,
  version: 1,
  ...part,
});
