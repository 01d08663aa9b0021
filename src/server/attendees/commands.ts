import { sql } from 'kysely';
import type { Submission, SubmissionEdit } from '#contract/attendees/submission.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { answerProblem, staffAnswer, storedAnswer } from '#contract/rules/answers.ts';
import { answerOf } from '#contract/rules/check-sign-up.ts';
import { emailKey } from '#contract/rules/email.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/public-fields.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { Tx } from '#server/db/connection.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { invalid, notFound } from '#server/errors.ts';
import { listPublicFields } from '#server/forms/fields/queries.ts';
import { isOf, lockForm } from '#server/forms/form-rows.ts';
import { changeFormCounter, recountAddresses } from '#server/registrations/counters.ts';
import { removeSubmissions } from '#server/registrations/deletions.ts';
import { mergeAnswers, recordCorrection, sentAnswers } from '#server/registrations/edits.ts';
import { revokeTokens } from '#server/registrations/links.ts';
import { deleteRegistrations } from '#server/registrations/places.ts';
import { clearUnreachable, type RegistrationKey } from '#server/registrations/status.ts';
import { type PlacesDeps, promoteWaiting } from '#server/registrations/waiting-list.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import type { Actor } from '#server/write.ts';
import { getSubmission, type SubmissionRef } from './queries.ts';

/** The sent answers to fields shown for these events, by key; null removes one (D38). @throws AppError `invalid` at the key */
export function staffAnswers(
  form: { readonly fields: readonly PublicField[]; readonly events: readonly PublicEvent[] },
  payload: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Answer | null> {
  const chosen = form.events.map((event) => event.id);
  const sent = activeFields(form.fields, form.events, chosen)
    .map((field) => ({ field, value: staffAnswer(field, answerOf(payload, field, form.fields)) }))
    .filter(({ value }) => value !== undefined);
  const errors = sent.flatMap(({ field, value }): FieldError[] => {
    const message = answerProblem(field, value);
    return message === undefined ? [] : [{ path: field.name, message }];
  });
  if (errors.length > 0) throw invalid(errors);
  return new Map(sent.map(({ field, value }) => [field.name, value === null ? null : (storedAnswer(field, value) ?? null)]));
}

async function listEventsOf(tx: Tx, submissionId: string): Promise<PublicEvent[]> {
  const rows = await tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .select(['events.id', 'events.title', 'events.is_brunch'])
    .where('submission_id', '=', submissionId)
    .execute();
  return rows.map((row) => ({ id: row.id, event_title: row.title, date: null, brunch_event: row.is_brunch }));
}

/** Locks the form, then the submission. @throws AppError `not_found` */
async function lockSubmission(tx: Tx, { submissionId, ...scope }: SubmissionRef): Promise<SubmissionRow> {
  if (!(await lockForm(tx, scope))) throw notFound('Submission');
  const isInEvent =
    scope.kind === 'marketing'
      ? sql<boolean>`true`
      : sql<boolean>`exists (
          select from registrations join events on events.id = event_id
          where submission_id = submissions.id and event_id = ${scope.eventId} and ${isOf(scope, 'events')}
        )`; // An event that is being deleted has lost its row, and its registrations go in parts.
  return tx
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', submissionId)
    .where(isOf(scope))
    .where(isInEvent)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Submission'));
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

interface Edited {
  readonly row: SubmissionRow;
  readonly form: FormRef;
  readonly events: readonly PublicEvent[];
  readonly by: Actor;
}

/** Writes an edit of a locked submission; nothing when it changes nothing. @throws AppError `invalid` or `conflict` */
async function writeEdit(tx: Tx, { row, form, events, by }: Edited, input: SubmissionEdit, ifMatch: number | undefined): Promise<void> {
  const columns = toColumns(input);
  const fields = await listPublicFields(tx, form);
  const answers = staffAnswers({ fields, events }, input);
  const sent = [...sentFields(row, columns), ...sentAnswers(row, answers)];
  const accepted = checkEdit(row, sent, ifMatch);
  if (accepted === undefined) return;
  const key = columns.email === undefined ? row.email_key : emailKey(columns.email);
  await tx
    .updateTable('submissions')
    .set({ ...columns, email_key: key, answers: mergeAnswers(row, answers), ...accepted.versions })
    .where('id', '=', row.id)
    .execute();
  await recordCorrection(tx, row, { changed: accepted.changed, sent, fields, by });
  if (key === row.email_key) return;
  await revokeTokens(tx, row.id);
  if (form.kind === 'series') await recountAddresses(tx, form.id, [row.email_key, key]);
}

/** Changes a submission, in all its events. @throws AppError `not_found`, `invalid` or `conflict` */
export async function editSubmission(
  { db, canMail }: PlacesDeps,
  path: SubmissionRef,
  input: SubmissionEdit,
  { ifMatch, by }: { readonly ifMatch: number | undefined; readonly by: Actor },
): Promise<{ submission: Submission; promoted: readonly RegistrationKey[] }> {
  return db.transaction().execute(async (tx) => {
    const row = await lockSubmission(tx, path);
    const events = await listEventsOf(tx, row.id);
    await writeEdit(tx, { row, form: path, events, by }, input, ifMatch);
    const isOtherAddress = input.email !== undefined && input.email.trim() !== row.email;
    const eventIds = path.kind === 'series' && isOtherAddress ? await clearUnreachable(tx, row.id) : [];
    const promoted = await promoteWaiting(tx, { seriesId: path.id, eventIds, canMail });
    return { submission: await getSubmission(tx, path), promoted };
  });
}

/** Removes a submission from its form or an event; from its last one, it is deleted (D1). @throws AppError `not_found` */
export async function deleteSubmission(
  { db, canMail }: PlacesDeps,
  path: SubmissionRef,
): Promise<{ isDeleted: boolean; promoted: readonly RegistrationKey[] }> {
  return db.transaction().execute(async (tx) => {
    const row = await lockSubmission(tx, path);
    if (path.kind === 'marketing') {
      await tx.deleteFrom('submissions').where('id', '=', row.id).execute();
      await changeFormCounter(tx, path.id, -1);
      return { isDeleted: true, promoted: [] };
    }
    const isLast = (await listEventsOf(tx, row.id)).length === 1;
    const eventIds = isLast ? await removeSubmissions(tx, [row.id]) : await deleteRegistrations(tx, [row.id], path.eventId);
    await recountAddresses(tx, path.id, [row.email_key]);
    return { isDeleted: isLast, promoted: await promoteWaiting(tx, { seriesId: path.id, eventIds, canMail }) };
  });
}
