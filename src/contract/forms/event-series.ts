import { z } from 'zod';
import { listedEventSchema, publicEventSchema } from '../events/event.ts';
import { forMinutes, mailMinutes } from '../registrations/mail-kind.ts';
import { forTextSettings, notificationSettings } from '../steps/steps.ts';
import { TITLE_REQUIRED } from '../texts/staff.ts';
import { descriptionText, id, moment, requiredLine, text } from '../wire-text.ts';
import { fieldSchema, publicFieldSchema } from './form-field.ts';
import { faceSettings, speakersSchema } from './public-face.ts';

export const VISITOR_TEXT_MAX_LENGTH = 1_000;

export const titleSchema = z.object({ title: requiredLine(TITLE_REQUIRED) });

/** What happens to a sign-up by an address already registered for the event. */
export const repeatPolicy = z.enum(['allow', 'update', 'refuse']);

const SELF_SERVICE_HOURS_MAX = 720;
const HOURS_EXPECTED = `Please enter a whole number of hours, at most ${SELF_SERVICE_HOURS_MAX}`;

const visitorText = text(VISITOR_TEXT_MAX_LENGTH).nullable();

/** The settings of the pages on which people see their sign-up, and what they may do there. */
export const selfServiceSettings = {
  self_service: z.boolean(),
  self_service_answers: z.boolean(),
  self_service_events: z.boolean(),
  self_service_cancel: z.boolean(),
};

const formEdit = {
  ...notificationSettings,
  is_archived: z.boolean(),
  success_text: visitorText,
  description: descriptionText,
  ...faceSettings,
};

/** Settings that marketing forms do not have. */
const ofSeries = {
  speakers: speakersSchema,
  duplicate_policy: repeatPolicy,
  /** Whether the confirmation has a calendar file for each event, and the form links to calendars. */
  calendar_entries: z.boolean(),
  /** Whether emails and self-service pages have a code that is scanned at the door. */
  check_in_codes: z.boolean(),
  ...selfServiceSettings,
  /** The feedback list that the thank-you links to. */
  feedback_list_id: id.nullable(),
};

export const anyFormEditSchema = z.object(formEdit).partial();

export const seriesEditSchema = z
  .object({
    ...formEdit,
    ...ofSeries,
    closed_text: visitorText,
    self_service_hours: z.int(HOURS_EXPECTED).min(0, HOURS_EXPECTED).max(SELF_SERVICE_HOURS_MAX, HOURS_EXPECTED),
    ...forMinutes(mailMinutes),
  })
  .partial();

export const anyFormSettingsSchema = z.object({
  id,
  title: z.string(),
  send_notifications_slack: z.boolean(),
  ...forTextSettings(() => z.string().nullable()),
  /** Whether its card is folded away on the dashboard; nothing else depends on it. */
  is_archived: z.boolean(),
  /** Shown to visitors after a sign-up; null means the default text. */
  success_text: z.string().nullable(),
  description: z.string().nullable(),
  ...faceSettings,
  version: z.int(),
});

export const seriesSettingsSchema = anyFormSettingsSchema.extend({
  ...ofSeries,
  /** Shown to visitors while no event can be chosen; null means the default text. */
  closed_text: z.string().nullable(),
  /** How many hours before an event people can no longer change their registration. */
  self_service_hours: z.int(),
  /** How long before each event people are reminded, and how long after it they are thanked; 0: never. */
  ...forMinutes(() => z.int()),
});

export const seriesCardSchema = z.object({
  id,
  title: z.string(),
  events_count: z.int(),
  /** How many of its limited events on the form are full, and how many people are waiting for them; absent without such events. */
  full_events_count: z.int().optional(),
  waiting_count: z.int().optional(),
  /** Absent without any. */
  hidden_events_count: z.int().optional(),
  signups_count: z.int(),
  next_event_date: moment.nullable(),
  days_until_next_event: z.int(),
  is_archived: z.boolean(),
});

export const seriesSchema = seriesSettingsSchema.extend({
  disclaimerText: z.string().nullable(),
  events: z.array(listedEventSchema),
  formFields: z.array(fieldSchema),
  view_stats: z.array(z.object({ date: z.iso.date(), views: z.int() })),
  /** Blocked submissions of the last 30 days by UTC day, oldest first. */
  refused_tries: z.array(z.object({ date: z.iso.date(), tries: z.int() })),
  visible_events_count: z.int(),
  hidden_events_count: z.int(),
  signups_count: z.int(),
});

export const publicSeriesSchema = z.object({
  id,
  title: z.string(),
  speakers: speakersSchema.optional(),
  disclaimerText: z.string().nullable(),
  events: z.array(publicEventSchema),
  formFields: z.array(publicFieldSchema),
});

/** Which events to include: `showOnlyDisabledEvents` takes precedence over `show_on_form`; `duplicates=false` omits their count, the slowest part. */
export const seriesQuerySchema = z.object({
  show_on_form: z.stringbool().optional(),
  showOnlyDisabledEvents: z.stringbool().optional(),
  duplicates: z.stringbool().optional(),
});

/** What is deleted with a series, each submission counted once. `to_tell`: registrations for events that have not begun, whose people can be emailed. */
export const seriesLossesSchema = z.object({ events: z.int(), submissions: z.int(), fields: z.int(), to_tell: z.int() });
export type SeriesLosses = z.infer<typeof seriesLossesSchema>;
export type RepeatPolicy = z.infer<typeof repeatPolicy>;
export type SeriesEdit = z.infer<typeof seriesEditSchema>;
export type SeriesSettings = z.infer<typeof seriesSettingsSchema>;
export type SeriesCard = z.infer<typeof seriesCardSchema>;
export type Series = z.infer<typeof seriesSchema>;
export type PublicSeries = z.infer<typeof publicSeriesSchema>;
