import {
  type FormCard,
  type FormSettings,
  formSettingsSchema,
  type MarketingForm,
  type PublicForm,
  publicFormSchema,
} from '#contract/forms/marketing-form.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { onWire, WIRE_NAMES } from '#server/wire-names.ts';
import { listFields } from '../fields/queries.ts';
import { listBlockedSubmissions, listStoredForms } from '../public-form.ts';
import { isForm } from '../stored-form.ts';

/** All forms, newest first. Reads counters, so that it stays fast however many sign-ups there are. */
export const listFormCards = (db: Db): Promise<FormCard[]> =>
  db
    .selectFrom('forms as form')
    .leftJoin('form_counts as kept', 'kept.form_id', 'form.id')
    .select((eb) => ['form.id', 'form.title', 'form.is_archived', eb.fn.coalesce('kept.signups', eb.lit(0)).as('signups_count')])
    .where('form.kind', '=', 'marketing')
    .orderBy('form.created_at', 'desc')
    .orderBy('form.id', 'desc')
    .execute();

/** @throws AppError `not_found` */
export async function getForm(db: Db, formId: string): Promise<FormRow> {
  const row = await db
    .selectFrom('forms')
    .selectAll()
    .where(isForm({ kind: 'marketing', id: formId }))
    .executeTakeFirst();
  if (row === undefined) throw notFound('Form');
  return row;
}

export async function countSignUps(db: Db, formId: string): Promise<number> {
  const row = await db.selectFrom('form_counts').select('signups').where('form_id', '=', formId).executeTakeFirst();
  return row?.signups ?? 0;
}

/** Submissions of a form minus their distinct addresses, counted in an index alone. */
export async function countDuplicates(db: Db, formId: string): Promise<number> {
  const { duplicates } = await db
    .selectFrom('submissions')
    .select((eb) => eb(eb.fn.countAll<number>(), '-', eb.fn.count<number>('email_key').distinct()).as('duplicates'))
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
  return duplicates;
}

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
