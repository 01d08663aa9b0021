import type { SeriesEdit } from '#contract/event-series.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';

const optional = (text: string | null | undefined): string | null | undefined => (text === undefined ? undefined : trimmedOrNull(text));

/** The columns that a series and a marketing form have in common, from what an edit sends; what it does not send is undefined. */
export const settingsColumns = (edit: SeriesEdit) => ({
  title: edit.title?.trim(),
  send_notifications_slack: edit.send_notifications_slack,
  slack_channel_id: optional(edit.slack_channel_id),
  copper_tag: optional(edit.copper_tag),
  email_forward: optional(edit.email_forward),
  email_from: optional(edit.email_from),
  email_subject: optional(edit.email_subject),
  email_template: optional(edit.email_template),
});
