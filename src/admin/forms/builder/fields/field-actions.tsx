import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { IconArrowsSort, IconCopy, IconTrash } from '#admin/ui/layout/icons.tsx';
import { fieldCallsOf, formCalls } from '#contract/forms/form-calls.ts';
import type { FormField } from '#contract/forms/form-field.ts';

export interface OnField {
  readonly field: FormField;
  readonly onDelete: (field: FormField) => void;
  readonly onDuplicate: (field: FormField) => void;
  readonly onMoveTo: (field: FormField) => void;
}

export const DUPLICATE_FIELD: Action<OnField> = action('duplicate', 'Duplicate', IconCopy, [formCalls.addSeriesFields], {
  keys: ['mod+D'],
  run: ({ field, onDuplicate }) => onDuplicate(field),
});

/** A field's actions besides editing it and moving it by one; its menu has all of them but deleting. */
export const FIELD_ACTIONS: readonly Action<OnField>[] = [
  DUPLICATE_FIELD,
  action('move', 'Move to position…', IconArrowsSort, [fieldCallsOf.series.edit], { run: ({ field, onMoveTo }) => onMoveTo(field) }),
  action('delete', ({ field }) => `Delete ${field.label}`, IconTrash, [fieldCallsOf.series.remove], {
    run: ({ field, onDelete }) => onDelete(field),
  }),
];
