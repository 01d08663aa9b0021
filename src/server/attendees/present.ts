import { sql } from 'kysely';
import type { SubmissionStatus, SubmissionStep, Submission } from '#contract/attendees/submission.ts';
import { STEP_NAMES } from '#contract/steps/steps.ts';
import type { SubmissionRow, SubmissionStepRow } from '#server/db/tables.ts';
import { type ChangeOfStep, nameOfStep } from '#server/steps/staff/change-of-step.ts';
import { momentFrom } from '#server/wire-names.ts';

/** A step as the database gives it in JSON, with its next attempt as text. */
export interface Step extends Pick<
  SubmissionStepRow,
  'id' | 'step' | 'state' | 'has_failed' | 'attempts' | 'message' | 'dismissed_by' | 'text_id' | 'sent_with'
> {
  readonly next_try_at: string | null;
  /** Null for a step of the submission itself. */
  readonly change: ChangeOfStep | null;
}

/** What staff see of a `step`, for `json_build_object`. */
export const STEP_FIELDS = sql`
  'id', step.id, 'step', step.step, 'state', step.state, 'has_failed', has_failed, 'attempts', attempts, 'message', message, 'next_try_at', next_try_at,
  'dismissed_by', dismissed_by, 'text_id', text_id`;

const named = ({ step, change }: Step) => ({ step: nameOfStep(step, change), ...(change === null ? {} : { change_id: change.id }) });

/** In order of importance to staff, which is also the order of the sorted Status column. */
const STATES = ['failed', 'sending', 'done', 'added_by_staff', 'nothing_to_send'] as const satisfies readonly SubmissionStatus['state'][];

/** Steps in the order in which staff see them. */
export const inOrder = <Of extends Pick<Step, 'step'>>(steps: readonly Of[]): Of[] =>
  steps.toSorted((a, b) => STEP_NAMES.indexOf(a.step) - STEP_NAMES.indexOf(b.step));

export const HAS_FAILED_STEP = sql<boolean>`exists (
  select from submission_steps as step where step.submission_id = submission.id and step.has_failed)`;

/** The index in `STATES` of the state of `submission`: `stateOf` in SQL. */
export const STATUS_RANK = sql<number>`case
  when ${HAS_FAILED_STEP} then 0
  when submission.awaiting_fan_out or exists (
    select from submission_steps as step where step.submission_id = submission.id and step.state in ('waiting', 'running')) then 1
  when exists (select from submission_steps as step where step.submission_id = submission.id) then 2
  when submission.is_added_by_staff then 3
  else 4 end`;

type StatusColumns = Pick<SubmissionRow, 'awaiting_fan_out' | 'is_added_by_staff'>;

function stateOf(
  { awaiting_fan_out: isAwaiting, is_added_by_staff: isAdded }: StatusColumns,
  steps: readonly Step[],
): SubmissionStatus['state'] {
  const applies: Record<SubmissionStatus['state'], boolean> = {
    failed: steps.some((step) => step.has_failed),
    sending: isAwaiting || steps.some(({ state }) => state === 'waiting' || state === 'running'),
    done: steps.length > 0,
    added_by_staff: isAdded,
    nothing_to_send: true,
  };
  return STATES.find((state) => applies[state]) ?? 'nothing_to_send';
}

function statusOf(submission: StatusColumns, steps: readonly Step[]): SubmissionStatus {
  const failed = inOrder(steps.filter((step) => step.has_failed));
  const nextAttempts = failed.flatMap(({ next_try_at: at }) => momentFrom(at) ?? []);
  return {
    state: stateOf(submission, steps),
    steps_total: steps.length,
    steps_failed: failed.length,
    next_try_at: nextAttempts.toSorted()[0] ?? null,
    failed_steps: failed.map((step) => ({
      id: step.id,
      ...named(step),
      attempts: step.attempts,
      next_try_at: momentFrom(step.next_try_at),
      dismissed_by: step.dismissed_by,
    })),
  };
}

/** The last outcome of each step that has been attempted. */
export const outcomesOf = (steps: readonly Step[]): SubmissionStep[] =>
  inOrder(steps.filter((step) => step.has_failed || step.state === 'succeeded')).map((step) => ({
    success: step.state === 'succeeded',
    ...named(step),
    message: step.message,
    mail_id: (step.text_id === null ? step.sent_with : step.id) ?? undefined,
  }));

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
