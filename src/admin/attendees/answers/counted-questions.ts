import type { AnswerCounts, ChosenAnswers } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { ANSWERS_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { answersOfNewest } from '#contract/texts/large-lists.ts';
import { NOT_ANSWERED, NOT_TICKED, TICKED } from '#contract/texts/staff.ts';
import { columnLabel } from '../submission-values.ts';

type CountedAnswer = AnswerCounts[number]['counts'][number];

export interface CountedQuestion {
  readonly name: string;
  readonly label: string;
  readonly isSource: boolean;
  readonly counts: readonly CountedAnswer[];
}

/** The people among whom the answers of a list of this length are counted; undefined: all of them. */
export const answersNote = (total: number): string | undefined =>
  total > ANSWERS_COUNTED_MAX ? answersOfNewest(formatCount(ANSWERS_COUNTED_MAX)) : undefined;

export const countedQuestions = (counts: AnswerCounts, fields: readonly FormField[]): CountedQuestion[] =>
  counts.map((question) => ({
    ...question,
    label: columnLabel(fields, question.name),
    isSource: fields.every(({ name }) => name !== question.name),
  }));

/** Whether somebody chose it, rather than leaving it. */
export const isGiven = ({ value }: Pick<CountedAnswer, 'value'>): boolean => value !== null && value !== false;

export function answerLabel(value: ChosenAnswers[string]): string {
  if (typeof value === 'string') return value;
  if (value === null) return NOT_ANSWERED;
  return value ? TICKED : NOT_TICKED;
}
