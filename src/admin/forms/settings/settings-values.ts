import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { lateMailsOfSeries, useLateNotice } from '#admin/events/event-mails.tsx';
import { editSettings, type ReadForm } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { numberText } from '#admin/records/number-text.ts';
import { type Problems, schemaProblems, withoutEdits } from '#admin/records/row-edits.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useMay } from '#admin/session/session.ts';
import { useSaving } from '#admin/ui/states/use-saving.tsx';
import { selfServiceSettings, repeatPolicy, type SeriesEdit, seriesEditSchema, type SeriesSettings } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormSettings } from '#contract/forms/marketing-form.ts';
import { type Cover, coverSchema, themeSchema } from '#contract/forms/public-face.ts';
import { seriesMailCalls } from '#contract/forms/series-mails.ts';
import { forMinutes } from '#contract/registrations/mail-kind.ts';
import { forTextSettings } from '#contract/steps/steps.ts';

/** A cover as typed: its description is kept while it is marked as decorative. */
const coverValueSchema = coverSchema.extend({ alt: z.string(), isDecoration: z.boolean() }).nullable();

export type CoverValue = z.infer<typeof coverValueSchema>;

const coverCodec = z.codec(coverValueSchema, z.custom<Cover | null>(), {
  encode: (cover) => cover && { ...cover, isDecoration: cover.alt === '' },
  decode: (value) => value && { large: value.large, small: value.small, alt: value.isDecoration ? '' : value.alt },
});

/** What a typed cover lacks: a description for people who cannot see it. */
const coverProblems = (value: CoverValue | undefined): Record<string, string> =>
  value && !value.isDecoration && value.alt.trim() === '' ? { 'cover.alt': 'Please describe the picture, or tick ‘Decorative’' } : {};

const speakerValueSchema = z.object({ id: z.string(), name: z.string(), role: z.string(), picture: z.string().nullable() });

const settingsValuesSchema = z.object({
  title: z.string(),
  send_notifications_slack: z.boolean(),
  ...forTextSettings(() => z.string()),
  donwloadable_content: z.boolean(),
  closed_text: z.string(),
  success_text: z.string(),
  description: z.string(),
  cover: coverValueSchema,
  speakers: z.array(speakerValueSchema),
  theme: themeSchema.extend({ accent: z.string().nullable() }).nullable(),
  in_search: z.boolean(),
  duplicate_policy: repeatPolicy,
  calendar_entries: z.boolean(),
  check_in_codes: z.boolean(),
  ...selfServiceSettings,
  self_service_hours: z.string(),
  ...forMinutes(() => z.string()),
  feedback_list_id: z.string(),
});

export type SpeakerValue = z.infer<typeof speakerValueSchema>;
export type SettingsValues = Readonly<z.infer<typeof settingsValuesSchema>>;

type Unversioned<Settings> = Omit<Settings, 'id' | 'version' | 'is_archived'>;

/** Values that only a series or only a marketing form has, as the other kind shows them. */
const OF_ONE_KIND = {
  donwloadable_content: false,
  closed_text: null,
  speakers: [],
  duplicate_policy: 'allow',
  calendar_entries: false,
  check_in_codes: false,
  self_service: false,
  self_service_answers: true,
  self_service_events: true,
  self_service_cancel: true,
  self_service_hours: 0,
  ...forMinutes(() => 0),
  feedback_list_id: null,
} as const;

/** The settings that are sent in a different format from that typed. */
const sent = {
  cover: coverCodec,
  self_service_hours: numberText,
  ...forMinutes(() => numberText),
  feedback_list_id: z.codec(z.string(), z.custom<string | null>(), { encode: (id) => id ?? '', decode: (id) => id || null }),
};
const storedSettings = z.object(sent);
const sentSettings = settingsValuesSchema.extend(sent).partial();

export function savedSettings(saved: Unversioned<SeriesSettings> | Unversioned<FormSettings>): SettingsValues {
  const settings = { ...OF_ONE_KIND, ...saved };
  return settingsValuesSchema.parse({
    ...settings,
    ...forTextSettings((name) => settings[name] ?? ''),
    closed_text: settings.closed_text ?? '',
    success_text: settings.success_text ?? '',
    description: settings.description ?? '',
    speakers: settings.speakers.map((speaker) => ({ ...speaker, role: speaker.role ?? '' })),
    ...z.encode(storedSettings, settings),
  });
}

/** The changed settings as sent; the schema refuses hours that are not a number. */
export const toEdit = (changed: Partial<SettingsValues>): SeriesEdit => z.decode(sentSettings, changed);

/** The errors in changed settings, by the schema of a series, which covers everything that can be wrong in a marketing form. */
export const settingsProblems = (changed: Partial<SettingsValues>): Problems<SettingsValues> => ({
  ...coverProblems(changed.cover),
  ...schemaProblems(seriesEditSchema, toEdit(changed)),
});

/** What the public page shows of the settings, as far as they would be accepted. */
export function shownSettings(values: SettingsValues): SeriesEdit {
  const wrong = Object.keys(schemaProblems(seriesEditSchema, toEdit(values))).map((path) => path.split('.')[0] ?? path);
  const { title, description, cover, speakers, theme, closed_text, donwloadable_content } = withoutEdits(
    { local: values, base: {} },
    wrong,
  ).local;
  return toEdit({ title, description, cover, speakers, theme, closed_text, donwloadable_content });
}

/** The mail after a sign-up as typed, and what it includes. */
export const mailOf = (values: SettingsValues) => ({
  title: values.title,
  from: values.email_from,
  subject: values.email_subject,
  template: values.email_template,
  hasSelfService: values.self_service,
  hasCode: values.check_in_codes,
});

export function useSettingsForm(ref: FormRef, read: ReadForm) {
  const may = useMay();
  const showLate = useLateNotice(read);
  const form = useSavedRecord<SettingsValues, SeriesSettings | FormSettings>({
    name: 'settings',
    schema: settingsValuesSchema,
    isReadOnly: !may(ref.kind === 'series' ? formCalls.editEventSeries : formCalls.editForm),
    read,
    valuesOf: savedSettings,
    problemsOf: settingsProblems,
    send: async (changed, guard) => {
      const saved = await editSettings(ref, { body: toEdit(changed), ...guard });
      if (read.kind === 'series' && 'reminder_minutes' in saved) showLate(lateMailsOfSeries(read.events, read, saved));
      return saved;
    },
    readsKey: queryKeys.readsOf(ref),
    staleKeys: [queryKeys.cardsOf(ref), ...(ref.kind === 'series' ? [seriesMailsKey(ref.id)] : [])],
  });
  return { ...form, ...useSaving(form) };
}

export const seriesMailsKey = (seriesId: string) => [...queryKeys.series(seriesId), 'mails'];

export const seriesMailsQuery = (seriesId: string) =>
  queryOptions({
    queryKey: seriesMailsKey(seriesId),
    meta: { follows: [`series/${seriesId}`] },
    queryFn: ({ signal }) => call(seriesMailCalls.listSeriesMails, { params: { id: seriesId }, signal }),
  });
