import type { FormField } from '#contract/form-field.ts';
import { SOURCE_KEYS } from '#contract/rules/field-key.ts';
import { type Submission, submissionSchema } from '#contract/submission.ts';

/** A field of a submission with what it is called. */
export interface NamedField {
  readonly name: string;
  readonly label: string;
}

/** What is extra about an attendee: shown as further columns when staff choose so (decision 44). */
export interface ColumnGroup {
  readonly title: string;
  readonly columns: readonly NamedField[];
}

const OF_ATTENDEE: readonly NamedField[] = [
  { name: 'job_title', label: 'Job title' },
  { name: 'marketing', label: 'Marketing' },
  { name: 'message', label: 'Message' },
  { name: 'submitted_at', label: 'Submitted at' },
];

const OF_SOURCE: readonly NamedField[] = SOURCE_KEYS.map((name) => ({ name, label: name === 'source_page' ? 'Source page' : name }));

const BUILT_IN: ReadonlySet<string> = new Set(Object.keys(submissionSchema.shape));

/** The fields of a form that take an answer, in form order. */
const answerFields = (fields: readonly FormField[]): NamedField[] =>
  fields
    .filter((field) => field.type !== 'disclaimer')
    .toSorted((a, b) => a.order - b.order)
    .map(({ name, label }) => ({ name, label }));

/** The extra columns that the fields of a series or form offer. */
export function columnGroups(fields: readonly FormField[]): ColumnGroup[] {
  const answers = { title: 'Answers', columns: answerFields(fields) };
  return [
    { title: 'Attendee', columns: OF_ATTENDEE },
    ...(answers.columns.length > 0 ? [answers] : []),
    { title: 'Where the sign-up came from', columns: OF_SOURCE },
  ];
}

/** The chosen columns that the form still offers, in the order in which it offers them. */
export const chosenColumns = (fields: readonly FormField[], chosen: readonly string[]): NamedField[] =>
  columnGroups(fields)
    .flatMap(({ columns }) => columns)
    .filter(({ name }) => chosen.includes(name));

/** An answer in words; undefined when there is none. */
export function answerWords(answer: unknown): string | undefined {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return typeof answer === 'string' && answer !== '' ? answer : undefined;
}

/** What a submission holds under the name of an extra column other than `submitted_at`, in words. */
export const valueWords = (submission: Submission, name: string): string | undefined =>
  answerWords(name === 'marketing' ? submission.accepts_marketing : submission[name]);

/** Every custom answer: those of the form's fields in form order, then those of deleted fields under their key. */
export function answersOf(submission: Submission, fields: readonly FormField[]): (NamedField & { value: string | undefined })[] {
  const current = answerFields(fields);
  const known = new Set(current.map(({ name }) => name));
  const gone = Object.keys(submission)
    .filter((name) => !BUILT_IN.has(name) && !known.has(name))
    .map((name) => ({ name, label: name }));
  return [...current, ...gone].map((field) => ({ ...field, value: answerWords(submission[field.name]) }));
}
