import { type RawBuilder, sql } from 'kysely';
import type { Person, PersonQuery } from '#contract/attendees/person.ts';
import { type FormRef, idsOnWire } from '#contract/forms/form-ref.ts';
import { emailKey } from '#contract/rules/email.ts';
import { isAfterCursor, microsecondsOf, pageOf } from '#server/cursor.ts';
import { type Db, rowOf, rowsOf } from '#server/db/connection.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { isNotDeleted } from '#server/form-store/form-rows.ts';
import { attendedCount } from '#server/registrations/attendance.ts';
import { addressDigest } from '#server/registrations/suppressions.ts';
import { presentSubmission, type Step, SUBMISSION_COLUMNS } from './present.ts';
import { STEPS_COLUMN } from './queries.ts';

type SignUp = Person['signups'][number];

interface SignUpRow extends SubmissionRow {
  readonly kind: FormRef['kind'];
  readonly title: string;
  readonly events: SignUp['events'];
  readonly registrations: number;
  readonly cursor_time: number;
  readonly steps: Step[] | null;
}

/** Subquery of all sign-ups of an address, including those in the outbox; `offset 0` makes it an index lookup per form, not a scan of a whole table. */
const signUpsOf = (address: string): RawBuilder<unknown> => sql`(
  select found.*, form.kind, form.title from forms as form
  cross join lateral (select * from submissions where form_id = form.id and email_key = ${address} offset 0) as found
  where ${isNotDeleted(sql.ref('found.id'))})`;

const inUtc = (moment: RawBuilder<unknown>): RawBuilder<string | null> => sql`to_json(${moment} at time zone 'UTC') #>> '{}' || 'Z'`;

type Summary = Omit<Person, 'signups' | 'next_cursor'>;

/** What all sign-ups of the address say together; undefined if there are none. */
const summarise = (db: Db, address: string): Promise<Summary | undefined> => rowOf<Summary>(db)`
  with signed_up as materialized (select * from ${signUpsOf(address)} as signed_up),
  newest as (select * from signed_up order by submitted_at desc, id desc limit 1),
  names as (
    select trim(first_name || ' ' || last_name) as name, count(*) as signups_count, max(submitted_at) as latest_at from signed_up group by 1)
  select newest.id as person_id, (select count(*) from signed_up) as signups_count,
    (select json_agg(json_build_object(
      'name', name, 'signups_count', signups_count, 'latest_at', ${inUtc(sql`latest_at`)}
    ) order by latest_at desc, name) from names) as names,
    array(select organisation from signed_up where organisation <> '' group by 1 order by max(submitted_at) desc, 1) as organisations,
    array(select email from signed_up group by 1 order by max(submitted_at) desc, 1) as emails,
    json_build_object('accepts_marketing', newest.accepts_marketing, 'since', ${inUtc(sql`(
      select min(submitted_at) from signed_up where accepts_marketing = newest.accepts_marketing and submitted_at > coalesce((
        select max(submitted_at) from signed_up as other where other.accepts_marketing <> newest.accepts_marketing), '-infinity')
    )`)}, 'unsubscribed_at', (select ${inUtc(sql`min(at)`)} from suppressions where digest = ${addressDigest(address)})) as marketing
  from newest`;

/** A page of the sign-ups of an address, newest first, and the first row after it. */
const listSignUps = (db: Db, address: string, { limit, cursor }: PersonQuery): Promise<SignUpRow[]> => rowsOf<SignUpRow>(db)`
  with signed_up as materialized (select * from ${signUpsOf(address)} as signed_up),
  registered as materialized (
    select signed_up.id, signed_up.form_id, event.id as event_id, event.title, event.starts_at, event.ends_at, event.is_on_form, registration.attended_at,
      registration.status <> 'cancelled' as is_counted, case when event.cancelled_at is null then registration.status else 'cancelled' end as status
    from signed_up join registrations as registration on registration.submission_id = signed_up.id
    join events as event on event.id = registration.event_id),
  page as (select * from signed_up where ${isAfterCursor(cursor)} order by submitted_at desc, id desc limit ${limit + 1})
  select ${sql.join(SUBMISSION_COLUMNS.map((column) => sql.ref(column)))}, submission.form_id, submission.kind, submission.title,
    ${microsecondsOf(sql.ref('submission.submitted_at'))} as cursor_time, ${STEPS_COLUMN} as steps,
    case when submission.kind = 'marketing'
      then (select count(*) from signed_up where signed_up.form_id = submission.form_id)
      else (select count(*) from registered where is_counted and registered.form_id = submission.form_id)
    end as registrations,
    coalesce((
      select json_agg(
        jsonb_build_object('id', event_id, 'event_title', registered.title, 'date', ${inUtc(sql`starts_at`)}, 'show_on_form', is_on_form)
        || case when status = 'confirmed' then '{}' else jsonb_build_object('status', status) end
        || case when ${attendedCount(sql.ref('event_id'))} = 0 then '{}'
          else jsonb_build_object('end_date', ${inUtc(sql`ends_at`)}, 'attended_at', ${inUtc(sql`registered.attended_at`)}) end
      order by status = 'cancelled', starts_at, event_id) from registered where registered.id = submission.id), '[]') as events
  from page as submission order by submission.submitted_at desc, submission.id desc`;

const presentSignUp = (row: SignUpRow): SignUp => ({
  submission: presentSubmission(row, row.registrations, row.steps ?? []),
  ...idsOnWire({ kind: row.kind, id: row.form_id }),
  title: row.title,
  events: row.events,
});

/** Whose submission this is, with a page of all sign-ups of that address. @throws AppError `not_found`; `invalid` at `cursor` */
export async function getPerson(db: Db, personId: string, query: PersonQuery): Promise<Person> {
  const asked = await db.selectFrom('submissions').select('email_key').where('id', '=', personId).executeTakeFirst();
  if (asked === undefined || asked.email_key === '') throw notFound('Person');
  const [summary, found] = await Promise.all([summarise(db, asked.email_key), listSignUps(db, asked.email_key, query)]);
  // The row of a deleted series still exists while its sign-ups are removed in parts.
  if (summary === undefined) throw notFound('Person');
  const { rows, next_cursor } = pageOf(found, query.limit, ({ cursor_time, id }) => [cursor_time, id]);
  return { ...summary, signups: rows.map(presentSignUp), next_cursor };
}

/** The newest submission of an address; null when nothing is stored about it. */
export const findPersonId = async (db: Db, email: string): Promise<string | null> =>
  (await summarise(db, emailKey(email)))?.person_id ?? null;
