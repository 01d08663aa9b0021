import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { HistoryEntry, RegistrationHistory } from '#contract/registrations/registration-calls.ts';
import { aboutOf } from '#contract/registrations/registration-changes.ts';
import { STEP_NAMES } from '#contract/steps/steps.ts';
import type { Db } from '#server/db/connection.ts';
import type { Step } from './present.ts';
import { getSubmission, type SubmissionRef } from './queries.ts';

const CHANGES_MAX = 200;

type StoredStep = Pick<Step, 'id' | 'step' | 'state' | 'has_failed' | 'attempts' | 'message' | 'dismissed_by'> & {
  readonly next_try_at: string | null;
};

const stateOf = ({ has_failed: hasFailed, state }: Pick<Step, 'has_failed' | 'state'>): HistoryEntry['steps'][number]['state'] => {
  if (hasFailed) return 'failed';
  return state === 'succeeded' ? 'done' : 'sending';
};

/** What became of a submission, in all its events, newest first. @throws AppError `not_found` */
export async function readHistory(db: Db, path: SubmissionRef): Promise<RegistrationHistory> {
  await getSubmission(db, path);
  const rows = await db
    .selectFrom('registration_changes as change')
    .leftJoin('events as event', 'event.id', 'change.event_id')
    .select(['change.id', 'kind', 'actor', 'actor_name', 'at', 'event_id', 'details', 'event.title as event_title'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('submission_steps as step')
          .select([
            'step.id',
            'step.step',
            'step.state',
            'step.has_failed',
            'step.attempts',
            'step.message',
            'step.next_try_at',
            'step.dismissed_by',
          ])
          .whereRef('step.submission_id', '=', 'change.submission_id')
          .whereRef('step.change_id', '=', 'change.id'),
      )
        .$castTo<StoredStep[]>()
        .as('steps'),
    )
    .where('change.submission_id', '=', path.submissionId)
    // A cancellation says so itself.
    .where(sql<boolean>`change.details ->> 'how' is distinct from 'cancelled'`)
    .orderBy('change.at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(CHANGES_MAX)
    .execute();
  return {
    changes: rows.map(({ at, event_title: title, steps, ...change }) => ({
      ...change,
      at: at.toISOString(),
      event_title: title ?? change.details.event ?? null,
      steps: steps
        .toSorted((a, b) => STEP_NAMES.indexOf(a.step) - STEP_NAMES.indexOf(b.step))
        .map(({ state, has_failed, ...step }) => ({
          ...step,
          about: aboutOf(step.step, { kind: change.kind, mail: change.details.mail }),
          state: stateOf({ state, has_failed }),
          next_try_at: step.next_try_at === null ? null : new Date(step.next_try_at).toISOString(),
        })),
    })),
  };
}
