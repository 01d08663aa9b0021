import { sql } from 'kysely';
import { isNotDeleted } from '#server/db/deletions.ts';

/** Without any filter: all steps. */
export interface StepFilter {
  readonly submissionId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly formId?: string | undefined;
  readonly step?: string | undefined;
}

/** Failed for good, or waiting for the next attempt; written as in the partial index, which it has to match. */
const HAS_FAILED = sql<boolean>`(s.state = 'failed' or (s.state = 'waiting' and s.attempts > 0))`;

/** The condition of a filter on `submission_steps as s` joined with `submissions as submission`. */
export function matching({ submissionId, seriesId, formId, step }: StepFilter) {
  const conditions = [
    HAS_FAILED,
    isNotDeleted(sql.ref('s.submission_id')),
    ...(submissionId === undefined ? [] : [sql<boolean>`s.submission_id = ${submissionId}`]),
    ...(seriesId === undefined ? [] : [sql<boolean>`submission.series_id = ${seriesId}`]),
    ...(formId === undefined ? [] : [sql<boolean>`submission.form_id = ${formId}`]),
    ...(step === undefined ? [] : [sql<boolean>`s.step = ${step}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
