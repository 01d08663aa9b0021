import type { z } from 'zod';
import { changedValues } from '#admin/records/edits.ts';
import { type FormField, type NewField, newFieldSchema } from '#contract/forms/form-field.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import { KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import { type FieldValues, valuesOf } from './builder-draft.ts';

type Labelled = Pick<FormField, 'name' | 'label'>;

/** Drops the error about repeated options if an option has its own error: two empty options are also equal. */
function errorsOf(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const hasWrongOption = errors.some(({ path }) => path.startsWith('options.'));
  return hasWrongOption ? errors.filter(({ path }) => path !== 'options') : errors;
}

/** Checks the key of a label against the existing fields. The server also checks deleted fields with answers. */
function keyErrors(label: string, fields: readonly Labelled[]): FieldError[] {
  const key = fieldKey(label);
  if (isReservedKey(key)) return [{ path: 'label', message: KEY_RESERVED }];
  const isTaken = fields.some((field) => field.name === key || fieldKey(field.label) === key);
  return isTaken ? [{ path: 'label', message: KEY_TAKEN }] : [];
}

/** The errors of a new field by path, such as `label` or `options.1`, with the server's rules and messages. */
export function newFieldProblems(field: NewField, fields: readonly Labelled[]): FieldError[] {
  const { error } = newFieldSchema.safeParse(field);
  const errors = error === undefined ? [] : errorsOf(error.issues);
  return errors.some(({ path }) => path === 'label') ? errors : [...keyErrors(field.label, fields), ...errors];
}

/** The errors of the changed values of a field. Existing problems, such as a deleted brunch event, do not prevent a save. */
export function editProblems(field: FormField, values: Partial<FieldValues>): FieldError[] {
  const parts = new Set(Object.keys(changedValues(valuesOf(field), { local: values })));
  if (parts.has('brunch_event')) parts.add('brunch_event_id');
  const { error } = newFieldSchema.safeParse({ ...field, ...values });
  return errorsOf((error?.issues ?? []).filter(({ path: [part] }) => parts.has(String(part))));
}
