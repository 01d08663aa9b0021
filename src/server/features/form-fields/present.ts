import type { FormField } from '#contract/form-field.ts';
import type { FormFieldRow } from '#server/db/tables.ts';

/** A field as staff read it (decisions 2 and 17). */
export const presentField = (row: FormFieldRow, answersCount: number): FormField => ({
  id: row.id,
  label: row.label,
  name: row.key,
  type: row.type,
  inputType: row.type,
  required: row.is_required,
  options: row.options,
  order: row.position,
  brunch_event: row.is_brunch,
  brunch_event_id: row.brunch_event_id,
  show_on_slack: row.show_on_slack,
  answers_count: answersCount,
  version: row.version,
});
