import type { SeriesEdit } from '#contract/event-series.ts';
import { forTextSettings } from '#contract/notification-settings.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';

const optional = (text: string | null | undefined): string | null | undefined => (text === undefined ? undefined : trimmedOrNull(text));

/** The columns that series and marketing forms share, from an edit; those it does not send are undefined. */
export const settingsColumns = (edit: SeriesEdit) => ({
  title: edit.title?.trim(),
  send_notifications_slack: edit.send_notifications_slack,
  ...forTextSettings((name) => optional(edit[name])),
});
