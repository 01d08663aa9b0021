import { z } from 'zod';
import { type FormSettings, formEditSchema } from '#contract/marketing-form.ts';
import { sendsMail } from './service-warnings.ts';
import { notificationValuesSchema, type SettingsShape, savedSettings, schemaProblems, storedSettings } from './settings-values.ts';

const formValuesSchema = notificationValuesSchema.extend({ donwloadable_content: z.boolean() });

/** The settings of a marketing form as they are typed; `donwloadable_content` is spelled exactly so (spec section 3). */
export type FormSettingsValues = Readonly<z.infer<typeof formValuesSchema>>;

/** The settings of a marketing form as they are saved. */
export const savedFormSettings = (settings: Omit<FormSettings, 'id' | 'version'>): FormSettingsValues => ({
  ...savedSettings(settings),
  donwloadable_content: settings.donwloadable_content,
});

export const FORM_SHAPE: SettingsShape<FormSettingsValues> = {
  schema: z.object({ mine: formValuesSchema.partial(), base: formValuesSchema.partial() }),
  stored: (values) => ({ ...storedSettings(values), donwloadable_content: values.donwloadable_content }),
  problemsOf: (changed) => schemaProblems(formEditSchema, changed),
};

/** Whether a form promises a download that no mail would bring (decision 34). */
export const promisesInVain = (values: FormSettingsValues): boolean => values.donwloadable_content && !sendsMail(values);
