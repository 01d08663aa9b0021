import { z } from 'zod';
import type { FormField } from '#contract/form-field.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';

/** The values of a field that can be edited in place. Its order is changed by moves. */
export type FieldValues = Pick<FormField, 'label' | 'required' | 'options' | 'show_on_slack' | 'brunch_event' | 'brunch_event_id'>;

/** Values as typed, valid or not, as a stored draft has them. */
export const draftValuesSchema = z.object({
  label: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  show_on_slack: z.boolean(),
  brunch_event: z.boolean(),
  brunch_event_id: z.string().nullable(),
}) satisfies z.ZodType<FieldValues>;

export interface UnsavedEdit {
  /** The version that the edit began with, by which the server finds conflicts. */
  readonly version: number;
  readonly values: Partial<FieldValues>;
  /** The errors of the last attempt to save. */
  readonly errors: readonly FieldError[];
  /** The remote values of the same keys that somebody else saved meanwhile. */
  readonly conflict: Partial<FieldValues>;
}

export const valuesOf = ({ label, required, options, show_on_slack, brunch_event, brunch_event_id }: FormField): FieldValues => ({
  label,
  required,
  options,
  show_on_slack,
  brunch_event,
  brunch_event_id,
});

const trimmed = (values: FieldValues): FieldValues => ({
  ...values,
  label: values.label.trim(),
  options: values.options.map((option) => option.trim()),
});

/** The values that differ from the saved field, trimmed as the server stores them. */
export function changedValues(field: FormField, values: Partial<FieldValues>): Partial<FieldValues> {
  const before = valuesOf(field);
  const after = trimmed({ ...before, ...values });
  const differs = (key: keyof FieldValues): boolean => JSON.stringify(after[key]) !== JSON.stringify(before[key]);
  return {
    ...(differs('label') && { label: after.label }),
    ...(differs('required') && { required: after.required }),
    ...(differs('options') && { options: after.options }),
    ...(differs('show_on_slack') && { show_on_slack: after.show_on_slack }),
    ...(differs('brunch_event') && { brunch_event: after.brunch_event }),
    ...(differs('brunch_event_id') && { brunch_event_id: after.brunch_event_id }),
  };
}

export const isChanged = (field: FormField, edit: UnsavedEdit | undefined): boolean =>
  edit !== undefined && Object.keys(changedValues(field, edit.values)).length > 0;

export const withEdit = (field: FormField, edit: UnsavedEdit | undefined): FormField =>
  edit === undefined ? field : { ...field, ...edit.values };
