import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { HistoryEntry, RegistrationHistory } from '#contract/registrations/registration-calls.ts';
import { aboutOf } from '#contract/registrations/registration-changes.ts';
import { STEP_NAMES } from '#contract/steps/steps.ts';
import type { Db } from '#server/db/connection.ts';
import type { Step } from './present.ts';
import { getSubmission, type SubmissionRef } from './queries.ts';

const CHANGES_MAX = 200;

type StoredStep = Pick<Step, 'id' | 'step' | 'state' | 'has_failed' | 'attempts' | 'message' | 'dismissed_by' | 'text_id'> & {
  readonly next_try_at: string | null;
};

const stateOf = ({ has_failed: hasFailed, state }: Pick<Step, 'has_failed' | 'state'>): HistoryEntry['steps'][number]['state'] => {
  if (hasFailed) return 'failed';
  return state === 'succeeded' ? 'done' : 'sending';
};

const presentStep = ({ state, has_failed, text_id: textId, ...step }: StoredStep, about: Parameters<typeof aboutOf>[1]) => ({
  ...step,
  about: aboutOf(step.step, about),
  state: stateOf({ state, has_failed }),
  next_try_at: step.next_try_at === null ? null : new Date(step.next_try_at).toISOString(),
  has_mail: textId !== null,
});

const STEP_COLUMNS = [
  'step.id',
  'step.step',
  'step.state',
  'step.has_failed',
  'step.attempts',
  'step.message',
  'step.next_try_at',
  'step.dismissed_by',
  'step.text_id',
] as const;

/** The mailings and automatic mails sent to a sign-up, each with its subject or event. */
async function listMailings(db: Db, submissionId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('submission_steps as step')
    .innerJoin('mailing_people as person', 'person.id', 'step.mailing_person_id')
    .innerJoin('mailings as mailing', 'mailing.id', 'person.mailing_id')
    .leftJoin('events as event', 'event.id', 'mailing.event_id')
    .select([
      ...STEP_COLUMNS,
      'person.id as person_id',
      'kind',
      'by_name',
      'begins_at',
      'event_id',
      'subject',
      'event.title as event_title',
    ])
    .where('step.submission_id', '=', submissionId)
    .orderBy('begins_at', 'desc')
    .limit(CHANGES_MAX)
    .execute();
  return rows.map(({ person_id: id, kind, by_name, begins_at, event_id, subject, event_title, ...step }) => ({
    id,
    kind,
    actor: kind === 'mailing' ? 'staff' : 'automatic',
    actor_name: by_name,
    at: begins_at.toISOString(),
    event_id,
    event_title: subject ?? event_title,
    details: {},
    steps: [presentStep({ ...step, next_try_at: step.next_try_at?.toISOString() ?? null }, { kind })],
  }));
}

/** The history of a submission in all its events, newest first. @throws AppError `not_found` */
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
          .select(STEP_COLUMNS)
          .whereRef('step.submission_id', '=', 'change.submission_id')
          .whereRef('step.change_id', '=', 'change.id'),
      )
        .$castTo<StoredStep[]>()
        .as('steps'),
    )
    .where('change.submission_id', '=', path.submissionId)
    // The cancellation has an entry already.
    .where(sql<boolean>`change.details ->> 'how' is distinct from 'cancelled'`)
    .orderBy('change.at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(CHANGES_MAX)
    .execute();
  const changes = rows.map(({ at, event_title: title, steps, ...change }) => ({
    ...change,
    at: at.toISOString(),
    event_title: title ?? change.details.event ?? null,
    steps: steps
      .toSorted((a, b) => STEP_NAMES.indexOf(a.step) - STEP_NAMES.indexOf(b.step))
      .map((step) => presentStep(step, { kind: change.kind, mail: change.details.mail })),
  }));
  const entries = [...changes, ...(await listMailings(db, path.submissionId))];
  return { changes: entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, CHANGES_MAX) };
}
