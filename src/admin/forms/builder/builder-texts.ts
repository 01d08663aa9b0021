import type { ListedEvent } from '#contract/events/event.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';

/** The events of a series that a brunch menu may belong to. */
export type BrunchEvent = Pick<ListedEvent, 'id' | 'event_title' | 'show_on_form' | 'brunch_event'>;

/** The form being built. Only a series' form has brunch menus. */
export interface BuiltForm {
  readonly kind: FormRef['kind'];
  readonly events: readonly BrunchEvent[];
}

export const BUILDER_TEXTS = {
  series: {
    title: 'Event series form',
    note: 'Names, job title, organisation, email and events always come first.',
    required: 'Is this field mandatory?',
    slack: 'Show this field on Slack?',
  },
  marketing: {
    title: 'Marketing form',
    note: 'Names, job title, organisation and email always come first.',
    required: 'Required Field',
    slack: 'Show on slack',
  },
} as const;
