import type { Transaction } from 'kysely';
import type { FieldEdit, FormField, NewField } from '#contract/form-field.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { BRUNCH_EVENT_REQUIRED } from '#contract/texts/builder.ts';
import type { Db } from '#server/db/connection.ts';
import { type FormOwner, lockForm, touchForm } from '#server/db/form-version.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database, FormFieldRow } from '#server/db/tables.ts';
import { invalid, notFound } from '#server/errors.ts';
import { addOnce, type OnceKey } from '#server/idempotency.ts';
import { decideEdit, sentFields } from '#server/versioned-edit.ts';
import { editedColumns, WIRE_NAMES } from './edited-columns.ts';
import { movedTo, renumber } from './order.ts';
import { presentField } from './present.ts';
import { countAnswers, isOf, listFieldRows, listRetiredFields } from './queries.ts';
import { refusedKeys } from './refused-keys.ts';

type Tx = Transaction<Database>;

async function takeForm(tx: Tx, owner: FormOwner): Promise<void> {
  if (!(await lockForm(tx, owner))) throw notFound('seriesId' in owner ? 'Event series' : 'Form');
}

async function listBrunchEventIds(tx: Tx, owner: FormOwner): Promise<Set<string>> {
  if (!('seriesId' in owner)) return new Set();
  const rows = await tx.selectFrom('events').select('id').where('series_id', '=', owner.seriesId).where('is_brunch', '=', true).execute();
  return new Set(rows.map((row) => row.id));
}

async function refuseStrayBrunch(tx: Tx, owner: FormOwner, fields: readonly NewField[]): Promise<FieldError[]> {
  if (!fields.some((field) => field.brunch_event)) return [];
  const brunchEventIds = await listBrunchEventIds(tx, owner);
  return fields.flatMap((field, index) =>
    field.brunch_event && !brunchEventIds.has(field.brunch_event_id ?? '')
      ? [{ path: `${index}.brunch_event_id`, message: BRUNCH_EVENT_REQUIRED }]
      : [],
  );
}

/** A series takes the list of fields itself, a marketing form an object that holds it (decision 17). */
const pathInBody = (owner: FormOwner, path: string): string => ('formId' in owner ? `formFields.${path}` : path);

async function insertFields(tx: Tx, owner: FormOwner, fields: readonly NewField[]): Promise<FormField[]> {
  await takeForm(tx, owner);
  const present = await listFieldRows(tx, owner);
  const refused = refusedKeys(
    fields.map((field) => field.label),
    { fields: present, retired: await listRetiredFields(tx, owner) },
  );
  const errors = [...refused, ...(await refuseStrayBrunch(tx, owner, fields))];
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, path: pathInBody(owner, error.path) })));
  const rows = await tx
    .insertInto('form_fields')
    .values(
      fields.map((field, index) => ({
        id: newId(),
        series_id: 'seriesId' in owner ? owner.seriesId : null,
        form_id: 'formId' in owner ? owner.formId : null,
        key: fieldKey(field.label),
        label: field.label.trim(),
        type: field.type,
        is_required: field.required,
        options: JSON.stringify(field.type === 'select' ? field.options.map((option) => option.trim()) : []),
        position: present.length + index,
        show_on_slack: field.show_on_slack,
        is_brunch: field.brunch_event,
        brunch_event_id: field.brunch_event ? field.brunch_event_id : null,
      })),
    )
    .returningAll()
    .execute();
  await touchForm(tx, owner);
  return rows.toSorted((a, b) => a.position - b.position).map((row) => presentField(row, 0));
}

/** The fields that were added in one call: those of one transaction bear its time. */
async function findAddedWith(tx: Tx, owner: FormOwner, fieldId: string): Promise<FormField[] | undefined> {
  const rows = await listFieldRows(tx, owner);
  const first = rows.find((row) => row.id === fieldId);
  if (first === undefined) return undefined;
  const added = rows.filter((row) => row.created_at.getTime() === first.created_at.getTime());
  const counts = await countAnswers(
    tx,
    owner,
    added.map((row) => row.key),
  );
  return added.map((row) => presentField(row, counts.get(row.key) ?? 0));
}

/**
 * Adds fields at the end of a form, in the order given (decisions 2, 6, 17).
 * @throws AppError `not_found` without such a form, `invalid` at the `label` or `brunch_event_id` of the field at fault
 */
export async function addFields(db: Db, owner: FormOwner, fields: readonly NewField[], once: OnceKey): Promise<FormField[]> {
  return db.transaction().execute((tx) =>
    addOnce(tx, once, {
      add: () => insertFields(tx, owner, fields),
      rowIdOf: (added) => added[0]?.id ?? '',
      find: (fieldId) => findAddedWith(tx, owner, fieldId),
    }),
  );
}

async function countAnswersOf(tx: Tx, owner: FormOwner, field: FormFieldRow): Promise<number> {
  return (await countAnswers(tx, owner, [field.key])).get(field.key) ?? 0;
}

/**
 * Changes or moves a field: an `order` other than the present one moves it there and shifts the others (decision 6). The key and
 * the type stay (decisions 2, 17).
 * @throws AppError `not_found`, `invalid`, or `conflict` when somebody else changed the same since `ifMatch`
 */
export async function editField(
  db: Db,
  path: { readonly owner: FormOwner; readonly fieldId: string },
  edit: FieldEdit,
  ifMatch: number | undefined,
): Promise<FormField> {
  const { owner, fieldId } = path;
  return db.transaction().execute(async (tx) => {
    await takeForm(tx, owner);
    const rows = await listFieldRows(tx, owner);
    const row = rows.find(({ id }) => id === fieldId);
    if (row === undefined) throw notFound('Field');
    const columns = editedColumns(row, edit, { last: rows.length - 1, brunchEventIds: await listBrunchEventIds(tx, owner) });
    const decided = decideEdit(row, sentFields(row, columns, WIRE_NAMES), ifMatch);
    if (decided === undefined) return presentField(row, await countAnswersOf(tx, owner, row));
    const options = columns.options === undefined ? undefined : JSON.stringify(columns.options);
    const edited = await tx
      .updateTable('form_fields')
      .set({ ...columns, options, ...decided.stamp })
      .where('id', '=', fieldId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const ids = rows.map(({ id }) => id);
    await renumber(tx, movedTo(ids, fieldId, edited.position));
    await touchForm(tx, owner);
    return presentField(edited, await countAnswersOf(tx, owner, edited));
  });
}

/**
 * Deletes a field and closes the gap. Its answers stay in the submissions and the export, and keep its key taken (decision 2).
 * @throws AppError `not_found`
 */
export async function deleteField(db: Db, owner: FormOwner, fieldId: string): Promise<FormField> {
  return db.transaction().execute(async (tx) => {
    await takeForm(tx, owner);
    const row = await tx.deleteFrom('form_fields').where(isOf(owner)).where('id', '=', fieldId).returningAll().executeTakeFirst();
    if (row === undefined) throw notFound('Field');
    const answers = await countAnswersOf(tx, owner, row);
    if (answers > 0) {
      const { id, series_id, form_id, key, label, type, position } = row;
      await tx.insertInto('retired_form_fields').values({ id, series_id, form_id, key, label, type, position }).execute();
    }
    const left = await listFieldRows(tx, owner);
    await renumber(
      tx,
      left.map(({ id }) => id),
    );
    await touchForm(tx, owner);
    return presentField(row, answers);
  });
}
