import { sql } from 'kysely';
import type { HistoryEntry, RegistrationHistory } from '#contract/registrations/registration-calls.ts';
import { aboutOf } from '#contract/registrations/registration-changes.ts';
import { fill, SUBJECT } from '#contract/rules/mail/mail-values.ts';
import { greetedName } from '#contract/rules/text.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import type { Row } from '#server/db/tables.ts';
import { momentFrom } from '#server/wire-names.ts';
import { inOrder, type Step, STEP_FIELDS } from './present.ts';
import { getSubmission, type SubmissionRef } from './queries.ts';

const CHANGES_MAX = 200;

type StoredStep = Omit<Step, 'change' | 'sent_with'>;

interface MailedRow extends Pick<Row<'mailings'>, 'kind' | 'by_name' | 'begins_at' | 'event_id' | 'subject'> {
  readonly id: string;
  readonly names: Readonly<Partial<Record<'SERIES' | 'EVENT', string>>>;
  readonly event_title: string | null;
  readonly step: StoredStep;
}

interface ChangeRow extends Pick<Row<'registration_changes'>, 'id' | 'kind' | 'actor' | 'actor_name' | 'at' | 'event_id' | 'details'> {
  readonly event_title: string | null;
  readonly steps: readonly StoredStep[];
}

const stateOf = ({ has_failed: hasFailed, state }: Pick<Step, 'has_failed' | 'state'>): HistoryEntry['steps'][number]['state'] => {
  if (hasFailed) return 'failed';
  return state === 'succeeded' ? 'done' : 'sending';
};

const presentStep = ({ state, has_failed, text_id: textId, ...step }: StoredStep, about: Parameters<typeof aboutOf>[1]) => ({
  ...step,
  about: aboutOf(step.step, about),
  state: stateOf({ state, has_failed }),
  next_try_at: momentFrom(step.next_try_at),
  has_mail: textId !== null,
});

const STEP = sql`json_build_object(${STEP_FIELDS})`;

/** The mailings and automatic mails sent to a sign-up, each with its event, or its subject with the names filled in. */
async function listMailings(db: Db, submissionId: string, FNAME: string): Promise<HistoryEntry[]> {
  const rows = await rowsOf<MailedRow>(db)`
    select person.id, kind, by_name, begins_at, event_id, subject, event.title as event_title, ${STEP} as step,
      json_strip_nulls(json_build_object(
        'SERIES', (select title from forms where id = mailing.form_id),
        'EVENT', (select title from events where form_id = mailing.form_id and id::text = audience -> 'events' ->> 0 and audience -> 'events' ->> 1 is null)
      )) as names
    from submission_steps as step join mailing_people as person on person.id = step.mailing_person_id
    join mailings as mailing on mailing.id = person.mailing_id left join events as event on event.id = mailing.event_id
    where step.submission_id = ${submissionId} order by begins_at desc limit ${CHANGES_MAX}`;
  return rows.map(({ by_name: actor_name, begins_at: at, step, subject, event_title: event, names, ...mailed }) => ({
    ...mailed,
    event_title: subject === null ? event : fill(subject, { ...names, FNAME }, SUBJECT),
    actor: mailed.kind === 'mailing' ? 'staff' : 'automatic',
    actor_name,
    at: at.toISOString(),
    details: {},
    steps: [presentStep(step, { kind: mailed.kind })],
  }));
}

/** The history of a submission in all its events, newest first. @throws AppError `not_found` */
export async function readHistory(db: Db, path: SubmissionRef): Promise<RegistrationHistory> {
  const { first_name: first, last_name: last } = await getSubmission(db, path);
  // Check-ins undone by a cancellation are omitted: the cancellation already has an entry.
  const rows = await rowsOf<ChangeRow>(db)`
    select change.id, kind, actor, actor_name, at, event_id, details, coalesce(event.title, details ->> 'event') as event_title,
      (select coalesce(json_agg(${STEP}), '[]') from submission_steps as step
        where step.submission_id = change.submission_id and step.change_id = change.id) as steps
    from registration_changes as change left join events as event on event.id = change.event_id
    where change.submission_id = ${path.submissionId} and details ->> 'how' is distinct from 'cancelled'
    order by at desc, change.id desc limit ${CHANGES_MAX}`;
  const changes = rows.map(({ at, steps, ...change }) => ({
    ...change,
    at: at.toISOString(),
    steps: inOrder(steps).map((step) => presentStep(step, { kind: change.kind, mail: change.details.mail })),
  }));
  const entries = [...changes, ...(await listMailings(db, path.submissionId, greetedName(first, last)))];
  return { changes: entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, CHANGES_MAX) };
}
