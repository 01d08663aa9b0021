import type { PublicField } from './public-fields.ts';

/** Spellings of a checkbox's answer in CSV cells. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
]);

/** Converts an answer from staff to what the public form would send: CSV cells are text, and blank ones become null. */
export function staffAnswer(field: PublicField, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  if (field.type === 'checkbox') return WORDS.get(text.toLowerCase()) ?? text;
  return field.type === 'select' ? text : value;
}
