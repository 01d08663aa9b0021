import type { PublicField } from './active-fields.ts';
import { answerProblem } from './sign-up.ts';

/** How a checkbox's answer is written in a cell of a CSV file. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
]);

/**
 * What staff sent for a field, as the visitor's form would have sent it: cells of a CSV file are text, and blank ones say
 * nothing, which is null (decision 41).
 */
export function staffAnswer(field: PublicField, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  if (field.type === 'checkbox') return WORDS.get(text.toLowerCase()) ?? text;
  return field.type === 'select' ? text : value;
}

/** Why an answer that `staffAnswer` gave is refused. Staff need not answer required fields (decision 38). */
export const staffAnswerProblem = (field: PublicField, answer: unknown): string | undefined =>
  answerProblem({ ...field, required: false }, answer);
