import type { NewSubmission } from '#contract/attendees/submission.ts';
import type { EventRow, SubmissionRow } from '#server/db/tables.ts';
import { lockKeyOf } from '#server/form-store/form-rows.ts';
import { RAISE_COUNTERS } from '#server/registrations/counters.ts';
import { hasOptedOutSql } from './opt-outs.ts';
import { SUBMISSION_COLUMNS } from './present.ts';

/** An attendee's columns as stored, with their types in the database. */
const STORED_COLUMNS = [
  ['id', 'uuid'],
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['job_title', 'text'],
  ['organisation', 'text'],
  ['email', 'text'],
  ['email_key', 'text'],
  ['accepts_marketing', 'boolean'],
  ['message', 'text'],
  ['answers', 'jsonb'],
] as const;

/** The state of the registration; the upload and the idempotency key, which an attendee may lack. */
const FURTHER_COLUMNS = [
  ['status', 'registration_status'],
  ['upload_id', 'uuid'],
  ['scope', 'text'],
  ['key', 'text'],
  ['body_hash', 'text'],
] as const;

export type IncomingAttendee = Readonly<Record<(typeof STORED_COLUMNS)[number][0], unknown>> & {
  readonly id: string;
  readonly status: NonNullable<NewSubmission['_registration']>;
} & Readonly<Partial<Record<(typeof FURTHER_COLUMNS)[number][0], string | undefined>>>;

/** A stored attendee, with the registrations that the address now has in the series. */
export type AddedRow = SubmissionRow & { readonly registrations: number };

const typed = [...STORED_COLUMNS, ...FURTHER_COLUMNS].map(([name, type]) => `${name} ${type}`).join(', ');
const stored = STORED_COLUMNS.map(([name]) => name);

/** An upload never undoes an opt-out. */
const CONSENT = `incoming.accepts_marketing and not (incoming.upload_id is not null and ${hasOptedOutSql('form.id', 'incoming.email_key')})`;

/**
 * Adds attendees to an event and returns those it added: none if the form has another version, and none whose key has been used. Keys come before the lock of
 * the form, as in `addManyOnce`; `for share` reads form and upload again, since the snapshot was taken before the wait.
 */
export const ADD_STATEMENT = `
  with incoming as materialized (select * from json_to_recordset($1) as incoming (${typed})),
  claimed as (
    insert into idempotency_keys (scope, key, body_hash, row_id)
    select scope, key, body_hash, id from incoming where key is not null order by scope, key
    on conflict (scope, key) do nothing
    returning row_id
  ),
  form as materialized (
    select id from forms
    where (
      select count(pg_advisory_xact_lock_shared(${lockKeyOf('form.id')}))
      from (select $2::uuid as id from (select count(*) from claimed) as keys) as form
    ) > 0 and id = $2 and form_version = $4
    for share
  ),
  upload as materialized (
    select uploads.id from form cross join uploads
    where uploads.id in (select upload_id from incoming) and uploads.event_id = $3 and uploads.state = 'done'
    for share of uploads
  ),
  added as (
    insert into submissions (form_id, is_added_by_staff, upload_id, ${stored.join(', ')})
    select form.id, true, upload.id, ${stored.map((name) => (name === 'accepts_marketing' ? CONSENT : `incoming.${name}`)).join(', ')}
    from form cross join incoming left join upload on upload.id = incoming.upload_id
    where incoming.key is null or incoming.id in (select row_id from claimed)
    returning *
  ),
  registered as (
    insert into registrations (event_id, submission_id, submitted_at, status)
    select $3::uuid, id, submitted_at, status from added join incoming using (id)
  ),
  gained as (
    select form_id, email_key, count(*)::integer as registrations from added
    where $5::boolean and id in (select id from incoming where status = 'confirmed') group by form_id, email_key
  ),
  ${RAISE_COUNTERS}
  select ${SUBMISSION_COLUMNS.join(', ')}, (
    select count(*) from submissions as other join registrations as registration on registration.submission_id = other.id
    where other.form_id = submission.form_id and other.email_key = submission.email_key
      and registration.status <> 'cancelled' and registration.event_id <> all (array(select id from deletions))
  ) + added_now as registrations
  from (
    select added.*, count(*) filter (where status <> 'cancelled') over (partition by added.email_key) as added_now
    from added join incoming using (id)
  ) as submission`;

/** @param to the event, and the version of its form that the attendees were checked against */
export const addValues = (
  { event, version }: { readonly event: EventRow; readonly version: number },
  attendees: readonly IncomingAttendee[],
): unknown[] => [JSON.stringify(attendees), event.form_id, event.id, version, event.is_on_form];
