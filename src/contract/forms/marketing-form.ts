import { z } from 'zod';
import { id } from '../wire-text.ts';
import { anyFormEditSchema, anyFormSettingsSchema, publicSeriesSchema, seriesSchema } from './event-series.ts';
import { newFieldsSchema } from './form-field.ts';

/** Changed settings of a marketing form. The misspelling of `donwloadable_content` is part of the API. */
export const formEditSchema = anyFormEditSchema.extend({ donwloadable_content: z.boolean().optional() });

export const formSettingsSchema = anyFormSettingsSchema.extend({ donwloadable_content: z.boolean() });

export const formCardSchema = z.object({ id, title: z.string(), signups_count: z.int(), is_archived: z.boolean() });

export const formSchema = formSettingsSchema.extend(
  seriesSchema.pick({ disclaimerText: true, formFields: true, refused_tries: true, signups_count: true }).shape,
);

export const publicFormSchema = publicSeriesSchema.omit({ speakers: true, events: true }).extend({ donwloadable_content: z.boolean() });

/** The fields to add. `formId` may repeat the id in the path, which takes precedence. */
export const newFormFieldsSchema = z.object({ formId: id.optional(), formFields: newFieldsSchema });

export type FormEdit = z.infer<typeof formEditSchema>;
export type FormSettings = z.infer<typeof formSettingsSchema>;
export type FormCard = z.infer<typeof formCardSchema>;
export type MarketingForm = z.infer<typeof formSchema>;
export type PublicForm = z.infer<typeof publicFormSchema>;
