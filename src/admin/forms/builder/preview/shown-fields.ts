import { disclaimers, type PublicField } from '#contract/rules/public-fields.ts';

type Fields = readonly PublicField[];

/** The element of a field in the public form; null while the form does not show it. */
export function elementOf(content: Document, fields: Fields, fieldId: string): Element | null {
  const index = disclaimers(fields).findIndex(({ id }) => id === fieldId);
  if (index !== -1) return content.querySelectorAll('.disclaimer')[index] ?? null;
  return content.getElementById(`field-${fieldId}`)?.closest('.field') ?? null;
}

/** The id of the field that an event in the public form is about; undefined for what every form has. */
export function fieldOf(content: Document, fields: Fields, event: Event): string | undefined {
  const path = event.composedPath();
  return fields.find(({ id }) => {
    const element = elementOf(content, fields, id);
    return element !== null && path.includes(element);
  })?.id;
}
