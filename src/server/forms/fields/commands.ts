import { sql } from 'kysely';
import type { FieldEdit, FormField, NewField } from '#contract/forms/form-field.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import { hasOptions } from '#contract/rules/field-types.ts';
import { movedTo } from '#contract/rules/moved-to.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { BRUNCH_EVENT_REQUIRED } from '#contract/texts/form-field.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { invalid, notFound } from '#server/errors.ts';
import { addOnce, type CallId } from '#server/idempotency.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import { WIRE_NAMES } from '#server/wire-names.ts';
import { bumpFormVersion, isOf, lockFormOrThrow } from '../form-rows.ts';
import { checkedColumns, keyErrors } from './checked-columns.ts';
import { countAnswers, listDeletedFields, listFieldRows, presentField, withAnswerCounts } from './queries.ts';

async function listBrunchEventIds(tx: Tx, form: FormRef): Promise<Set<string>> {
  const rows = await tx.selectFrom('events').select('id').where('form_id', '=', form.id).where('is_brunch', '=', true).execute();
  return new Set(rows.map((row) => row.id));
}

async function brunchErrors(tx: Tx, form: FormRef, fields: readonly NewField[]): Promise<FieldError[]> {
  if (!fields.some((field) => field.brunch_event)) return [];
  const brunchEventIds = await listBrunchEventIds(tx, form);
  return fields.flatMap((field, index) =>
    field.brunch_event && !brunchEventIds.has(field.brunch_event_id ?? '')
      ? [{ path: `${index}.brunch_event_id`, message: BRUNCH_EVENT_REQUIRED }]
      : [],
  );
}

/** The body for a series is the list of fields, that for a marketing form an object with it (D17). */
const pathInBody = (form: FormRef, path: string): string => (form.kind === 'marketing' ? `formFields.${path}` : path);

/** Deleted fields whose answers have all been deleted since, so that their keys can be used again; `deleteField` frees those without any. */
async function listFreeableFieldIds(tx: Tx, form: FormRef): Promise<string[]> {
  const deleted = await listDeletedFields(tx, form);
  const counts = await countAnswers(tx, form, deleted);
  return deleted.flatMap(({ id, key }) => (counts.has(key) ? [] : [id]));
}

async function insertFields(tx: Tx, form: FormRef, fields: readonly NewField[]): Promise<FormField[]> {
  const freeable = await listFreeableFieldIds(tx, form); // Before the lock, since it reads all submissions.
  await lockFormOrThrow(tx, form);
  if (freeable.length > 0) await tx.deleteFrom('deleted_fields').where('id', 'in', freeable).execute();
  const existing = await listFieldRows(tx, form);
  const deleted = await listDeletedFields(tx, form);
  const errors = [...keyErrors(fields, { fields: existing, deleted }), ...(await brunchErrors(tx, form, fields))];
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, path: pathInBody(form, error.path) })));
  const rows = await tx
    .insertInto('form_fields')
    .values(
      fields.map((field, index) => ({
        id: newId(),
        form_id: form.id,
        key: fieldKey(field.label),
        label: field.label.trim(),
        type: field.type,
        is_required: field.required,
        options: JSON.stringify(hasOptions(field) ? field.options.map((option) => option.trim()) : []),
        position: existing.length + index,
        show_on_slack: field.show_on_slack,
        is_brunch: field.brunch_event,
        help_text: trimmedOrNull(field.help_text),
        brunch_event_id: field.brunch_event ? field.brunch_event_id : null,
      })),
    )
    .returningAll()
    .execute();
  await bumpFormVersion(tx, form.id);
  return rows.toSorted((a, b) => a.position - b.position).map((row) => presentField(row, 0));
}

/** Numbers the fields of a form 0, 1, 2 … in this order; writes only those whose number changes. Under `lockForm`. */
async function renumber(tx: Tx, fieldIds: readonly string[]): Promise<void> {
  await sql`
    update form_fields set position = given.index - 1
    from unnest(${fieldIds}::uuid[]) with ordinality as given (id, index)
    where form_fields.id = given.id and form_fields.position <> given.index - 1`.execute(tx);
}

/** The answer to a repeated call: all fields of one call have the same `created_at`, the time of its transaction. */
async function findAddedWith(tx: Tx, form: FormRef, fieldId: string): Promise<FormField[] | undefined> {
  const rows = await listFieldRows(tx, form);
  const first = rows.find((row) => row.id === fieldId);
  if (first === undefined) return undefined;
  const added = rows.filter((row) => row.created_at.getTime() === first.created_at.getTime());
  return withAnswerCounts(tx, form, added);
}

/** Adds fields at the end of a form. @throws AppError `not_found`, or `invalid` at `label` or `brunch_event_id` */
export async function addFields(db: Db, form: FormRef, fields: readonly NewField[], callId: CallId): Promise<FormField[]> {
  return db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: () => insertFields(tx, form, fields),
      rowIdOf: (added) => added[0]?.id ?? '',
      find: (fieldId) => findAddedWith(tx, form, fieldId),
    }),
  );
}

/** Counts the field's answers; called after the form's lock is released, since it reads all submissions. */
async function withAnswerCount(db: Db, form: FormRef, field: FormFieldRow): Promise<FormField> {
  const counts = await countAnswers(db, form, [field]);
  return presentField(field, counts.get(field.key) ?? 0);
}

/** Another `order` shifts the others; key and type never change (D2, D17). @throws AppError `not_found`, `invalid` or `conflict` */
export async function editField(db: Db, form: FormRef, fieldId: string, edit: FieldEdit, ifMatch: number | undefined): Promise<FormField> {
  const field = await db.transaction().execute(async (tx) => {
    await lockFormOrThrow(tx, form);
    const rows = await listFieldRows(tx, form);
    const row = rows.find(({ id }) => id === fieldId);
    if (row === undefined) throw notFound('Field');
    const columns = checkedColumns(row, edit, { lastPosition: rows.length - 1, brunchEventIds: await listBrunchEventIds(tx, form) });
    const accepted = checkEdit(row, sentFields(row, columns, WIRE_NAMES.fields), ifMatch);
    if (accepted === undefined) return row;
    const options = columns.options === undefined ? undefined : JSON.stringify(columns.options);
    const edited = await tx
      .updateTable('form_fields')
      .set({ ...columns, options, ...accepted.versions })
      .where('id', '=', fieldId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const ids = rows.map(({ id }) => id);
    await renumber(tx, movedTo(ids, fieldId, edited.position));
    await bumpFormVersion(tx, form.id);
    return edited;
  });
  return withAnswerCount(db, form, field);
}

/** Its answers stay in the submissions and the export, so its key stays taken (D2). @throws AppError `not_found` */
export async function deleteField(db: Db, form: FormRef, fieldId: string): Promise<FormField> {
  const field = await db.transaction().execute(async (tx) => {
    await lockFormOrThrow(tx, form);
    const row = await tx.deleteFrom('form_fields').where(isOf(form)).where('id', '=', fieldId).returningAll().executeTakeFirst();
    if (row === undefined) throw notFound('Field');
    const { id, form_id, key, label, type, position } = row;
    await tx.insertInto('deleted_fields').values({ id, form_id, key, label, type, position }).execute();
    const left = await listFieldRows(tx, form);
    await renumber(
      tx,
      left.map(({ id }) => id),
    );
    await bumpFormVersion(tx, form.id);
    return row;
  });
  const deleted = await withAnswerCount(db, form, field);
  if (deleted.answers_count === 0) await db.deleteFrom('deleted_fields').where('id', '=', fieldId).execute();
  return deleted;
}
