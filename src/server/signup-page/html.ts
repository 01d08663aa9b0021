/** As React writes them: a page filled in by us is the one it would have rendered. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };

/** Text as it can stand in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Attributes of an element; those without value are left out, an empty one stands alone. */
export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}${value === '' ? '' : `="${escapeHtml(value)}"`}`]))
    .join('');

/** A block of data for scripts. Nothing in it can end the block or begin a comment, whatever the values hold. */
export const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/** An input that nobody sees, of a form that it may stand outside of. */
export const hiddenInput = (form: string, name: string, value: string): string =>
  `<input type="hidden"${attributes({ form, name })} value="${escapeHtml(value)}">`;
