import { type FormSettings, formSettingsSchema, type MarketingForm, type PublicForm, publicFormSchema } from '#contract/marketing-form.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { onWire, WIRE_NAMES } from '#server/wire-names.ts';
import { listFields } from '../fields/queries.ts';
import { listBlockedSubmissions, listStoredForms } from '../public-form.ts';
import { countSignUps, getForm } from './queries.ts';

/** The settings of a form; the schema drops the other columns. */
export const presentFormSettings = (row: FormRow): FormSettings => formSettingsSchema.parse(onWire(row, WIRE_NAMES.forms));

/** One form for staff. @throws AppError `not_found` */
export async function readForm(db: Db, formId: string): Promise<MarketingForm> {
  const [row, formFields, blockedSubmissions, signUps] = await Promise.all([
    getForm(db, formId),
    listFields(db, { kind: 'marketing', id: formId }),
    listBlockedSubmissions(db, { kind: 'marketing', id: formId }),
    countSignUps(db, formId),
  ]);
  return {
    ...presentFormSettings(row),
    disclaimerText: disclaimerText(formFields),
    formFields,
    refused_tries: blockedSubmissions,
    signups_count: signUps,
  };
}

/** For visitors: the schema drops what the public page does not need. @throws AppError `not_found` */
export async function readPublicForm(db: Db, formId: string): Promise<PublicForm> {
  const [form] = await listStoredForms(db, 'marketing', [formId]);
  if (form === undefined) throw notFound('Form');
  return publicFormSchema.parse({
    ...form,
    disclaimerText: disclaimerText(form.fields),
    formFields: form.fields.map((field) => ({ ...field, inputType: field.type })),
    donwloadable_content: form.hasDownloadableContent,
  });
}
