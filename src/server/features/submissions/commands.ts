import type { Transaction } from 'kysely';
import type { PublicEvent } from '#contract/rules/active-fields.ts';
import { emailKey } from '#contract/rules/email.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { Submission, SubmissionEdit } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { lockForm } from '#server/db/form-version.ts';
import { addPlaces, changeFormCount, lockSeries, removePlaces } from '#server/db/kept-counts.ts';
import type { Database, SubmissionRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { listFieldRules } from '#server/features/form-fields/queries.ts';
import { decideEdit, type SentField, sentFields } from '#server/versioned-edit.ts';
import { getSubmission, type SubmissionPath } from './queries.ts';
import { staffAnswers } from './staff-answers.ts';

type Tx = Transaction<Database>;
type Answers = ReadonlyMap<string, Answer | null>;

interface EventOfSubmission extends PublicEvent {
  readonly is_on_form: boolean;
}

async function listEventsOf(tx: Tx, submissionId: string): Promise<EventOfSubmission[]> {
  const rows = await tx
    .selectFrom('submission_events')
    .innerJoin('events', 'events.id', 'submission_events.event_id')
    .select(['events.id', 'events.title', 'events.is_brunch', 'events.is_on_form'])
    .where('submission_id', '=', submissionId)
    .execute();
  return rows.map((row) => ({ id: row.id, event_title: row.title, date: null, brunch_event: row.is_brunch, is_on_form: row.is_on_form }));
}

/** The series first, then the submission, found by its whole path. */
async function takeSubmission(tx: Tx, { seriesId, eventId, submissionId }: SubmissionPath): Promise<SubmissionRow> {
  if (!(await lockSeries(tx, seriesId))) throw notFound('Submission');
  const row = await tx
    .selectFrom('submissions')
    .innerJoin('submission_events', 'submission_events.submission_id', 'submissions.id')
    .innerJoin('events', 'events.id', 'submission_events.event_id')
    .selectAll('submissions')
    .where('submissions.id', '=', submissionId)
    .where('submission_events.event_id', '=', eventId)
    .where('events.series_id', '=', seriesId)
    .forUpdate('submissions')
    .executeTakeFirst();
  if (row === undefined) throw notFound('Submission');
  return row;
}

const toColumns = (input: SubmissionEdit) => ({
  first_name: input.first_name?.trim(),
  last_name: input.last_name?.trim(),
  job_title: input.job_title?.trim(),
  organisation: input.organisation?.trim(),
  email: input.email?.trim(),
  accepts_marketing: input.accepts_marketing,
  message: input.message === undefined ? undefined : trimmedOrNull(input.message),
});

/** Each answer is a field of its own, so that edits of different answers both survive. */
const sentAnswers = (row: SubmissionRow, answers: Answers): SentField[] =>
  [...answers].map(([key, sent]) => ({
    name: `answers.${key}`,
    wireName: key,
    present: Object.hasOwn(row.answers, key) ? row.answers[key] : null,
    sent,
  }));

function mergeAnswers(row: SubmissionRow, answers: Answers): string {
  const merged = new Map<string, Answer | null>([...Object.entries(row.answers), ...answers]);
  return JSON.stringify(Object.fromEntries([...merged].filter(([, answer]) => answer !== null)));
}

/**
 * Changes a person's details and answers in the one row, seen in all events of the sign-up (decision 1).
 * @throws AppError `not_found`, `invalid` at a custom field's key, or `conflict` when somebody else changed the same since `ifMatch`
 */
export async function editSubmission(
  db: Db,
  path: SubmissionPath,
  input: SubmissionEdit,
  ifMatch: number | undefined,
): Promise<Submission> {
  return db.transaction().execute(async (tx) => {
    const row = await takeSubmission(tx, path);
    const events = await listEventsOf(tx, row.id);
    const columns = toColumns(input);
    const answers = staffAnswers({ fields: await listFieldRules(tx, { seriesId: path.seriesId }), events }, input);
    const decided = decideEdit(row, [...sentFields(row, columns), ...sentAnswers(row, answers)], ifMatch);
    if (decided === undefined) return getSubmission(tx, path);
    const key = columns.email === undefined ? row.email_key : emailKey(columns.email);
    const places = events.filter((event) => event.is_on_form).length;
    if (key !== row.email_key && places > 0) {
      await removePlaces(tx, path.seriesId, [{ emailKey: row.email_key, places }]);
      await addPlaces(tx, path.seriesId, [{ emailKey: key, places }]);
    }
    await tx
      .updateTable('submissions')
      .set({ ...columns, email_key: key, answers: mergeAnswers(row, answers), ...decided.stamp })
      .where('id', '=', row.id)
      .execute();
    return getSubmission(tx, path);
  });
}

/**
 * Takes a submission out of an event; out of its last one, deletes it (decision 1).
 * @returns whether the row went too
 * @throws AppError `not_found`
 */
export async function deleteSubmission(db: Db, path: SubmissionPath): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await takeSubmission(tx, path);
    const events = await listEventsOf(tx, row.id);
    const isLast = events.length === 1;
    if (isLast) await tx.deleteFrom('submissions').where('id', '=', row.id).execute();
    await tx.deleteFrom('submission_events').where('submission_id', '=', row.id).where('event_id', '=', path.eventId).execute();
    const isVisible = events.some((event) => event.id === path.eventId && event.is_on_form);
    if (isVisible) await removePlaces(tx, path.seriesId, [{ emailKey: row.email_key, places: 1 }]);
    return isLast;
  });
}

/**
 * Deletes a submission of a marketing form.
 * @throws AppError `not_found`
 */
export async function deleteFormSubmission(db: Db, formId: string, submissionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockForm(tx, { formId }))) throw notFound('Submission');
    const deleted = await tx.deleteFrom('submissions').where('id', '=', submissionId).where('form_id', '=', formId).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw notFound('Submission');
    await changeFormCount(tx, formId, -1);
  });
}
