import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { useAttempts } from '#admin/records/attempts.ts';
import { refusalsIn } from '#admin/records/row-edits.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { DISCLAIMER_MAX_LENGTH, type FormField, LABEL_MAX_LENGTH, type NewField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { shortened } from '#contract/rules/text.ts';
import { ADD_FIELD_FAILED, copyLabel, KEY_HAS_ANSWERS } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import { newFieldProblems } from './field-problems.ts';

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
