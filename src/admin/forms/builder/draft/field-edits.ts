import { z } from 'zod';
import { changedValues, conflicts } from '#admin/records/edits.ts';
import type { EditedRow, SavedRow } from '#admin/records/row-edits.ts';
import type { FormField } from '#contract/forms/form-field.ts';

export type FieldValues = Readonly<z.infer<typeof fieldValuesSchema>>;

/** Values as typed, valid or not, as a stored draft has them. */
export const fieldValuesSchema = z.object({
  label: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  show_on_slack: z.boolean(),
  brunch_event: z.boolean(),
  brunch_event_id: z.string().nullable(),
  help_text: z
    .string()
    .nullable()
    .transform((text) => text ?? ''),
});

const someValuesSchema = fieldValuesSchema.partial();

export const pickValues = (values: FieldValues, names: readonly string[]): Partial<FieldValues> =>
  someValuesSchema.parse(Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))));

type EditedField = EditedRow<FieldValues>;

export const valuesOf = (field: FormField): FieldValues => fieldValuesSchema.parse(field);
export const savedRowOf = (field: FormField): SavedRow<FieldValues> => ({ id: field.id, version: field.version, values: valuesOf(field) });

/** The values that differ from the saved field, trimmed as the server stores them. */
export const changedFieldValues = (field: FormField, edit: EditedField | undefined): Partial<FieldValues> =>
  edit === undefined ? {} : changedValues(valuesOf(field), edit.edits);

export const isChanged = (field: FormField, edit: EditedField | undefined): boolean =>
  Object.keys(changedFieldValues(field, edit)).length > 0;

/** The values that someone else has saved in fields this person has edited. */
export const remoteFieldValues = (edit: EditedField | undefined): Partial<FieldValues> =>
  edit === undefined ? {} : conflicts(edit.saved.values, edit.edits);
