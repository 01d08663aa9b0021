import { type Submission, submissionSchema } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';

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
