import { sql } from 'kysely';
import type { FormField } from '#contract/forms/form-field.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { type Db, valueOf } from '#server/db/connection.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { isOf, notDeletedCondition } from './form-rows.ts';

/** A field of the public form, from its row, with the API's names. */
export const toPublicField = (row: Omit<FormFieldRow, 'created_at'>): PublicField & { help_text: string | null } => ({
  id: row.id,
  label: row.label,
  name: row.key,
  type: row.type,
  required: row.is_required,
  options: row.options,
  order: row.position,
  brunch_event: row.is_brunch,
  brunch_event_id: row.brunch_event_id,
  help_text: row.help_text,
});

export const presentField = (row: FormFieldRow, answersCount: number): FormField => ({
  ...toPublicField(row),
  options: row.options,
  inputType: row.type,
  show_on_slack: row.show_on_slack,
  answers_count: answersCount,
  version: row.version,
});

type DeletedField = Pick<FormFieldRow, 'id' | 'key' | 'label'>;

export const listFieldRows = (db: Db, form: FormRef): Promise<FormFieldRow[]> =>
  db.selectFrom('form_fields').selectAll().where(isOf(form)).orderBy('position').orderBy('id').execute();

/** The fields of a form as visitors see them, in their order. */
export const listPublicFields = async (db: Db, form: FormRef): Promise<PublicField[]> => (await listFieldRows(db, form)).map(toPublicField);

/** How many submissions of the form answer each of these fields, by key, without fields that have no answers. */
export async function countAnswersByKey(db: Db, form: FormRef, fields: readonly { readonly key: string }[]): Promise<Map<string, number>> {
  if (fields.length === 0) return new Map();
  const keys = fields.map(({ key }) => key);
  const counts = keys.map((key) => sql`count(*) filter (where jsonb_exists(answers, ${key}))::integer`);
  const isNotDeleted = await notDeletedCondition(db, sql.ref('submissions.id'));
  const found = await valueOf<number[]>(db)`
    select array[${sql.join(counts)}] from submissions where ${isOf(form)} and answers <> '{}' and ${isNotDeleted}`;
  return new Map(keys.map((key, index) => [key, found?.[index] ?? 0] as const).filter(([, count]) => count > 0));
}

/** Fields as staff see them. It reads all submissions, so do not call it under the form's lock. */
export async function withAnswerCounts(db: Db, form: FormRef, rows: readonly FormFieldRow[]): Promise<FormField[]> {
  const counts = await countAnswersByKey(db, form, rows.filter(takesAnswer));
  return rows.map((row) => presentField(row, counts.get(row.key) ?? 0));
}

export const listFields = async (db: Db, form: FormRef): Promise<FormField[]> => withAnswerCounts(db, form, await listFieldRows(db, form));

export const listDeletedFields = (db: Db, form: FormRef): Promise<DeletedField[]> =>
  db.selectFrom('deleted_fields').select(['id', 'key', 'label']).where(isOf(form)).orderBy('deleted_at').orderBy('position').execute();

/** Deleted fields that still have answers, whose keys stay taken (D2): answers may have been deleted after their field. */
export async function listDeletedFieldsWithAnswers(db: Db, form: FormRef): Promise<DeletedField[]> {
  const deleted = await listDeletedFields(db, form);
  const counts = await countAnswersByKey(db, form, deleted);
  return deleted.filter(({ key }) => counts.has(key));
}
