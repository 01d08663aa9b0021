import { type RawBuilder, sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { CauseSteps, DismissedSteps, Handled } from '#contract/steps/attention.ts';
import { FORMER_ADDRESS } from '#contract/steps/causes.ts';
import { EVENT_IS_CANCELLED, notSent } from '#contract/texts/steps.ts';
import { type Db, oneRowOf, rowOf } from '#server/db/connection.ts';
import { wakeWorkers } from '#server/db/notify.ts';
import { orNotFound } from '#server/errors.ts';
import { checkForm, isNotDeleted } from '#server/form-store/form-rows.ts';
import { asksFor, bitsOf } from '#server/steps/fan-out.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import { formsOf, joinOf, matching, type StepFilter } from './queries.ts';

/** How many steps one call changes together: few enough to take less than half a second. */
const PART = 2_500;

/** One step, or those of a sign-up, of a series or form, or all. */
const aboutSteps = ({ id, submissionId, forms, step, cause, service }: StepFilter) => ({
  type: 'steps',
  id: id ?? submissionId ?? forms?.[0]?.id ?? '',
  title: [step, cause, service].find(Boolean) ?? '',
});

/** Changes failed steps. Steps that someone else has changed in the meantime are skipped. @param limit the most to change; by default all */
async function change(w: Write, filter: StepFilter, values: RawBuilder<unknown>, limit?: number): Promise<Handled> {
  // Picked first and then locked in the order of their ids, which prevents deadlocks.
  const { picked, changed: steps } = await oneRowOf<{ picked: number; changed: number }>(w)`
    with picked as materialized (
      select s.id, s.updated_at, s.dismissed_at from submission_steps s ${joinOf(filter)} where ${matching(filter)} limit ${limit ?? null}::bigint
    ), locked as (
      select s.id from submission_steps s join picked on picked.id = s.id
      where s.updated_at = picked.updated_at and s.dismissed_at is not distinct from picked.dismissed_at
      order by s.id for update of s
    ), changed as (
      update submission_steps as s set ${values} from locked where s.id = locked.id returning s.mailing_person_id, s.state
    ), reopened as (
      update mailings set ended_at = null where ended_at is not null and id in (
        select mailing_id from mailing_people as person join changed on changed.mailing_person_id = person.id where changed.state = 'waiting')
    )
    select (select count(*) from picked) as picked, (select count(*) from changed) as changed`;
  if (steps > 0) w.did({ about: aboutSteps(filter) });
  return { steps, has_more: picked === limit };
}

interface RetryOptions {
  /** Whether a mail held back by a limit is sent; otherwise one whose wait has ended waits again, and one still waiting is left alone. */
  readonly release: boolean;
  readonly limit?: number;
}

const RESTORED = sql`dismissed_at = null, dismissed_by = null, dismissed_by_email = null`;

/** Makes failed steps due now, as if never attempted, and notifies the workers when the transaction commits. */
export async function retryWithin(w: Write, filter: StepFilter, { release, limit }: RetryOptions): Promise<Handled> {
  const values = sql`state = 'waiting', attempts = 0, message = '', cause = '', ${RESTORED},
    first_tried_at = null, next_try_at = now(), is_released = s.is_released or ${release}, updated_at = now()`;
  const handled = await change(w, { ...filter, isHeldToo: release }, values, limit);
  if (handled.steps > 0) await wakeWorkers(w, 'steps');
  return handled;
}

/** Sends a sign-up's confirmation (that of its form, or that it waits), again or for the first time, and resends its offers. A worker that is sending it now records nothing. */
export async function confirmWithin(w: Write, submissionId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    with asked as (
      update submissions as submission set asks_for = submission.asks_for | ${bitsOf(['email'])}::smallint from forms as form
      where submission.id = ${submissionId} and submission.email <> '' and form.id = submission.form_id and ${sql.raw(asksFor('form'))} & ${bitsOf(['email'])} <> 0
      returning submission.id
    )
    insert into submission_steps as s (submission_id, change_id, step, state, next_try_at, is_released)
    select id, change_id, 'email', 'waiting', now(), true
    from (
      select id, null::uuid as change_id from asked
      union select submission_id, null from registrations where submission_id = ${submissionId} and status = 'waiting'
      union select registration.submission_id, offer.id from registrations as registration cross join lateral (
        select change.id from registration_changes as change join submission_steps as mail on mail.change_id = change.id and mail.step = 'email'
        where change.submission_id = registration.submission_id and change.kind = 'offered'
          and (change.event_id = registration.event_id or change.details -> 'promoted' ? registration.event_id::text)
        order by change.at desc limit 1
      ) as offer where registration.submission_id = ${submissionId} and status = 'offered'
    ) as due
    on conflict (submission_id, step, coalesce(change_id, mailing_person_id, submission_id)) do update
    set state = 'waiting', attempts = 0, message = '', cause = '', is_skipped = false, ${RESTORED},
      claims = s.claims + 1, first_tried_at = null, next_try_at = now(), is_released = true, updated_at = now()`.execute(w);
  if (numAffectedRows !== 0n) await wakeWorkers(w, 'steps');
}

/** Mails that were refused because of a sign-up's address say nothing about a new address. */
export const toFormerAddress = (w: Write, submissionId: string): Promise<unknown> =>
  sql`update submission_steps set cause = ${FORMER_ADDRESS}
    where submission_id = ${submissionId} and step in ('email', 'mailing') and state = 'failed' and cause = 'mailbox'`.execute(w);

/** Makes mails and leads due again that were skipped because this event was cancelled, for people still registered for it. */
export async function resumeSkipped(w: Write, eventId: string, since: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    with skipped as (
      select s.id from registrations as registration join submission_steps as s on s.submission_id = registration.submission_id
      left join registration_changes as change on change.id = s.change_id
      where registration.event_id = ${eventId} and registration.status <> 'cancelled' and s.step in ('email', 'crm') and s.is_skipped
        and s.message = ${notSent(EVENT_IS_CANCELLED)} and s.updated_at >= ${since}
        and (s.change_id is null or change.event_id = registration.event_id or change.details -> 'promoted' ? registration.event_id::text)
      order by s.id for update of s
    )
    update submission_steps as s
    set state = 'waiting', attempts = 0, message = '', is_skipped = false, first_tried_at = null, next_try_at = now(), updated_at = now()
    from skipped where s.id = skipped.id`.execute(w);
  if (numAffectedRows !== 0n) await wakeWorkers(w, 'steps');
}

/** The filter for one existing step. @throws AppError `not_found` */
async function findStep(db: Db, id: string): Promise<StepFilter> {
  const step = await rowOf<{ id: string; step: string }>(db)`
    select id, step from submission_steps
    where id = ${id} and submission_id is not null and ${isNotDeleted(sql.ref('submission_id'))}`;
  return orNotFound(step, 'Step');
}

/** Retries a step that failed, was dismissed or is held back; others are unchanged. @throws AppError `not_found` when there is no such step */
export const retryStep = (deps: WriteDeps, by: Actor, id: string): Promise<Handled> =>
  write(deps, by, async (w) => retryWithin(w, { ...(await findStep(w, id)), dismissed: 'too' }, { release: true }));

/** @throws AppError `not_found` */
export const retrySubmissionSteps = (deps: WriteDeps, by: Actor, submissionId: string): Promise<Handled> =>
  write(deps, by, async (w) => {
    orNotFound(await w.selectFrom('submissions').select('id').where('id', '=', submissionId).executeTakeFirst(), 'Submission');
    return retryWithin(w, { submissionId }, { release: true });
  });

/** @throws AppError `not_found` */
export const retryFormSteps = (deps: WriteDeps, by: Actor, form: FormRef): Promise<Handled> =>
  write(deps, by, async (w) => {
    await checkForm(w, form);
    return retryWithin(w, { forms: [form] }, { release: false });
  });

/** Retries all failed steps; mails beyond the limit of their mailbox or form stay held back. */
export const retryAllSteps = (deps: WriteDeps, by: Actor): Promise<Handled> =>
  write(deps, by, (w) => retryWithin(w, {}, { release: false }));

const filterOf = ({ as_of: asOf, ...cause }: CauseSteps): StepFilter => ({ ...cause, asOf, forms: formsOf(cause) });

/** Retries steps of one cause, some thousands at a time. */
export const retryCause = (deps: WriteDeps, by: Actor, cause: CauseSteps): Promise<Handled> =>
  write(deps, by, (w) => retryWithin(w, filterOf(cause), { release: false, limit: PART }));

/** A step that was waiting for its next attempt is not attempted again. */
const dismissal = ({ name, email }: Actor) =>
  sql`state = 'failed', next_try_at = null, dismissed_at = now(), dismissed_by = ${name}, dismissed_by_email = ${email}`;

/** Dismisses steps of one cause, some thousands at a time. */
export const dismissCause = (deps: WriteDeps, by: Actor, cause: CauseSteps): Promise<Handled> =>
  write(deps, by, (w) => change(w, filterOf(cause), dismissal(by), PART));

/** Dismisses one failed step. A running or succeeded step is unchanged. @throws AppError `not_found` when there is no such step */
export const dismissStep = (deps: WriteDeps, by: Actor, id: string): Promise<Handled> =>
  write(deps, by, async (w) => change(w, await findStep(w, id), dismissal(by)));

/** Brings one dismissed step back. @throws AppError `not_found` when there is no such step */
export const restoreStep = (deps: WriteDeps, by: Actor, id: string): Promise<Handled> =>
  write(deps, by, async (w) => change(w, { ...(await findStep(w, id)), dismissed: 'only' }, RESTORED));

/** Brings dismissed steps back, some thousands at a time; with `since`, only those that the caller dismissed. */
export function restoreSteps(deps: WriteDeps, by: Actor, { since, service, cause, ...scope }: DismissedSteps): Promise<Handled> {
  const filter = { service, cause, forms: formsOf(scope), dismissed: 'only' as const, dismissedSince: since };
  return write(deps, by, (w) => change(w, { ...filter, dismissedBy: since === undefined ? undefined : by.email }, RESTORED, PART));
}
