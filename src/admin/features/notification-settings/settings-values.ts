import { z } from 'zod';
import { type Edits, editsSchema } from '#admin/forms/edits.ts';
import { type Problems, schemaProblems } from '#admin/forms/problems.ts';
import { seriesEditSchema, type SeriesSettings } from '#contract/event-series.ts';
import { forTextSettings } from '#contract/notification-settings.ts';

/** The settings of a series or marketing form as typed; unset ones are empty strings. */
export type NotificationValues = Readonly<z.infer<typeof notificationValuesSchema>>;

export const notificationValuesSchema = z.object({
  title: z.string(),
  send_notifications_slack: z.boolean(),
  ...forTextSettings(() => z.string()),
});

export const savedSettings = (settings: Omit<SeriesSettings, 'id' | 'version'>): NotificationValues => ({
  title: settings.title,
  send_notifications_slack: settings.send_notifications_slack,
  ...forTextSettings((name) => settings[name] ?? ''),
});

/** How the settings of a series or of a marketing form are drafted and validated. */
export interface SettingsShape<Values extends NotificationValues> {
  readonly schema: z.ZodType<Edits<Values>>;
  readonly problemsOf: (changed: Partial<Values>) => Problems<Values>;
}

export const SERIES_SHAPE: SettingsShape<NotificationValues> = {
  schema: editsSchema(notificationValuesSchema),
  problemsOf: (changed) => schemaProblems(seriesEditSchema, changed),
};
