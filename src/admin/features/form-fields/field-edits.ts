import { z } from 'zod';
import type { FormField } from '#contract/form-field.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';

/** What of a field can be edited in place (decision 17); its place in the list is moved instead. */
export type FieldValues = Pick<FormField, 'label' | 'required' | 'options' | 'show_on_slack' | 'brunch_event' | 'brunch_event_id'>;

/** Such values as they are typed, right or wrong: what is put aside when a session ends (decision 26). */
export const typedValuesSchema = z.object({
  label: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  show_on_slack: z.boolean(),
  brunch_event: z.boolean(),
  brunch_event_id: z.string().nullable(),
}) satisfies z.ZodType<FieldValues>;

/** Values that were changed in place and are not saved yet. */
export interface UnsavedEdit {
  /** The version on which the editing began: the server holds it against what others have changed since (decision 16). */
  readonly version: number;
  readonly values: Partial<FieldValues>;
  /** What is wrong with them, by the last try to save. */
  readonly errors: readonly FieldError[];
  /** What somebody else has saved meanwhile in the same places. */
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

/** As the server stores them. */
const stored = (values: FieldValues): FieldValues => ({
  ...values,
  label: values.label.trim(),
  options: values.options.map((option) => option.trim()),
});

/** The changed parts, as they are sent: only what differs from the field as it is saved (decision 16). */
export function changedParts(field: FormField, values: Partial<FieldValues>): Partial<FieldValues> {
  const before = valuesOf(field);
  const after = stored({ ...before, ...values });
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
  edit !== undefined && Object.keys(changedParts(field, edit.values)).length > 0;

/** A field as the person sees it: what is saved, under what is edited. */
export const withEdit = (field: FormField, edit: UnsavedEdit | undefined): FormField =>
  edit === undefined ? field : { ...field, ...edit.values };
