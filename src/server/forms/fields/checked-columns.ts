import { type FieldEdit, hasValidLabel, LABEL_TOO_LONG, type NewField } from '#contract/forms/form-field.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import { hasOptions } from '#contract/rules/field-types.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { KEY_HAS_ANSWERS, KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import { BRUNCH_EVENT_REQUIRED, CANNOT_BE_EMPTY } from '#contract/texts/form-field.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { invalid } from '#server/errors.ts';

type EditedColumns = Partial<
  Pick<FormFieldRow, 'label' | 'is_required' | 'options' | 'show_on_slack' | 'position' | 'is_brunch' | 'brunch_event_id' | 'help_text'>
>;

interface FormContext {
  readonly lastPosition: number;
  readonly brunchEventIds: ReadonlySet<string>;
}

/** Only a brunch field has an event; when the event is deleted the field stays a brunch field (D17). */
function brunchColumns(row: FormFieldRow, edit: FieldEdit): EditedColumns {
  if (edit.brunch_event === undefined && edit.brunch_event_id === undefined) return {};
  const isBrunch = edit.brunch_event ?? row.is_brunch;
  const eventId = edit.brunch_event_id === undefined ? row.brunch_event_id : edit.brunch_event_id;
  return { is_brunch: edit.brunch_event, brunch_event_id: isBrunch ? eventId : null };
}

function brunchErrors(row: FormFieldRow, columns: EditedColumns, brunchEventIds: ReadonlySet<string>): FieldError[] {
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

function optionsOf(row: FormFieldRow, edit: FieldEdit): string[] | undefined {
  return hasOptions(row) ? edit.options?.map((option) => option.trim()) : undefined;
}

/** The columns of an edit; those not sent are undefined. @throws AppError `invalid` for what the type or the events refuse */
export function checkedColumns(row: FormFieldRow, edit: FieldEdit, { lastPosition, brunchEventIds }: FormContext): EditedColumns {
  const columns: EditedColumns = {
    label: edit.label?.trim(),
    is_required: edit.required,
    options: optionsOf(row, edit),
    show_on_slack: edit.show_on_slack,
    position: edit.order === undefined ? undefined : Math.min(edit.order, lastPosition),
    help_text: edit.help_text === undefined ? undefined : trimmedOrNull(edit.help_text),
    ...brunchColumns(row, edit),
  };
  const errors = [...typeErrors(row, columns), ...brunchErrors(row, columns, brunchEventIds)];
  if (errors.length > 0) throw invalid(errors);
  return columns;
}

interface TakenKeys {
  /** The form's fields: both their keys and those of their current labels are taken, since answers are accepted under both. */
  readonly fields: readonly Pick<FormFieldRow, 'key' | 'label'>[];
  /** Deleted fields; the caller has removed those without answers, whose keys are free. */
  readonly deleted: readonly Pick<FormFieldRow, 'key'>[];
}

/** Errors, at `N.label`, for new fields whose key is taken or is that of another new field (D2). */
export function keyErrors(newFields: readonly Pick<NewField, 'label'>[], { fields, deleted }: TakenKeys): FieldError[] {
  const taken = new Set(fields.flatMap(({ key, label }) => [key, fieldKey(label)]));
  const withAnswers = new Set(deleted.map(({ key }) => key));
  return newFields.flatMap(({ label }, index) => {
    const key = fieldKey(label);
    const refuse = (message: string): FieldError[] => [{ path: `${index}.label`, message }];
    if (isReservedKey(key)) return refuse(KEY_RESERVED);
    if (taken.has(key)) return refuse(KEY_TAKEN);
    if (withAnswers.has(key)) return refuse(KEY_HAS_ANSWERS);
    taken.add(key);
    return [];
  });
}
