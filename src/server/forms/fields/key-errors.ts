import type { NewField } from '#contract/form-field.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import { KEY_HAS_ANSWERS, KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import type { FormFieldRow } from '#server/db/tables.ts';

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
