import { z } from 'zod';
import { notificationSettings, refusedTriesSchema, seriesSettingsSchema } from './event-series.ts';
import { fieldSchema, newFieldsSchema, publicFieldSchema } from './form-field.ts';
import { submissionSchema } from './submission.ts';
import { id } from './wire-text.ts';

/** Changed settings of a marketing form; `donwloadable_content` is spelled exactly so (spec section 3). */
export const formEditSchema = z.object({ ...notificationSettings, donwloadable_content: z.boolean() }).partial();

/** The settings of a marketing form as staff read them. */
export const formSettingsSchema = seriesSettingsSchema.extend({ donwloadable_content: z.boolean() });

/** A card of the dashboard (decision 20). */
export const formCardSchema = z.object({ id, title: z.string(), signups_count: z.int() });

/** One form for staff (decision 15). */
export const formSchema = formSettingsSchema.extend({
  disclaimerText: z.string().nullable(),
  formFields: z.array(fieldSchema),
  refused_tries: refusedTriesSchema,
  signups_count: z.int(),
});

/** What the public form needs, and nothing else (decision 15). */
export const publicFormSchema = z.object({
  id,
  title: z.string(),
  disclaimerText: z.string().nullable(),
  formFields: z.array(publicFieldSchema),
  donwloadable_content: z.boolean(),
});

/** The fields to add, with the id of their form (decision 17); the form is the one of the path. */
export const newFormFieldsSchema = z.object({ formId: id.optional(), formFields: newFieldsSchema });

/** The submissions of a form: the list itself (decision 20). */
export const formSubmissionsSchema = z.array(submissionSchema);

export type FormEdit = z.infer<typeof formEditSchema>;
export type FormSettings = z.infer<typeof formSettingsSchema>;
export type FormCard = z.infer<typeof formCardSchema>;
export type MarketingForm = z.infer<typeof formSchema>;
export type PublicForm = z.infer<typeof publicFormSchema>;
