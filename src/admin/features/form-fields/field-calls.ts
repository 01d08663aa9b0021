import type { FieldEdit, FormField, NewField } from '#contract/form-field.ts';

/** What a builder asks of the server, of a series or of a marketing form. Each call updates what is shown of the form, too. */
export interface FieldCalls {
  /** Adds one field at the end; undefined when the answer did not say which: then the form was reloaded (spec section 4). */
  readonly add: (field: NewField) => Promise<FormField | undefined>;
  /** Changes or moves a field. `ifMatch` is the version that was read (decision 16). */
  readonly edit: (fieldId: string, edit: FieldEdit, ifMatch: number) => Promise<FormField>;
  /** Deletes a field, takes it out of the list and reloads the form (spec section 4). */
  readonly remove: (fieldId: string) => Promise<void>;
  /** Reads the form anew and gives its fields in their order. */
  readonly reload: () => Promise<readonly FormField[]>;
}
