import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { KEY_HAS_ANSWERS, KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';

interface TakenKeys {
  /** The form's fields: both their keys and those of their current labels are taken, since answers are accepted under both. */
  readonly fields: readonly { readonly key: string; readonly label: string }[];
  /** Keys of deleted fields that have answers. */
  readonly retired: readonly { readonly key: string }[];
}

/** Errors, at `N.label`, for new fields whose key is taken or is that of another new field (D2). */
export function refusedKeys(labels: readonly string[], { fields, retired }: TakenKeys): FieldError[] {
  const taken = new Set(fields.flatMap(({ key, label }) => [key, fieldKey(label)]));
  const withAnswers = new Set(retired.map(({ key }) => key));
  return labels.flatMap((label, index) => {
    const key = fieldKey(label);
    const refuse = (message: string): FieldError[] => [{ path: `${index}.label`, message }];
    if (isReservedKey(key)) return refuse(KEY_RESERVED);
    if (taken.has(key)) return refuse(KEY_TAKEN);
    if (withAnswers.has(key)) return refuse(KEY_HAS_ANSWERS);
    taken.add(key);
    return [];
  });
}
