import { z } from 'zod';
import { listedEventSchema, publicEventSchema } from './event.ts';
import { fieldSchema, publicFieldSchema } from './form-field.ts';
import { EMAIL_INVALID } from './texts/sign-up.ts';
import { TITLE_REQUIRED } from './texts/staff.ts';
import { id, moment, optionalEmail, optionalLine, requiredLine, TEMPLATE_MAX_LENGTH, text } from './wire-text.ts';

export const titleSchema = z.object({ title: requiredLine(TITLE_REQUIRED) });

/** Settings that a series and a marketing form have in common, as they are written. */
export const notificationSettings = {
  title: requiredLine(TITLE_REQUIRED),
  send_notifications_slack: z.boolean(),
  slack_channel_id: optionalLine(),
  copper_tag: optionalLine(),
  email_forward: optionalEmail(EMAIL_INVALID.series),
  email_from: optionalEmail(EMAIL_INVALID.series),
  email_subject: optionalLine(),
  email_template: text(TEMPLATE_MAX_LENGTH).nullable(),
};

/** Changed settings of a series; what is not sent stays as it is (decision 16). */
export const seriesEditSchema = z.object(notificationSettings).partial();

/** The settings of a series as staff read them. */
export const seriesSettingsSchema = z.object({
  id,
  title: z.string(),
  send_notifications_slack: z.boolean(),
  slack_channel_id: z.string().nullable(),
  copper_tag: z.string().nullable(),
  email_forward: z.string().nullable(),
  email_from: z.string().nullable(),
  email_subject: z.string().nullable(),
  email_template: z.string().nullable(),
  version: z.int(),
});

/** A card of the dashboard (decision 20). */
export const seriesCardSchema = z.object({
  id,
  title: z.string(),
  events_count: z.int(),
  signups_count: z.int(),
  next_event_date: moment.nullable(),
  days_until_next_event: z.int(),
});

/** Tries to sign up of the last 30 days that were taken for a machine's or came too often, by UTC day, oldest first (decision 32). */
export const refusedTriesSchema = z.array(z.object({ date: z.iso.date(), tries: z.int() }));

/** One series with its events, fields and views, for staff (decision 20). `hidden_events_count` is how many events are not on the form. */
export const seriesSchema = seriesSettingsSchema.extend({
  disclaimerText: z.string().nullable(),
  events: z.array(listedEventSchema),
  formFields: z.array(fieldSchema),
  view_stats: z.array(z.object({ date: z.iso.date(), views: z.int() })),
  refused_tries: refusedTriesSchema,
  visible_events_count: z.int(),
  hidden_events_count: z.int(),
  signups_count: z.int(),
});

/** What the public form needs, and nothing else (decision 15). */
export const publicSeriesSchema = z.object({
  id,
  title: z.string(),
  disclaimerText: z.string().nullable(),
  events: z.array(publicEventSchema),
  formFields: z.array(publicFieldSchema),
});

/** Which events a read of one series gives: `showOnlyDisabledEvents` wins over `show_on_form` (decision 14). */
export const seriesQuerySchema = z.object({
  show_on_form: z.stringbool().optional(),
  showOnlyDisabledEvents: z.stringbool().optional(),
});

/** What goes with a series when it is deleted: its events, its sign-ups, each once, and the fields of its form. */
export const seriesLossesSchema = z.object({ events: z.int(), submissions: z.int(), fields: z.int() });

export type SeriesLosses = z.infer<typeof seriesLossesSchema>;
export type SeriesEdit = z.infer<typeof seriesEditSchema>;
export type SeriesSettings = z.infer<typeof seriesSettingsSchema>;
export type SeriesCard = z.infer<typeof seriesCardSchema>;
export type Series = z.infer<typeof seriesSchema>;
export type PublicSeries = z.infer<typeof publicSeriesSchema>;
