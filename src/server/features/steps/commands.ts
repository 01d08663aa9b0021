import { sql } from 'kysely';
import { SIGN_UP_CHANNEL } from '#server/db/channels.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { matching, type StepFilter } from './failed-steps.ts';

interface RetryOptions {
  /** Whether what holds back floods of mail lets these steps go: a person asked for just this one (decision 32). */
  readonly release: boolean;
}

/**
 * Lets failed steps be tried again now, as if for the first time; a step that has succeeded is never among them. Workers are told
 * in the same transaction.
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
      set state = 'waiting', attempts = 0, message = '', first_tried_at = null, next_try_at = now(), awaiting_job = true,
        is_released = s.is_released or ${release}, updated_at = now()
      from chosen where s.submission_id = chosen.submission_id and s.step = chosen.step
      returning 1`.execute(tx);
    if (rows.length > 0) await sql`select pg_notify(${SIGN_UP_CHANNEL}, '')`.execute(tx);
    return rows.length;
  });
}

async function insist(db: Db, what: string, table: 'submissions' | 'event_series' | 'marketing_forms', id: string): Promise<void> {
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(what);
}

/**
 * Tries one failed step again. A step that is under way or has succeeded stays as it is.
 * @throws AppError `not_found` when the submission has no such step
 */
export async function retryStep(db: Db, submissionId: string, step: string): Promise<number> {
  const { rows } = await sql`
    select from submission_steps where submission_id = ${submissionId} and step = ${step}`.execute(db);
  if (rows.length === 0) throw notFound('Step');
  return retry(db, { submissionId, step }, { release: true });
}

/** @throws AppError `not_found` */
export async function retrySubmissionSteps(db: Db, submissionId: string): Promise<number> {
  await insist(db, 'Submission', 'submissions', submissionId);
  return retry(db, { submissionId }, { release: false });
}

/** @throws AppError `not_found` */
export async function retrySeriesSteps(db: Db, seriesId: string): Promise<number> {
  await insist(db, 'Event series', 'event_series', seriesId);
  return retry(db, { seriesId }, { release: false });
}

/** @throws AppError `not_found` */
export async function retryFormSteps(db: Db, formId: string): Promise<number> {
  await insist(db, 'Form', 'marketing_forms', formId);
  return retry(db, { formId }, { release: false });
}

/** Tries all failed steps again; confirmations that are held back stay so while their hour lasts. */
export const retryAllSteps = async (db: Db): Promise<number> => retry(db, {}, { release: false });
