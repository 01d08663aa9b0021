import type { ListedEvent } from '#contract/events/event.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import {
  IS_MANDATORY,
  MARKETING_BUILDER_TITLE,
  REQUIRED_FIELD,
  SERIES_BUILDER_TITLE,
  SHOW_ON_SLACK,
  SHOW_ON_SLACK_SERIES,
} from '#contract/texts/builder.ts';

export interface BuilderKind {
  readonly formKind: FormRef['kind'];
  readonly title: string;
  readonly note: string;
  readonly requiredLabel: string;
  readonly slackLabel: string;
  readonly hasBrunchMenus: boolean;
}

export type BrunchEvent = Pick<ListedEvent, 'id' | 'event_title' | 'show_on_form' | 'brunch_event'>;

export const SERIES_BUILDER: BuilderKind = {
  formKind: 'series',
  title: SERIES_BUILDER_TITLE,
  note: 'Names, job title, organisation, email and events always come first.',
  requiredLabel: IS_MANDATORY,
  slackLabel: SHOW_ON_SLACK_SERIES,
  hasBrunchMenus: true,
};

export const MARKETING_BUILDER: BuilderKind = {
  formKind: 'marketing',
  title: MARKETING_BUILDER_TITLE,
  note: 'Names, job title, organisation and email always come first.',
  requiredLabel: REQUIRED_FIELD,
  slackLabel: SHOW_ON_SLACK,
  hasBrunchMenus: false,
};
