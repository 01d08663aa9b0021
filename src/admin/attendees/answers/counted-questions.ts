import { answersOfList } from '#admin/reads/submission-queries.ts';
import type { AnswerCounts, ChosenAnswers } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { isCounted } from '#contract/rules/field-types.ts';
import { ANSWERS_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { NOT_ANSWERED } from '#contract/texts/staff.ts';
import { columnLabel } from '../submission-values.ts';

type CountedAnswer = AnswerCounts[number]['counts'][number];

export type CountedQuestion = ReturnType<typeof countedQuestions>[number];

/** A note on whose answers are counted in a list of this length; undefined when everyone's are. */
export const answersNote = (total: number): string | undefined =>
  total > ANSWERS_COUNTED_MAX ? `From the newest ${formatCount(ANSWERS_COUNTED_MAX)} attendees` : undefined;

export const isInWords = (fields: readonly FormField[], name: string): boolean =>
  fields.some((field) => field.name === name && !isCounted(field));

export const countedQuestions = (counts: AnswerCounts, fields: readonly FormField[]) =>
  counts.map((question) => ({
    ...question,
    label: columnLabel(fields, question.name),
    isSource: fields.every(({ name }) => name !== question.name),
    /** Whether it is a free-text question, of which only the number of answers is counted. */
    isText: isInWords(fields, question.name),
  }));

export const isGiven = ({ value }: Pick<CountedAnswer, 'value'>): boolean => value !== null && value !== false;

/** An answer as a text; of a free-text question, only whether it was answered. */
export function answerLabel(value: ChosenAnswers[string], isText: boolean): string {
  if (typeof value === 'string') return value;
  if (value === null) return NOT_ANSWERED;
  if (isText) return 'Answered';
  return value ? 'Ticked' : 'Not ticked';
}

/** The answers that a list or mailing is limited to: `Diet: Vegan`. */
export const answersInWords = (fields: readonly FormField[], list: Parameters<typeof answersOfList>[0]): string[] =>
  Object.entries(answersOfList(list)).map(
    ([name, value]) => `${columnLabel(fields, name)}: ${answerLabel(value, isInWords(fields, name))}`,
  );
