import type { PublicField } from '#contract/rules/active-fields.ts';
import type { FormFieldRow } from '#server/db/tables.ts';

/** The columns that `toPublicField` reads. */
export const PUBLIC_FIELD_COLUMNS = [
  'id',
  'key',
  'label',
  'type',
  'is_required',
  'options',
  'position',
  'is_brunch',
  'brunch_event_id',
] as const satisfies readonly (keyof FormFieldRow)[];

/** A field of the public form, from its row: with the names of the wire. */
export const toPublicField = (row: Pick<FormFieldRow, (typeof PUBLIC_FIELD_COLUMNS)[number]>): PublicField => ({
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
