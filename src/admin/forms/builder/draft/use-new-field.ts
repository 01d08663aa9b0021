import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '#admin/api/api-error.ts';
import { useAttempts } from '#admin/records/attempts.ts';
import { byPath, refusalsIn } from '#admin/records/row-edits.ts';
import { type BindField, useNewRecord } from '#admin/records/use-record.ts';
import { showError, showFailure } from '#admin/ui/states/show-alert.tsx';
import { DISCLAIMER_MAX_LENGTH, fieldTypeSchema, type FormField, LABEL_MAX_LENGTH, type NewField } from '#contract/forms/form-field.ts';
import { hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import { isBlank, shortened } from '#contract/rules/text.ts';
import { ADD_FIELD_FAILED, copyLabel, KEY_HAS_ANSWERS } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import { type FieldValues, fieldValuesSchema, newFieldProblems } from './builder-draft.ts';

const newFieldSchema = fieldValuesSchema.extend({ type: fieldTypeSchema });

type NewFieldValues = Readonly<z.infer<typeof newFieldSchema>>;

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
    schema: newFieldSchema,
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
  return { ...record, field: record.field as BindField<FieldValues>, hasInput: hasInput(record.values) };
}

interface DuplicateOptions {
  readonly fields: readonly FormField[];
  readonly add: FieldMutations['add'];
  readonly onAdded: (copy: FormField | undefined, original: FormField) => void;
}

export function useDuplicate({ fields, add, onAdded }: DuplicateOptions) {
  const attempts = useAttempts<FormField | undefined>();
  const addCopy = async (original: FormField, refused: readonly string[] = []): Promise<FormField | undefined> => {
    const copy = copiedField(original, fields, refused);
    try {
      return await attempts.send({ ...copy }, (key) => add(copy, key));
    } catch (error) {
      if (!refusalsIn(error).some(({ message }) => message === KEY_HAS_ANSWERS)) throw error;
      return addCopy(original, [...refused, copy.label]);
    }
  };
  const adding = useMutation({
    mutationFn: async (original: FormField) => addCopy(original),
    onSuccess: onAdded,
    onError: (error) => showFailure({ title: ADD_FIELD_FAILED, text: refusalsIn(error)[0]?.message ?? messageOf(error) }),
  });
  return (original: FormField) => {
    if (adding.isPending) return;
    const [problem] = newFieldProblems(copiedField(original, fields), fields);
    if (problem === undefined) adding.mutate(original);
    else showFailure({ title: ADD_FIELD_FAILED, text: problem.message });
  };
}

/** A copy of the field as shown, with the first label that no other field has and the server has not refused. */
export function copiedField(field: FormField, fields: readonly FormField[], refused: readonly string[] = []): NewField {
  const { type, required, options, show_on_slack, brunch_event, brunch_event_id, help_text, label } = field;
  const copy = { type, required, options, show_on_slack, brunch_event, brunch_event_id, help_text };
  const last = fields.length + refused.length + 1;
  const longest = (takesAnswer(field) ? LABEL_MAX_LENGTH : DISCLAIMER_MAX_LENGTH) - copyLabel('', last).length;
  const labelled = (number: number): NewField => ({
    ...copy,
    label: copyLabel(shortened(label.trim(), longest), number),
    order: fields.length + 1,
  });
  const isTaken = (candidate: NewField): boolean =>
    refused.includes(candidate.label) || newFieldProblems(candidate, fields).some(({ path }) => path === 'label');
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return labelled(numbers.find((number) => !isTaken(labelled(number))) ?? last);
}
