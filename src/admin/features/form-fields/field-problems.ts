import type { z } from 'zod';
import { type FormField, type NewField, newFieldSchema } from '#contract/form-field.ts';
import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import { changedParts, type FieldValues } from './field-edits.ts';

type Labelled = Pick<FormField, 'name' | 'label'>;

/** Two empty options say the same too, but what is wrong with them is that they are empty. */
function errorsOf(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const hasWrongOption = errors.some(({ path }) => path.startsWith('options.'));
  return hasWrongOption ? errors.filter(({ path }) => path !== 'options') : errors;
}

/** Why a label cannot be a new field's, as far as the fields that are there tell; the server knows deleted ones too (decision 2). */
function keyErrors(label: string, fields: readonly Labelled[]): FieldError[] {
  const key = fieldKey(label);
  if (isReservedKey(key)) return [{ path: 'label', message: KEY_RESERVED }];
  const isTaken = fields.some((field) => field.name === key || fieldKey(field.label) === key);
  return isTaken ? [{ path: 'label', message: KEY_TAKEN }] : [];
}

/** What is wrong with a new field: the server's own rules and words, by path such as `label` or `options.1` (spec section 5). */
export function newFieldProblems(field: NewField, fields: readonly Labelled[]): FieldError[] {
  const { error } = newFieldSchema.safeParse(field);
  const errors = error === undefined ? [] : errorsOf(error.issues);
  return errors.some(({ path }) => path === 'label') ? errors : [...keyErrors(field.label, fields), ...errors];
}

/** What is wrong with the changed parts of a field. What was so before does not stop a save, such as an event that is gone (decision 17). */
export function editProblems(field: FormField, values: Partial<FieldValues>): FieldError[] {
  const parts = new Set(Object.keys(changedParts(field, values)));
  if (parts.has('brunch_event')) parts.add('brunch_event_id');
  const { error } = newFieldSchema.safeParse({ ...field, ...values });
  return errorsOf((error?.issues ?? []).filter(({ path: [part] }) => parts.has(String(part))));
}

/** The messages for one part, by its path. */
export const errorsAt = (errors: readonly FieldError[], path: string): string | undefined =>
  errors.find((error) => error.path === path)?.message;
