import type { FormField } from '#contract/form-field.ts';
import type { PublicField } from '#contract/rules/active-fields.ts';
import type { FormFieldRow } from '#server/db/tables.ts';

/** What the rules of a form need to know of a field. */
export const presentRule = (row: FormFieldRow): PublicField => ({
  id: row.id,
  label: row.label,
  name: row.key,
  type: row.type,
  required: row.is_required,
  options: row.options,
  order: row.position,
  brunch_event: row.is_brunch,
  brunch_event_id: row.brunch_event_id,
});

/** A field as staff read it (decisions 2 and 17). */
export const presentField = (row: FormFieldRow, answersCount: number): FormField => ({
  ...presentRule(row),
  options: row.options,
  inputType: row.type,
  show_on_slack: row.show_on_slack,
  answers_count: answersCount,
  version: row.version,
});
