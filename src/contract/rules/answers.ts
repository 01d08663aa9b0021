import * as words from '../texts/words/form.ts';
import { hasOptions, isLong, isTick } from './field-types.ts';
import type { PublicField } from './public-fields.ts';
import { type Answer, answerMaxLength } from './sign-up.ts';
import { asLines, asOneLine, hasControls, hasLineBreak, isBlank, isStorable } from './text.ts';

function lineProblem(text: string): string | undefined {
  const line = asOneLine(text).trim();
  if (hasControls(line)) return words.NOT_STORABLE;
  return hasLineBreak(line) ? words.ONE_LINE_ONLY : undefined;
}

/** The error in a text, if any; a missing one has none. */
export function textProblem(value: unknown, { max, lines }: { readonly max: number; readonly lines: 'one' | 'many' }): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return words.TEXT_EXPECTED;
  if (isBlank(value)) return undefined;
  if (value.length > max) return words.tooLong(max);
  if (!isStorable(value)) return words.NOT_STORABLE;
  return lines === 'one' ? lineProblem(value) : undefined;
}

export const tickProblem = (value: unknown): string | undefined =>
  value === undefined || value === null || typeof value === 'boolean' ? undefined : words.TICK_OR_NOT;

/** The error in an answer, if any; a missing one has none. */
export function answerProblem(field: PublicField, value: unknown): string | undefined {
  if (isTick(field)) return tickProblem(value);
  const problem = textProblem(value, { max: answerMaxLength(field), lines: isLong(field) ? 'many' : 'one' });
  if (problem !== undefined || !hasOptions(field)) return problem;
  const isChosen = typeof value === 'string' && !isBlank(value);
  return isChosen && !field.options.includes(value) ? words.CHOOSE_AN_OPTION : undefined;
}

/** The answer to store. Blank answers are not stored; unticked checkboxes are. */
export function storedAnswer(field: PublicField, value: unknown): Answer | undefined {
  if (isTick(field)) return value === true;
  if (typeof value !== 'string' || isBlank(value)) return undefined;
  if (hasOptions(field)) return value;
  return (isLong(field) ? asLines(value) : asOneLine(value)).trim();
}

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
  if (isTick(field)) return WORDS.get(text.toLowerCase()) ?? text;
  return hasOptions(field) ? text : value;
}
