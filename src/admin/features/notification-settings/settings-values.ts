import { z } from 'zod';
import type { Edits } from '#admin/forms/edits.ts';
import type { Problems } from '#admin/forms/use-edits.ts';
import { type SeriesEdit, seriesEditSchema, type SeriesSettings } from '#contract/event-series.ts';
import { forTextSettings } from '#contract/notification-settings.ts';

/** The settings of a series or marketing form as typed; unset ones are empty strings. */
export type NotificationValues = Readonly<z.infer<typeof notificationValuesSchema>>;

export const notificationValuesSchema = z.object({
  title: z.string(),
  send_notifications_slack: z.boolean(),
  ...forTextSettings(() => z.string()),
});

const settingsEditsSchema: z.ZodType<Edits<NotificationValues>> = z.object({
  local: notificationValuesSchema.partial(),
  base: notificationValuesSchema.partial(),
});

export const savedSettings = (settings: Omit<SeriesSettings, 'id' | 'version'>): NotificationValues => ({
  title: settings.title,
  send_notifications_slack: settings.send_notifications_slack,
  ...forTextSettings((name) => settings[name] ?? ''),
});

/** The settings as the server stores them: trimmed. */
export const storedSettings = (values: NotificationValues): NotificationValues => ({
  title: values.title.trim(),
  send_notifications_slack: values.send_notifications_slack,
  ...forTextSettings((name) => values[name].trim()),
});

/** The first error of each field, with the server's messages because the schema is the same. */
export function schemaProblems(schema: z.ZodType, changed: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(changed).error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}

export const settingsProblems = (changed: SeriesEdit): Problems<NotificationValues> => schemaProblems(seriesEditSchema, changed);

/** How the settings of a series or of a marketing form are drafted, stored and validated. */
export interface SettingsShape<Values extends NotificationValues> {
  readonly schema: z.ZodType<Edits<Values>>;
  readonly stored: (values: Values) => Values;
  readonly problemsOf: (changed: Partial<Values>) => Problems<Values>;
}

export const SERIES_SHAPE: SettingsShape<NotificationValues> = {
  schema: settingsEditsSchema,
  stored: storedSettings,
  problemsOf: settingsProblems,
};
