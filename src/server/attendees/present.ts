import type { Submission } from '#contract/attendees/submission.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { outcomesOf, type Step, statusOf } from './status.ts';

export const SUBMISSION_COLUMNS = [
  'submission.id',
  'submission.first_name',
  'submission.last_name',
  'submission.job_title',
  'submission.organisation',
  'submission.email',
  'submission.email_key',
  'submission.accepts_marketing',
  'submission.message',
  'submission.answers',
  'submission.source',
  'submission.submitted_at',
  'submission.is_added_by_staff',
  'submission.awaiting_fan_out',
  'submission.version',
  'submission.upload_id',
] as const;

type ColumnOf<Name> = Name extends `submission.${infer Column extends keyof SubmissionRow}` ? Column : never;
type PresentedRow = Pick<SubmissionRow, ColumnOf<(typeof SUBMISSION_COLUMNS)[number]>>;

/** Answers and source are next to the built-in fields, whose names custom fields cannot have (D20). */
export const presentSubmission = (row: PresentedRow, signUpsCount: number, steps: readonly Step[]): Submission => ({
  ...row.answers,
  ...row.source,
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  job_title: row.job_title,
  organisation: row.organisation,
  email: row.email,
  accepts_marketing: row.accepts_marketing,
  message: row.message,
  submitted_at: row.submitted_at.toISOString(),
  errors: outcomesOf(steps),
  signups_count: signUpsCount,
  _status: statusOf(row, steps),
  _version: row.version,
  ...(row.upload_id === null ? {} : { _import_id: row.upload_id }),
});
