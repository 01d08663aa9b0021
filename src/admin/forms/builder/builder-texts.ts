import type { ListedEvent } from '#contract/events/event.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import * as texts from '#contract/texts/builder.ts';

/** The events of a series that a brunch menu may belong to. */
export type BrunchEvent = Pick<ListedEvent, 'id' | 'event_title' | 'show_on_form' | 'brunch_event'>;

/** The form whose fields are built. Only that of a series has brunch menus. */
export interface BuiltForm {
  readonly kind: FormRef['kind'];
  readonly events: readonly BrunchEvent[];
}

export const BUILDER_TEXTS = {
  series: {
    title: texts.SERIES_BUILDER_TITLE,
    note: 'Names, job title, organisation, email and events always come first.',
    required: texts.IS_MANDATORY,
    slack: texts.SHOW_ON_SLACK_SERIES,
  },
  marketing: {
    title: texts.MARKETING_BUILDER_TITLE,
    note: 'Names, job title, organisation and email always come first.',
    required: texts.REQUIRED_FIELD,
    slack: texts.SHOW_ON_SLACK,
  },
} as const;
