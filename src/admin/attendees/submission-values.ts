import { answersOfList } from '#admin/reads/submission-queries.ts';
import { type AnswerCounts, type ChosenAnswers, type Submission, submissionSchema } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { isCounted, takesAnswer } from '#contract/rules/field-types.ts';
import { ANSWERS_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { NOT_ANSWERED } from '#contract/texts/staff.ts';

export type NamedField = Pick<FormField, 'name' | 'label'>;

const ATTENDEE_COLUMNS: readonly NamedField[] = [
  { name: 'job_title', label: 'Job title' },
  { name: 'marketing', label: 'Marketing' },
  { name: 'message', label: 'Message' },
  { name: 'submitted_at', label: 'Submitted at' },
];

const SOURCE_COLUMNS: readonly NamedField[] = SOURCE_KEYS.map((name) => ({ name, label: name === 'source_page' ? 'Source page' : name }));
const BUILT_IN_NAMES: ReadonlySet<string> = new Set(Object.keys(submissionSchema.shape));

const answerFields = (fields: readonly FormField[]): NamedField[] =>
  fields
    .filter(takesAnswer)
    .toSorted((a, b) => a.order - b.order)
    .map(({ name, label }) => ({ name, label }));

export function columnGroups(fields: readonly FormField[]) {
  const answers = { title: 'Answers', columns: answerFields(fields) };
  return [
    { title: 'Attendee', columns: ATTENDEE_COLUMNS },
    ...(answers.columns.length > 0 ? [answers] : []),
    { title: 'Where the sign-up came from', columns: SOURCE_COLUMNS },
  ];
}

/** The label of an optional column; its name for a field that was deleted. */
export const columnLabel = (fields: readonly FormField[], column: string): string =>
  columnGroups(fields)
    .flatMap(({ columns }) => columns)
    .find(({ name }) => name === column)?.label ?? column;

export const chosenColumns = (fields: readonly FormField[], chosen: readonly string[]): NamedField[] =>
  columnGroups(fields)
    .flatMap(({ columns }) => columns)
    .filter(({ name }) => chosen.includes(name));

export function answerText(answer: unknown): string | undefined {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return typeof answer === 'string' && answer !== '' ? answer : undefined;
}

/** The text of an optional column other than `submitted_at`. */
export const valueText = (submission: Submission, name: string): string | undefined =>
  answerText(name === 'marketing' ? submission.accepts_marketing : submission[name]);

/** All custom answers: those of the form's fields in order, then those of deleted fields, labelled with their key. */
export function answersOf(submission: Submission, fields: readonly FormField[]): (NamedField & { value: string | undefined })[] {
  const current = answerFields(fields);
  const currentNames = new Set(current.map(({ name }) => name));
  const deleted = Object.keys(submission)
    .filter((name) => !BUILT_IN_NAMES.has(name) && !currentNames.has(name))
    .map((name) => ({ name, label: name }));
  return [...current, ...deleted].map((field) => ({ ...field, value: answerText(submission[field.name]) }));
}

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
