import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import { isNotDeleted } from '#server/db/deletions.ts';
import { isOf } from '#server/db/form-tables.ts';

export interface StepFilter {
  readonly submissionId?: string | undefined;
  /** Of a submission to each of these, so none for two. */
  readonly forms?: readonly FormRef[];
  readonly step?: string | undefined;
}

/** Failed for good, or waiting for the next attempt; written as in the partial index, which it has to match. */
const HAS_FAILED = sql<boolean>`(s.state = 'failed' or (s.state = 'waiting' and s.attempts > 0))`;

/** The condition of a filter on `submission_steps as s` joined with `submissions as submission`. */
export function matching({ submissionId, forms = [], step }: StepFilter) {
  const conditions = [
    HAS_FAILED,
    isNotDeleted(sql.ref('s.submission_id')),
    ...(submissionId === undefined ? [] : [sql<boolean>`s.submission_id = ${submissionId}`]),
    ...forms.map((form) => isOf(form, 'submission')),
    ...(step === undefined ? [] : [sql<boolean>`s.step = ${step}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
