import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import type { Db } from '#server/db/connection.ts';
import { isNotDeleted } from '#server/db/deletions.ts';
import { FORM_NAMES, FORM_TABLES } from '#server/db/form-tables.ts';
import { SIGN_UP_CHANNEL, STEPS_RETRIED } from '#server/db/listen.ts';
import { notFound } from '#server/errors.ts';
import { matching, type StepFilter } from './failed-steps.ts';

interface RetryOptions {
  /** Whether a confirmation that is held back as a flood of mail may be sent. */
  readonly release: boolean;
}

/**
 * Makes failed steps due now, as if never attempted, and notifies the workers.
 * @returns how many
 */
async function retry(db: Db, filter: StepFilter, { release }: RetryOptions): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      with chosen as (
        select s.submission_id, s.step from submission_steps s join submissions submission on submission.id = s.submission_id
        where ${matching(filter)} order by s.submission_id, s.step for update of s
      )
      update submission_steps as s
      set state = 'waiting', attempts = 0, message = '', first_tried_at = null, next_try_at = now(),
        is_released = s.is_released or ${release}, updated_at = now()
      from chosen where s.submission_id = chosen.submission_id and s.step = chosen.step
      returning 1`.execute(tx);
    if (rows.length > 0) await sql`select pg_notify(${SIGN_UP_CHANNEL}, ${STEPS_RETRIED})`.execute(tx);
    return rows.length;
  });
}

async function assertFound(db: Db, what: string, table: 'submissions' | 'event_series' | 'marketing_forms', id: string): Promise<void> {
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(what);
}

/**
 * Retries one failed step, also a confirmation that is held back. A running or succeeded step is unchanged.
 * @throws AppError `not_found` when the submission has no such step
 */
export async function retryStep(db: Db, submissionId: string, step: string): Promise<number> {
  const { rows } = await sql`
    select from submission_steps where submission_id = ${submissionId} and step = ${step} and ${isNotDeleted(sql.ref('submission_id'))}`.execute(
    db,
  );
  if (rows.length === 0) throw notFound('Step');
  return retry(db, { submissionId, step }, { release: true });
}

/** @throws AppError `not_found` */
export async function retrySubmissionSteps(db: Db, submissionId: string): Promise<number> {
  await assertFound(db, 'Submission', 'submissions', submissionId);
  return retry(db, { submissionId }, { release: false });
}

/** @throws AppError `not_found` */
export async function retryFormSteps(db: Db, form: FormRef): Promise<number> {
  await assertFound(db, FORM_NAMES[form.kind], FORM_TABLES[form.kind], form.id);
  return retry(db, { forms: [form] }, { release: false });
}

/** Retries all failed steps; confirmations stay held back until their hour is over. */
export const retryAllSteps = async (db: Db): Promise<number> => retry(db, {}, { release: false });
