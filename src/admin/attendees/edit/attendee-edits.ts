import { z } from 'zod';
import * as rowEdits from '#admin/records/row-edits.ts';
import { type Submission, submissionEditSchema } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { answerProblem, staffAnswer } from '#contract/rules/answers.ts';
import { emailKey } from '#contract/rules/email.ts';
import { isTick } from '#contract/rules/field-types.ts';
import type { Answer } from '#contract/rules/sign-up.ts';

/** The details of a person and, by field key, the answers; a missing one is an empty text or no tick. */
export type AttendeeValues = Readonly<z.infer<typeof attendeeValuesSchema>>;

export type SavedAttendee = rowEdits.SavedRow<AttendeeValues>;
export type EditedAttendee = rowEdits.EditedRow<AttendeeValues>;
export type AttendeeState = rowEdits.RowState<AttendeeValues>;
export type AttendeeEdits = rowEdits.RowEdits<AttendeeValues>;
export type AttendeeAction = rowEdits.RowAction<AttendeeValues>;

export const personSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  organisation: z.string(),
  job_title: z.string(),
  email: z.string(),
  accepts_marketing: z.boolean(),
  message: z.string(),
});

export const attendeeValuesSchema = personSchema.catchall(z.union([z.string(), z.boolean()]));
export const attendeeEditsSchema: z.ZodType<AttendeeEdits> = z.record(z.string(), rowEdits.editedRowSchema(attendeeValuesSchema));

export function answerValue(field: FormField, answer: unknown): Answer {
  if (isTick(field)) return answer === true;
  return typeof answer === 'string' ? answer : '';
}

export const savedAttendee = ({ id, _version: version, ...read }: Submission, fields: readonly FormField[]): SavedAttendee => ({
  id,
  version,
  values: {
    ...personSchema.parse({ ...read, message: read.message ?? '' }),
    ...Object.fromEntries(fields.map((field) => [field.name, answerValue(field, read[field.name])])),
  },
});

/** The errors of answers by the form's own rules; staff may leave a required one empty. */
export function answerProblems(answers: Readonly<Record<string, unknown>>, fields: readonly FormField[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const problem = Object.hasOwn(answers, field.name) && answerProblem(field, staffAnswer(field, answers[field.name]));
    if (typeof problem === 'string') problems[field.name] = problem;
  }
  return problems;
}

const problemsOf = (changed: Partial<AttendeeValues>, fields: readonly FormField[]): Record<string, string> => ({
  ...rowEdits.schemaProblems(submissionEditSchema, changed),
  ...answerProblems(changed, fields),
});

/** The state of an attendee's row; its problems include those that the server found. */
export function attendeeState(listed: SavedAttendee, edited: EditedAttendee | undefined, fields: readonly FormField[]): AttendeeState {
  const row = rowEdits.rowState(listed, edited, (changed) => problemsOf(changed, fields));
  return { ...row, problems: { ...row.refused, ...row.problems } };
}

/** All rows with changes or conflicts, whether the current list has them or not. */
export const changedRows = (edits: AttendeeEdits, fields: readonly FormField[]): AttendeeState[] =>
  Object.values(edits)
    .map((edited) => attendeeState(edited.saved, edited, fields))
    .filter(({ changed, remote }) => Object.keys(changed).length > 0 || Object.keys(remote).length > 0);

/** Whether mail now goes to a different address. */
export const hasAnotherAddress = ({ changed: { email }, saved }: AttendeeState): boolean =>
  email !== undefined && emailKey(email) !== emailKey(saved.values.email);

export const needsAttention = ({ problems, remote }: AttendeeState): boolean =>
  Object.keys(problems).length > 0 || Object.keys(remote).length > 0;
