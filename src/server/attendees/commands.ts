import { sql } from 'kysely';
import type { AddressMails, Submission, SubmissionEdit } from '#contract/attendees/submission.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { answerProblem, staffAnswer, storedAnswer } from '#contract/rules/answers.ts';
import { answerOf } from '#contract/rules/check-sign-up.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/public-fields.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { CHANGED_MEANWHILE } from '#contract/texts/staff.ts';
import { addressColumns } from '#server/address-columns.ts';
import { rowOf, rowsOf, type Tx } from '#server/db/connection.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { AppError, invalid, notFound, orNotFound } from '#server/errors.ts';
import { listPublicFields } from '#server/form-store/fields.ts';
import { isNotDeleted, isOf, lockForm, lockRegistrations } from '#server/form-store/form-rows.ts';
import { endTaps } from '#server/registrations/attendance.ts';
import { aboutSignUp } from '#server/registrations/changes.ts';
import { changeFormCounter, recountAddresses } from '#server/registrations/counters.ts';
import { removeSubmissions } from '#server/registrations/deletions.ts';
import { recordCorrection, recordPassedOn, sentAnswers, writeFields } from '#server/registrations/edits.ts';
import { revokeTokens } from '#server/registrations/links.ts';
import { deleteRegistrations } from '#server/registrations/places.ts';
import { clearUnreachable, registrationNotices } from '#server/registrations/status.ts';
import { promoteWaiting } from '#server/registrations/waiting-list.ts';
import { confirmWithin, retryWithin, toFormerAddress } from '#server/steps/staff/commands.ts';
import { checkEdit, type SentField, sentFields } from '#server/versioned-edit.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import { hasOptedOut } from './opt-outs.ts';
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

const listEventsOf = (tx: Tx, submissionId: string): Promise<PublicEvent[]> => rowsOf<PublicEvent>(tx)`
  select events.id, title as event_title, null as date, is_brunch as brunch_event
  from registrations join events on events.id = event_id where submission_id = ${submissionId}`;

/** A submission of a form; with `eventId`, one in this event. */
type Locked = FormRef & { readonly submissionId: string; readonly eventId?: string };

/** Locks the form, then the submission. @throws AppError `not_found` */
async function lockSubmission(tx: Tx, { submissionId, ...scope }: Locked): Promise<SubmissionRow> {
  if (!(await lockForm(tx, scope))) throw notFound('Submission');
  const isInEvent =
    scope.eventId === undefined
      ? sql<boolean>`true`
      : sql<boolean>`exists (
          select from registrations join events on events.id = event_id
          where submission_id = submissions.id and event_id = ${scope.eventId} and ${isOf(scope, 'events')}
        )`; // An event that is being deleted has lost its row, and its registrations are deleted in parts.
  const query = tx.selectFrom('submissions').selectAll().where('id', '=', submissionId).where(isOf(scope)).where(isInEvent).forUpdate();
  return orNotFound(await query.executeTakeFirst(), 'Submission');
}

const toColumns = (input: SubmissionEdit) => ({
  first_name: input.first_name,
  last_name: input.last_name,
  job_title: input.job_title,
  organisation: input.organisation,
  email: input.email === undefined ? undefined : addressColumns(input.email).email,
  accepts_marketing: input.accepts_marketing,
  message: input.message === undefined ? undefined : trimmedOrNull(input.message),
});

interface Edit {
  readonly row: SubmissionRow;
  readonly form: FormRef;
  readonly sent: readonly SentField[];
  readonly fields: readonly PublicField[];
  readonly ifMatch: number | undefined;
  /** The mails that follow a change of the address. */
  readonly mails?: AddressMails;
}

/** Follows up a change of address: counters and links belong to the address, and mail may reach the person again. */
async function followAddress(w: Write, { row, form, mails = {} }: Edit): Promise<void> {
  const { email_key: key } = await w.selectFrom('submissions').select('email_key').where('id', '=', row.id).executeTakeFirstOrThrow();
  const isAnother = key !== row.email_key;
  if (isAnother) {
    if (mails._tell_former === true && form.kind === 'series') await recordPassedOn(w, row);
    if (mails._confirm === true) await confirmWithin(w, row.id);
    await revokeTokens(w, row.id);
    await toFormerAddress(w, row.id);
  }
  if (form.kind === 'marketing') return;
  if (isAnother) await recountAddresses(w, form.id, [row.email_key, key]);
  await promoteWaiting(w, form.id, await clearUnreachable(w, row.id));
}

/** Writes an edit of a locked submission, and follows up a change of its address. @returns its version @throws AppError `conflict` */
async function writeEdit(w: Write, edit: Edit): Promise<number> {
  const { row, form, sent, fields, ifMatch } = edit;
  const accepted = checkEdit(w, { about: aboutSignUp(row), row, sent, ifMatch });
  if (accepted === undefined) return row.version;
  await writeFields(w, row, sent, accepted, form.kind);
  await recordCorrection(w, row, { changed: accepted.changed, sent, fields });
  if (accepted.changed.has('email')) await followAddress(w, edit);
  return accepted.versions.version;
}

interface EditCall {
  readonly body: SubmissionEdit;
  readonly ifMatch: number | undefined;
  /** The upload that the row belongs to, which never undoes an opt-out. */
  readonly batch?: string | undefined;
}

