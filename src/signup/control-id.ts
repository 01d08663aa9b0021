import type { PublicField } from '#contract/rules/active-fields.ts';

/**
 * The id of the control that an error belongs to. A custom field goes by its own id, since its key may be any text: `title`
 * would be a second one, and an id with a blank in it cannot be pointed at.
 */
export function controlId(fields: readonly PublicField[], path: string): string {
  const field = fields.find((candidate) => candidate.name === path);
  return field === undefined ? path : `field-${field.id}`;
}
