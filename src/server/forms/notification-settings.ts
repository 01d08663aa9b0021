import type { SeriesEdit, SeriesSettings } from '#contract/event-series.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';

const optional = (text: string | null | undefined): string | null | undefined => (text === undefined ? undefined : trimmedOrNull(text));

/** The columns that series and marketing forms share, from an edit; those it does not send are undefined. */
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

/** The settings that series and marketing forms share, by explicit names, so that a new column cannot leak. */
export const presentSettings = (row: SeriesSettings): SeriesSettings => ({
  id: row.id,
  title: row.title,
  send_notifications_slack: row.send_notifications_slack,
  slack_channel_id: row.slack_channel_id,
  copper_tag: row.copper_tag,
  email_forward: row.email_forward,
  email_from: row.email_from,
  email_subject: row.email_subject,
  email_template: row.email_template,
  version: row.version,
});
