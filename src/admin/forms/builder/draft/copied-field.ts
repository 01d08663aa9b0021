import { type FormField, LABEL_MAX_LENGTH, type NewField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { copyLabel } from '#contract/texts/builder.ts';
import { newFieldProblems } from './field-problems.ts';

/** The copy of a field as it is shown, under the first label that no other field has and that the server has not refused. */
export function copiedField(field: FormField, fields: readonly FormField[], refused: readonly string[] = []): NewField {
  const { type, required, options, show_on_slack, brunch_event, brunch_event_id, help_text, label } = field;
  const copy = { type, required, options, show_on_slack, brunch_event, brunch_event_id, help_text };
  const last = fields.length + refused.length + 1;
  const longest = takesAnswer(field) ? LABEL_MAX_LENGTH - copyLabel('', last).length : label.length;
  const labelled = (number: number): NewField => ({
    ...copy,
    label: copyLabel(label.trim().slice(0, longest), number),
    order: fields.length + 1,
  });
  const isTaken = (candidate: NewField): boolean =>
    refused.includes(candidate.label) || newFieldProblems(candidate, fields).some(({ path }) => path === 'label');
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return labelled(numbers.find((number) => !isTaken(labelled(number))) ?? last);
}
