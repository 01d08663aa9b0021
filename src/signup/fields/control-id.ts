import type { PublicField } from '#contract/rules/active-fields.ts';

/**
 * The DOM id of the control at an error's path. A custom field is identified by its own id, since its key can be any text: `title` is
 * taken, and ids with spaces cannot be referenced.
 */
export function controlId(fields: readonly PublicField[], path: string): string {
  const field = fields.find((candidate) => candidate.name === path);
  return field === undefined ? path : `field-${field.id}`;
}
