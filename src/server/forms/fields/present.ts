import type { FormField } from '#contract/form-field.ts';
import type { FormFieldRow } from '#server/db/tables.ts';
import { toPublicField } from '../public-field.ts';

export const presentField = (row: FormFieldRow, answersCount: number): FormField => ({
  ...toPublicField(row),
  options: row.options,
  inputType: row.type,
  show_on_slack: row.show_on_slack,
  answers_count: answersCount,
  version: row.version,
});
