import type { PublicField } from '#contract/rules/public-fields.ts';
import type { FormFieldRow } from '#server/db/tables.ts';

/** A field of the public form, from its row: with the names of the wire. */
export const toPublicField = (row: Omit<FormFieldRow, 'created_at'>): PublicField & { help_text: string | null } => ({
  id: row.id,
  label: row.label,
  name: row.key,
  type: row.type,
  required: row.is_required,
  options: row.options,
  order: row.position,
  brunch_event: row.is_brunch,
  brunch_event_id: row.brunch_event_id,
  help_text: row.help_text,
});
