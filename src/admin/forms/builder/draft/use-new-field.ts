import { useState } from 'react';
import type { z } from 'zod';
import { byPath } from '#admin/records/problems.ts';
import { editedRowSchema, refusalsIn } from '#admin/records/row-edits.ts';
import { type BindField, useNewRecord } from '#admin/records/use-record.ts';
import { showError } from '#admin/ui/feedback/show-alert.tsx';
import { fieldTypeSchema, type FormField, type NewField } from '#contract/forms/form-field.ts';
import { hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import { isBlank } from '#contract/rules/text.ts';
import { ADD_FIELD_FAILED } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import { type FieldValues, fieldValuesSchema } from './field-edits.ts';
import { newFieldProblems } from './field-problems.ts';

const newFieldSchema = fieldValuesSchema.extend({ type: fieldTypeSchema });

type NewFieldValues = Readonly<z.infer<typeof newFieldSchema>>;

const draft = editedRowSchema(newFieldSchema);

const EMPTY: NewFieldValues = {
  type: 'input',
  label: '',
  required: false,
  options: [''],
  show_on_slack: false,
  brunch_event: false,
  brunch_event_id: null,
  help_text: '',
};

const newField = (values: NewFieldValues, count: number): NewField => ({
  ...values,
  required: takesAnswer(values) && values.required,
  options: hasOptions(values) ? values.options : [],
  order: count + 1,
});

const hasInput = ({ label, options }: NewFieldValues): boolean => [label, ...options].some((text) => !isBlank(text));

interface NewFieldOptions {
  readonly fields: readonly FormField[];
  readonly add: FieldMutations['add'];
  readonly onAdded: (field: FormField | undefined) => void;
}

export type NewFieldPanel = ReturnType<typeof useNewField>;

/** The state of the Add New Field panel. It keeps what was typed if adding fails, and the type if it succeeds. */
export function useNewField({ fields, add, onAdded }: NewFieldOptions) {
  const [initial, setInitial] = useState(EMPTY);
  const record = useNewRecord<NewFieldValues, FormField | undefined>({
    name: 'new-field',
    draft,
    initial,
    problemsOf: (values) => byPath(newFieldProblems(newField(values, fields.length), fields)),
    send: async (values, idempotencyKey) =>
      add(newField(values, fields.length), idempotencyKey).catch((error: unknown) => {
        if (refusalsIn(error).length === 0) showError(ADD_FIELD_FAILED, error);
        throw error;
      }),
    onAdded: (field) => {
      setInitial({ ...EMPTY, type: record.values.type });
      record.discard();
      onAdded(field);
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a new field has the values of a saved one, and a type
  const field = record.field as BindField<FieldValues>;
  return { ...record, field, hasInput: hasInput(record.values) };
}
