import { sql } from 'kysely';
import type { FormField } from '#contract/form-field.ts';
import type { PublicField } from '#contract/rules/active-fields.ts';
import type { Db } from '#server/db/connection.ts';
import { isNotDeleted } from '#server/db/deletions.ts';
import type { FormOwner } from '#server/db/form-version.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { fieldRule } from '#server/forms/field-rule.ts';
import { presentField } from './present.ts';

/** A deleted field whose answers are still stored. */
export interface RetiredField {
  readonly id: string;
  readonly key: string;
  readonly label: string;
}

/** Restricts a table that belongs to a series or to a form to those of one owner. */
export const isOf = (owner: FormOwner) =>
  'seriesId' in owner ? sql<boolean>`series_id = ${owner.seriesId}` : sql<boolean>`form_id = ${owner.formId}`;

/** The rows of a form's fields, in their order. */
export const listFieldRows = (db: Db, owner: FormOwner): Promise<FormFieldRow[]> =>
  db.selectFrom('form_fields').selectAll().where(isOf(owner)).orderBy('position').orderBy('id').execute();

/** The fields of a form as its rules see them, in their order. */
export const listFieldRules = async (db: Db, owner: FormOwner): Promise<PublicField[]> => (await listFieldRows(db, owner)).map(fieldRule);

/** How many submissions of the form have an answer under each key; keys without any are left out. */
export async function countAnswers(db: Db, owner: FormOwner, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const counts = keys.map((key) => sql`count(*) filter (where jsonb_exists(answers, ${key}))::integer`);
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from submissions where ${isOf(owner)} and answers <> '{}' and ${isNotDeleted(sql.ref('submissions.id'))}`.execute(
    db,
  );
  return new Map(keys.map((key, index) => [key, rows[0]?.counts[index] ?? 0] as const).filter(([, count]) => count > 0));
}

/** The fields of a form as staff read them, in their order. */
export async function listFields(db: Db, owner: FormOwner): Promise<FormField[]> {
  const rows = await listFieldRows(db, owner);
  const counts = await countAnswers(
    db,
    owner,
    rows.filter((row) => row.type !== 'disclaimer').map((row) => row.key),
  );
  return rows.map((row) => presentField(row, counts.get(row.key) ?? 0));
}

/** Deleted fields of a form, in the order of their deletion. */
export const listDeletedFields = (db: Db, owner: FormOwner): Promise<RetiredField[]> =>
  db
    .selectFrom('retired_form_fields')
    .select(['id', 'key', 'label'])
    .where(isOf(owner))
    .orderBy('retired_at')
    .orderBy('position')
    .execute();

/** Deleted fields that still have answers, whose keys stay taken (D2). */
export async function listRetiredFields(db: Db, owner: FormOwner): Promise<RetiredField[]> {
  const rows = await listDeletedFields(db, owner);
  const counts = await countAnswers(
    db,
    owner,
    rows.map((row) => row.key),
  );
  return rows.filter((row) => counts.has(row.key));
}
