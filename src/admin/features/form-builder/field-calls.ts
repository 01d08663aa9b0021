import type { FieldEdit, FormField, NewField } from '#contract/form-field.ts';

/** The builder's calls, for a series or a marketing form. Each also updates the cached form. */
export interface FieldCalls {
  /** Adds a field at the end. Resolves to undefined if the answer was unreadable and the form was reloaded. */
  readonly add: (field: NewField) => Promise<FormField | undefined>;
  /** Changes or moves a field. `ifMatch` is the version that the edit is based on. */
  readonly edit: (fieldId: string, edit: FieldEdit, ifMatch: number) => Promise<FormField>;
  /** Deletes a field and reloads the form. */
  readonly remove: (fieldId: string) => Promise<void>;
  /** Refetches the form. Resolves to its fields in order. */
  readonly reload: () => Promise<readonly FormField[]>;
}
