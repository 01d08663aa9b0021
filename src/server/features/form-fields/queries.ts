import { sql } from 'kysely';
import type { FormField } from '#contract/form-field.ts';
import type { FormRef } from '#contract/form-ref.ts';
import type { PublicField } from '#contract/rules/active-fields.ts';
import type { Db } from '#server/db/connection.ts';
import { isNotDeleted } from '#server/db/deletions.ts';
import { isOf } from '#server/db/form-tables.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { fieldRule } from '#server/forms/field-rule.ts';
import { presentField } from './present.ts';

/** A deleted field whose answers are still stored. */
export interface RetiredField {
  readonly id: string;
  readonly key: string;
  readonly label: string;
}

/** The rows of a form's fields, in their order. */
export const listFieldRows = (db: Db, form: FormRef): Promise<FormFieldRow[]> =>
  db.selectFrom('form_fields').selectAll().where(isOf(form)).orderBy('position').orderBy('id').execute();

/** The fields of a form as its rules see them, in their order. */
export const listFieldRules = async (db: Db, form: FormRef): Promise<PublicField[]> => (await listFieldRows(db, form)).map(fieldRule);

/** How many submissions of the form have an answer under each key; keys without any are left out. */
export async function countAnswers(db: Db, form: FormRef, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const counts = keys.map((key) => sql`count(*) filter (where jsonb_exists(answers, ${key}))::integer`);
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from submissions where ${isOf(form)} and answers <> '{}' and ${isNotDeleted(sql.ref('submissions.id'))}`.execute(
    db,
  );
  return new Map(keys.map((key, index) => [key, rows[0]?.counts[index] ?? 0] as const).filter(([, count]) => count > 0));
}

/** The fields of a form as staff read them, in their order. */
export async function listFields(db: Db, form: FormRef): Promise<FormField[]> {
  const rows = await listFieldRows(db, form);
  const counts = await countAnswers(
    db,
    form,
    rows.filter((row) => row.type !== 'disclaimer').map((row) => row.key),
  );
  return rows.map((row) => presentField(row, counts.get(row.key) ?? 0));
}

/** Deleted fields of a form, in the order of their deletion. */
export const listDeletedFields = (db: Db, form: FormRef): Promise<RetiredField[]> =>
  db.selectFrom('retired_form_fields').select(['id', 'key', 'label']).where(isOf(form)).orderBy('retired_at').orderBy('position').execute();

/** Deleted fields that still have answers, whose keys stay taken (D2). */
export async function listRetiredFields(db: Db, form: FormRef): Promise<RetiredField[]> {
  const rows = await listDeletedFields(db, form);
  const counts = await countAnswers(
    db,
    form,
    rows.map((row) => row.key),
  );
  return rows.filter((row) => counts.has(row.key));
}
