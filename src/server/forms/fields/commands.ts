import { sql } from 'kysely';
import { LABEL_TOO_LONG, hasValidLabel, type FieldEdit, type FormField, type NewField, movedTo } from '#contract/forms/form-field.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import { hasOptions } from '#contract/rules/field-types.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { KEY_HAS_ANSWERS, KEY_RESERVED, KEY_TAKEN, KEY_TAKEN_BEFORE } from '#contract/texts/builder.ts';
import { BRUNCH_EVENT_REQUIRED, CANNOT_BE_EMPTY } from '#contract/texts/form-field.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { invalid, orNotFound } from '#server/errors.ts';
import { countAnswersByKey, listDeletedFields, listFieldRows, presentField, withAnswerCounts } from '#server/form-store/fields.ts';
import { bumpFormVersion, isOf, lockFormOrThrow } from '#server/form-store/form-rows.ts';
import { type CallId, writeOnce } from '#server/idempotency.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import { WIRE_NAMES } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';

type EditedColumns = Partial<
  Pick<FormFieldRow, 'label' | 'is_required' | 'options' | 'show_on_slack' | 'position' | 'is_brunch' | 'brunch_event_id' | 'help_text'>
>;

/** Only a brunch field has an event; if the event is deleted, the field stays a brunch field (D17). */
function brunchColumns(row: FormFieldRow, edit: FieldEdit): EditedColumns {
  if (edit.brunch_event === undefined && edit.brunch_event_id === undefined) return {};
  const isBrunch = edit.brunch_event ?? row.is_brunch;
  const eventId = edit.brunch_event_id === undefined ? row.brunch_event_id : edit.brunch_event_id;
  return { is_brunch: edit.brunch_event, brunch_event_id: isBrunch ? eventId : null };
}

function brunchEventErrors(row: FormFieldRow, columns: EditedColumns, brunchEventIds: ReadonlySet<string>): FieldError[] {
  const { is_brunch: isBrunch = row.is_brunch, brunch_event_id: eventId = row.brunch_event_id } = columns;
  const isAsBefore = isBrunch === row.is_brunch && eventId === row.brunch_event_id;
  return isAsBefore || !isBrunch || brunchEventIds.has(eventId ?? '') ? [] : [{ path: 'brunch_event_id', message: BRUNCH_EVENT_REQUIRED }];
}

/** The rules of `newFieldSchema` that depend on the type, which is not part of an edit. */
function typeErrors({ type }: FormFieldRow, { label, options }: EditedColumns): FieldError[] {
  const errors: FieldError[] = [];
  if (label !== undefined && !hasValidLabel({ type, label })) errors.push({ path: 'label', message: LABEL_TOO_LONG });
  if (options?.length === 0) errors.push({ path: 'options.0', message: CANNOT_BE_EMPTY });
  return errors;
}

/** The columns of an edit; those not sent are undefined. @throws AppError `invalid` for anything that the type or the events forbid */
function checkedColumns(row: FormFieldRow, edit: FieldEdit, lastPosition: number, brunchEventIds: ReadonlySet<string>): EditedColumns {
  const columns: EditedColumns = {
    label: edit.label?.trim(),
    is_required: edit.required,
    options: hasOptions(row) ? edit.options?.map((option) => option.trim()) : undefined,
    show_on_slack: edit.show_on_slack,
    position: edit.order === undefined ? undefined : Math.min(edit.order, lastPosition),
    help_text: edit.help_text === undefined ? undefined : trimmedOrNull(edit.help_text),
    ...brunchColumns(row, edit),
  };
  const errors = [...typeErrors(row, columns), ...brunchEventErrors(row, columns, brunchEventIds)];
  if (errors.length > 0) throw invalid(errors);
  return columns;
}

/** Errors, at `N.label`, for new fields whose key is taken or is that of another new field (D2). */
function keyErrors(newFields: readonly NewField[], fields: readonly FormFieldRow[], deletedKeys: readonly string[]): FieldError[] {
  // Answers are accepted under the keys of the current labels too.
  const taken = new Set(fields.map(({ label }) => fieldKey(label)));
  const takenBefore = new Set(fields.map(({ key }) => key));
  const withAnswers = new Set(deletedKeys);
  return newFields.flatMap(({ label }, index) => {
    const key = fieldKey(label);
    const refuse = (message: string): FieldError[] => [{ path: `${index}.label`, message }];
    if (isReservedKey(key)) return refuse(KEY_RESERVED);
    if (taken.has(key)) return refuse(KEY_TAKEN);
    if (takenBefore.has(key)) return refuse(KEY_TAKEN_BEFORE);
    if (withAnswers.has(key)) return refuse(KEY_HAS_ANSWERS);
    taken.add(key);
    return [];
  });
}

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

