import type { PublicField } from '#contract/rules/public-fields.ts';

/** The DOM id of the control at a path: a custom field has its own id, since its key can be taken or have spaces. */
export function controlId(fields: readonly PublicField[], path: string): string {
  const field = fields.find((candidate) => candidate.name === path);
  return field === undefined ? path : `field-${field.id}`;
}
