import * as texts from '../texts/sign-up.ts';
import type { PublicField } from './public-fields.ts';
import { type Answer, ANSWER_MAX_LENGTH, LONG_ANSWER_MAX_LENGTH } from './sign-up.ts';
import { hasLineBreak, isBlank, isStorable } from './text.ts';

interface TextRule {
  readonly max: number;
  readonly lines: 'one' | 'many';
}

/** The error of a text, if any; one that is missing has none. */
export function textProblem(value: unknown, { max, lines }: TextRule): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return texts.TEXT_EXPECTED;
  if (isBlank(value)) return undefined;
  if (value.length > max) return texts.tooLong(max);
  if (!isStorable(value)) return texts.NOT_STORABLE;
  return lines === 'one' && hasLineBreak(value.trim()) ? texts.ONE_LINE_ONLY : undefined;
}

/** The error of what should be ticked or not, if any. */
export const tickProblem = (value: unknown): string | undefined =>
  value === undefined || value === null || typeof value === 'boolean' ? undefined : texts.TICK_OR_NOT;

/** The error of an answer, if any; one that is missing has none. */
export function answerProblem(field: PublicField, value: unknown): string | undefined {
  if (field.type === 'checkbox') return tickProblem(value);
  const isLong = field.type === 'textarea';
  const problem = textProblem(value, { max: isLong ? LONG_ANSWER_MAX_LENGTH : ANSWER_MAX_LENGTH, lines: isLong ? 'many' : 'one' });
  if (problem !== undefined || field.type !== 'select') return problem;
  const isChosen = typeof value === 'string' && !isBlank(value);
  return isChosen && !field.options.includes(value) ? texts.CHOOSE_AN_OPTION : undefined;
}

/** The answer to store. Blank answers are not stored; unticked checkboxes are. */
export function storedAnswer(field: PublicField, value: unknown): Answer | undefined {
  if (field.type === 'checkbox') return value === true;
  if (typeof value !== 'string' || isBlank(value)) return undefined;
  return field.type === 'select' ? value : value.trim();
}