/** The body for a series is the list of fields; for a marketing form, an object that contains it (D17). */
const pathInBody = (form: FormRef, path: string): string => (form.kind === 'marketing' ? `formFields.${path}` : path);

/** Deleted fields whose answers have all been deleted since, so that their keys can be used again; `deleteField` frees those without any. */
async function listFreeableFieldIds(tx: Tx, form: FormRef): Promise<string[]> {
  const deleted = await listDeletedFields(tx, form);
  const counts = await countAnswersByKey(tx, form, deleted);
  return deleted.flatMap(({ id, key }) => (counts.has(key) ? [] : [id]));
}

const aboutField = ({ id, label: title }: Pick<FormFieldRow, 'id' | 'label'>) => ({ type: 'field', id, title });

async function insertFields(w: Write, form: FormRef, fields: readonly NewField[]): Promise<FormField[]> {
  const freeable = await listFreeableFieldIds(w, form); // Before the lock, since it reads all submissions.
  await lockFormOrThrow(w, form);
  if (freeable.length > 0) await w.deleteFrom('deleted_fields').where('id', 'in', freeable).execute();
  const existing = await listFieldRows(w, form);
  const deletedKeys = (await listDeletedFields(w, form)).map(({ key }) => key);
  const errors = [...keyErrors(fields, existing, deletedKeys), ...(await brunchErrors(w, form, fields))];
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, path: pathInBody(form, error.path) })));
  const rows = await w
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
  await bumpFormVersion(w, form.id);
  for (const row of rows) w.did({ about: aboutField(row) });
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
export const addFields = async (deps: WriteDeps, by: Actor, form: FormRef, fields: readonly NewField[], callId: CallId) =>
  writeOnce(deps, by, callId, { add: (w) => insertFields(w, form, fields), find: (w, fieldId) => findAddedWith(w, form, fieldId) });

/** Counts the field's answers; called after the form's lock is released, since it reads all submissions. */
const withAnswerCount = async (db: Db, form: FormRef, field: FormFieldRow): Promise<FormField> =>
  presentField(field, (await countAnswersByKey(db, form, [field])).get(field.key) ?? 0);

interface FieldPath {
  readonly form: FormRef;
  readonly fieldId: string;
}

/** A new `order` shifts the others; key and type never change (D2, D17). @throws AppError `not_found`, `invalid` or `conflict` */
export async function editField(deps: WriteDeps, by: Actor, { form, fieldId }: FieldPath, edit: FieldEdit, ifMatch: number | undefined) {
  const field = await write(deps, by, async (w) => {
    await lockFormOrThrow(w, form);
    const rows = await listFieldRows(w, form);
    const found = rows.find(({ id }) => id === fieldId);
    const row = orNotFound(found, 'Field');
    const columns = checkedColumns(row, edit, rows.length - 1, await listBrunchEventIds(w, form));
    const accepted = checkEdit(w, { about: aboutField(row), row, sent: sentFields(row, columns, WIRE_NAMES.fields), ifMatch });
    if (accepted === undefined) return row;
    const options = columns.options === undefined ? undefined : JSON.stringify(columns.options);
    const values = { ...columns, options, ...accepted.versions };
    const edited = await w.updateTable('form_fields').set(values).where('id', '=', fieldId).returningAll().executeTakeFirstOrThrow();
    const ids = rows.map(({ id }) => id);
    await renumber(w, movedTo(ids, fieldId, edited.position));
    await bumpFormVersion(w, form.id);
    return edited;
  });
  return withAnswerCount(deps.db, form, field);
}

/** Its answers stay in the submissions and the export, so its key stays taken (D2). @throws AppError `not_found` */
export async function deleteField(deps: WriteDeps, by: Actor, { form, fieldId }: FieldPath): Promise<FormField> {
  const field = await write(deps, by, async (w) => {
    await lockFormOrThrow(w, form);
    const query = w.deleteFrom('form_fields').where(isOf(form)).where('id', '=', fieldId).returningAll();
    const row = orNotFound(await query.executeTakeFirst(), 'Field');
    const { id, form_id, key, label, type, position } = row;
    w.did({ about: aboutField(row) });
    await w.insertInto('deleted_fields').values({ id, form_id, key, label, type, position }).execute();
    const leftIds = (await listFieldRows(w, form)).map(({ id }) => id);
    await renumber(w, leftIds);
    await bumpFormVersion(w, form.id);
    return row;
  });
  const deleted = await withAnswerCount(deps.db, form, field);
  if (deleted.answers_count === 0) await write(deps, by, (w) => w.deleteFrom('deleted_fields').where('id', '=', fieldId).execute());
  return deleted;
}
