import { z } from 'zod';
import type { Edits } from '#admin/api/edits.ts';
import type { Problems } from '#admin/api/use-edits.ts';
import { type SeriesEdit, type SeriesSettings, seriesEditSchema } from '#contract/event-series.ts';

/** The settings of a series or form as they are typed: what is not set is empty. */
export type NotificationValues = Readonly<z.infer<typeof notificationValuesSchema>>;

export const notificationValuesSchema = z.object({
  title: z.string(),
  send_notifications_slack: z.boolean(),
  slack_channel_id: z.string(),
  copper_tag: z.string(),
  email_forward: z.string(),
  email_from: z.string(),
  email_subject: z.string(),
  email_template: z.string(),
});

/** Edits of settings that were put aside when a session ended. */
const settingsEditsSchema: z.ZodType<Edits<NotificationValues>> = z.object({
  mine: notificationValuesSchema.partial(),
  base: notificationValuesSchema.partial(),
});

/** The settings as they are saved. */
export const savedSettings = (settings: Omit<SeriesSettings, 'id' | 'version'>): NotificationValues => ({
  title: settings.title,
  send_notifications_slack: settings.send_notifications_slack,
  slack_channel_id: settings.slack_channel_id ?? '',
  copper_tag: settings.copper_tag ?? '',
  email_forward: settings.email_forward ?? '',
  email_from: settings.email_from ?? '',
  email_subject: settings.email_subject ?? '',
  email_template: settings.email_template ?? '',
});

/** The settings as the server stores them: without spaces around. */
export const storedSettings = (values: NotificationValues): NotificationValues => ({
  title: values.title.trim(),
  send_notifications_slack: values.send_notifications_slack,
  slack_channel_id: values.slack_channel_id.trim(),
  copper_tag: values.copper_tag.trim(),
  email_forward: values.email_forward.trim(),
  email_from: values.email_from.trim(),
  email_subject: values.email_subject.trim(),
  email_template: values.email_template.trim(),
});

/** What is wrong with changed settings by field, in the words of the server: the schema is the same. */
export function schemaProblems(schema: z.ZodType, changed: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(changed).error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}

/** What is wrong with changed settings of a series. */
export const settingsProblems = (changed: SeriesEdit): Problems<NotificationValues> => schemaProblems(seriesEditSchema, changed);

/** How settings of one kind are put aside, stored and checked. */
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
