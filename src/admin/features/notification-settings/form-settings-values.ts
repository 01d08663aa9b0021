import { z } from 'zod';
import { editsSchema } from '#admin/forms/edits.ts';
import { schemaProblems } from '#admin/forms/problems.ts';
import { formEditSchema, type FormSettings } from '#contract/marketing-form.ts';
import { sendsMail } from './service-warnings.ts';
import { notificationValuesSchema, savedSettings, type SettingsShape } from './settings-values.ts';

const formValuesSchema = notificationValuesSchema.extend({ donwloadable_content: z.boolean() });

/** The settings of a marketing form as typed. The wire name `donwloadable_content` is misspelled on purpose. */
export type FormSettingsValues = Readonly<z.infer<typeof formValuesSchema>>;

export const savedFormSettings = (settings: Omit<FormSettings, 'id' | 'version'>): FormSettingsValues => ({
  ...savedSettings(settings),
  donwloadable_content: settings.donwloadable_content,
});

export const FORM_SHAPE: SettingsShape<FormSettingsValues> = {
  schema: editsSchema(formValuesSchema),
  problemsOf: (changed) => schemaProblems(formEditSchema, changed),
};

/** Whether a form promises a download although no mail would deliver it. */
export const hasDownloadWithoutMail = (values: FormSettingsValues): boolean => values.donwloadable_content && !sendsMail(values);