/** An edit that never undoes an opt-out: neither an upload nor a change of the address, to which consent and opt-out belong, may do so. */
async function withoutOptIn(tx: Tx, row: SubmissionRow, { body, batch }: Pick<EditCall, 'body' | 'batch'>): Promise<SubmissionEdit> {
  const newKey = body.email === undefined ? row.email_key : addressColumns(body.email).email_key;
  const isMoved = newKey !== row.email_key;
  const consents =
    (isMoved && (body.accepts_marketing ?? row.accepts_marketing)) || (batch !== undefined && body.accepts_marketing === true);
  if (!consents || !(await hasOptedOut(tx, row.id, newKey))) return body;
  return { ...body, accepts_marketing: isMoved ? false : undefined };
}

/** Changes a submission, in all its events. @throws AppError `not_found`, `invalid` or `conflict` */
export async function editSubmission(deps: WriteDeps, by: Actor, path: SubmissionRef, { ifMatch, ...call }: EditCall): Promise<Submission> {
  return write(deps, by, async (w) => {
    const row = await lockSubmission(w, path);
    const input = await withoutOptIn(w, row, call);
    const [fields, events] = [await listPublicFields(w, path), await listEventsOf(w, row.id)];
    const sent = [...sentFields(row, toColumns(input)), ...sentAnswers(row, staffAnswers({ fields, events }, input))];
    await writeEdit(w, { row, form: path, fields, sent, ifMatch, mails: input });
    return getSubmission(w, path);
  });
}

/** Corrects an address and retries its confirmation if that failed. @throws AppError `not_found`, or `conflict` when it has changed since `ifMatch` */
export const correctAddress = async (deps: WriteDeps, by: Actor, submissionId: string, address: string, ifMatch: number | undefined) =>
  write(deps, by, async (w) => {
    const found = await rowOf<FormRef>(w)`
      select id, kind from forms where id = (select form_id from submissions where id = ${submissionId})`;
    const form = orNotFound(found, 'Submission');
    const row = await lockSubmission(w, { ...form, submissionId });
    const { email } = addressColumns(address);
    const edit = await withoutOptIn(w, row, { body: { email } });
    const version = await writeEdit(w, { row, form, fields: [], sent: sentFields(row, edit), ifMatch });
    const { steps } = await retryWithin(w, { submissionId, step: 'email', dismissed: 'too' }, { release: true });
    return { email, version, retried: steps };
  });

/** Removes a submission from its form or an event; from its last one, it is deleted (D1). @returns whether it was deleted @throws AppError `not_found` */
export const deleteSubmission = async (deps: WriteDeps, by: Actor, path: SubmissionRef): Promise<boolean> =>
  write(deps, by, async (w) => {
    const row = await lockSubmission(w, path);
    w.did({ about: aboutSignUp(row) });
    if (path.kind === 'marketing') {
      await w.deleteFrom('submissions').where('id', '=', row.id).execute();
      await changeFormCounter(w, path.id, -1);
      return true;
    }
    const isLast = (await listEventsOf(w, row.id)).length === 1;
    if (!isLast) {
      await lockRegistrations(w, path.eventId, [row.id]);
      await endTaps(w, path.id, [{ eventId: path.eventId, submissionId: row.id }]);
    }
    const eventIds = isLast ? await removeSubmissions(w, [row.id]) : await deleteRegistrations(w, [row.id], path.eventId);
    await recountAddresses(w, path.id, [row.email_key]);
    await promoteWaiting(w, path.id, eventIds);
    return isLast;
  });

/** Deletes sign-ups of one address from a locked form. @returns their limited events */
async function deleteFromForm(w: Write, form: FormRef, rows: readonly SubmissionRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  for (const row of rows) w.did({ about: aboutSignUp(row) });
  if (form.kind === 'marketing') {
    await w.deleteFrom('submissions').where('id', 'in', ids).execute();
    await changeFormCounter(w, form.id, -ids.length);
    w.changed({ topic: 'dashboard' }, { topic: topicOf(form), ids });
    return [];
  }
  const held = await w
    .selectFrom('registrations')
    .select(['event_id as eventId', 'submission_id as submissionId'])
    .where('submission_id', 'in', ids)
    .execute();
  const eventIds = await removeSubmissions(w, ids);
  await recountAddresses(w, form.id, [rows[0]?.email_key ?? '']);
  w.changed(...registrationNotices(form.id, held));
  return eventIds;
}

/** Deletes all sign-ups of one address. @param count the number shown @returns how many @throws AppError `not_found`, or `conflict` when the number has changed */
export const deletePerson = async (deps: WriteDeps, by: Actor, personId: string, count: number): Promise<number> =>
  write(deps, by, async (w) => {
    const person = w.selectFrom('submissions').select('email_key').where('id', '=', personId).where('email_key', '<>', '');
    const { email_key: key } = orNotFound(await person.executeTakeFirst(), 'Person');
    const forms = await rowsOf<FormRef>(w)`
      select id, kind from forms where exists (select from submissions where form_id = forms.id and email_key = ${key}) order by id`;
    // In the order of their ids, since two people may be deleted at the same time.
    for (const form of forms) await lockForm(w, form);
    const rows = await rowsOf<SubmissionRow>(w)`
      select * from submissions where email_key = ${key} and form_id = any(${forms.map(({ id }) => id)}::uuid[])
        and ${isNotDeleted(sql.ref('submissions.id'))} order by id for update`;
    if (rows.length !== count) throw new AppError('conflict', CHANGED_MEANWHILE, { current: { signups_count: rows.length } });
    const freed = new Map<string, string[]>();
    for (const form of forms) {
      const ofForm = rows.filter((row) => row.form_id === form.id);
      if (ofForm.length > 0) freed.set(form.id, await deleteFromForm(w, form, ofForm));
    }
    for (const [seriesId, eventIds] of freed) await promoteWaiting(w, seriesId, eventIds);
    return rows.length;
  });
