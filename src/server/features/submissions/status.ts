import { sql } from 'kysely';
import type { SubmissionStatus, SubmissionStep } from '#contract/submission.ts';
import type { StepName, SubmissionStepRow } from '#server/db/tables.ts';

/** What tells of a step how it stands. */
export type Step = Pick<SubmissionStepRow, 'step' | 'state' | 'attempts' | 'message' | 'next_try_at'>;

/** The states in the order in which they matter to staff, which is also the order of the sorted column (decision 33). */
const STATES = ['failed', 'sending', 'done', 'added_by_staff', 'nothing_to_send'] as const satisfies readonly SubmissionStatus['state'][];

const STEP_ORDER: readonly StepName[] = ['slack', 'email', 'forward', 'crm'];

const inOrder = (steps: readonly Step[]): Step[] => steps.toSorted((a, b) => STEP_ORDER.indexOf(a.step) - STEP_ORDER.indexOf(b.step));

/** Failed for good, or failed and waiting for its next try. */
const hasFailed = ({ state, attempts }: Step): boolean => state === 'failed' || (state === 'waiting' && attempts > 0);

const isUnderWay = ({ state }: Step): boolean => state === 'waiting' || state === 'running';

/** `hasFailed` in SQL, of `step`. */
export const IS_FAILED_STEP = sql<boolean>`(step.state = 'failed' or (step.state = 'waiting' and step.attempts > 0))`;

/** Whether a submission has a failed step. */
export const HAS_FAILED_STEP = sql<boolean>`exists (
  select from submission_steps as step where step.submission_id = submission.id and ${IS_FAILED_STEP})`;

/** Index of a submission's state in the order above: `stateOf` in SQL. */
export const STATUS_RANK = sql<number>`case
  when ${HAS_FAILED_STEP} then 0
  when submission.awaiting_fan_out or exists (
    select from submission_steps as step where step.submission_id = submission.id and step.state in ('waiting', 'running')) then 1
  when exists (select from submission_steps as step where step.submission_id = submission.id) then 2
  when submission.is_added_by_staff then 3
  else 4 end`;

interface Sent {
  readonly awaiting_fan_out: boolean;
  readonly is_added_by_staff: boolean;
}

function stateOf({ awaiting_fan_out: awaits, is_added_by_staff: isAdded }: Sent, steps: readonly Step[]): SubmissionStatus['state'] {
  const holds: Record<SubmissionStatus['state'], boolean> = {
    failed: steps.some(hasFailed),
    sending: awaits || steps.some(isUnderWay),
    done: steps.length > 0,
    added_by_staff: isAdded,
    nothing_to_send: true,
  };
  return STATES.find((state) => holds[state]) ?? 'nothing_to_send';
}

/** What became of a submission's side effects, in one word and in numbers (decision 33). */
export function statusOf(submission: Sent, steps: readonly Step[]): SubmissionStatus {
  const failed = inOrder(steps.filter(hasFailed));
  const tries = failed.flatMap(({ next_try_at: at }) => (at === null ? [] : [at.getTime()]));
  return {
    state: stateOf(submission, steps),
    steps_total: steps.length,
    steps_failed: failed.length,
    next_try_at: tries.length === 0 ? null : new Date(Math.min(...tries)).toISOString(),
    failed_steps: failed.map(({ step, attempts, next_try_at: at }) => ({ step, attempts, next_try_at: at?.toISOString() ?? null })),
  };
}

/** The outcomes so far, one for each step that has any: a step not yet tried has none (decision 33). */
export const outcomesOf = (steps: readonly Step[]): SubmissionStep[] =>
  inOrder(steps.filter((step) => hasFailed(step) || step.state === 'succeeded')).map((step) => ({
    success: step.state === 'succeeded',
    step: step.step,
    message: step.message,
  }));
