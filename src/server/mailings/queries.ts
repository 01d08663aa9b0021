import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { audienceSchema } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Mailing, MailingPerson, PersonState } from '#contract/mailings/mailing-calls.ts';
import { MAYBE_SENT } from '#contract/steps/causes.ts';
import { SECOND_MS } from '#contract/time.ts';
import { isAfterCursor, microsecondsOf, pageOf, readCursor } from '#server/cursor.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { orNotFound } from '#server/errors.ts';
import { checkForm, isOf } from '#server/form-store/form-rows.ts';
import { MAILINGS } from '#server/messages/handlers/mailing.ts';
import { momentsAsText } from '#server/wire-names.ts';

export interface MailingRef {
  readonly form: FormRef;
  readonly mailingId: string;
}

interface Row extends Pick<Mailing, 'id' | 'kind' | 'purpose' | 'subject' | 'template' | 'event_id' | 'event_title' | 'by' | 'why'> {
  readonly audience: unknown;
  readonly for_date: Date | null;
  readonly begins_at: Date;
  readonly stopped_at: Date | null;
  readonly ended_at: Date | null;
  readonly rests_until: Date | null;
  readonly cursor_time: number;
  readonly counts: Mailing['counts'] & { readonly tried_until?: string | null; readonly gone?: number };
}

const MINUTE_SECONDS = 60;

/** How long mails to this many people take at most. */
export const secondsFor = (people: number, perMinute: number): number => Math.ceil((people / perMinute) * MINUTE_SECONDS);

function stateOf({ stopped_at: stopped, ended_at: ended, begins_at: begins }: Pick<Row, 'stopped_at' | 'ended_at' | 'begins_at'>) {
  if (stopped !== null) return 'stopped';
  if (ended !== null) return 'done';
  return begins.getTime() > Date.now() ? 'scheduled' : 'running';
}

function present(row: Row, perMinute: number): Mailing {
  const { cursor_time: _, counts: counted, ...mailing } = momentsAsText(row);
  const { tried_until: until, gone = 0, ...counts } = counted;
  const heldSeconds = Math.ceil((Date.parse(until ?? '') - Date.now()) / SECOND_MS) || 0;
  return {
    ...mailing,
    counts,
    gone,
    state: stateOf(row),
    audience: audienceSchema.parse(row.audience),
    seconds_left: Math.max(secondsFor(counts.waiting, perMinute), heldSeconds),
  };
}

/** The state of a `person` of a `mailing`, whose mail is `step`. */
const PERSON_STATE: RawBuilder<PersonState> = sql`case
  when step.id is null then coalesce(person.outcome, 'left_out')
  when step.is_skipped then 'left_out'
  when step.state = 'succeeded' then 'sent'
  when step.state = 'failed' and step.cause = ${sql.lit(MAYBE_SENT)} then 'not_known'
  when step.state = 'failed' then 'refused'
  when step.state = 'waiting' and mailing.stopped_at is not null then 'stopped'
  else 'waiting' end`;

/** People shown to staff who no longer matched when their part was written. */
const GONE = sql`case when mailing.is_written then greatest(mailing.people_shown - coalesce(sum(count), 0), 0) else 0 end`;
const UNWRITTEN = sql`case when mailing.is_written then 0 else greatest(coalesce(mailing.people_shown, 0) - coalesce(sum(count), 0), 0) end`;
const isStopped = sql`mailing.stopped_at is not null`;
const countOf = (state: PersonState) => sql`coalesce(sum(count) filter (where state = ${sql.lit(state)}), 0)`;

/** How many people of a `mailing` are in each state, with those who have no row yet and without those excluded from the start, and when the last waiting one is tried next. */
export const COUNTS = sql`(
  select json_build_object(
    'people', coalesce(sum(count), 0) + coalesce(${GONE}, 0) + ${UNWRITTEN},
    'waiting', ${countOf('waiting')} + case when ${isStopped} then 0 else ${UNWRITTEN} end,
    'sent', ${countOf('sent')}, 'refused', ${countOf('refused')}, 'not_known', ${countOf('not_known')},
    'left_out', ${countOf('left_out')} + coalesce(${GONE}, 0),
    'stopped', ${countOf('stopped')} + case when ${isStopped} then ${UNWRITTEN} else 0 end,
    'gone', coalesce(${GONE}, 0), 'tried_until', max(tried_at))
  from (
    select ${PERSON_STATE} as state, count(*) as count, max(step.next_try_at) filter (where step.state = 'waiting' and not ${isStopped}) as tried_at
    from mailing_people as person left join submission_steps as step on step.mailing_person_id = person.id
    where person.mailing_id = mailing.id and person.left_out is null group by 1) as states)`;

const select = (db: Db, which: RawBuilder<unknown>, limit: number) => rowsOf<Row>(db)`
    select mailing.id, mailing.kind, mailing.purpose, mailing.subject, mailing.template, mailing.audience, mailing.event_id, event.title as event_title,
      mailing.for_date, mailing.by_name as by, mailing.begins_at, mailing.stopped_at, mailing.ended_at, mailing.why,
      (select paused_until from service_pace where service = ${MAILINGS} and paused_until > now()) as rests_until, ${microsecondsOf(sql`mailing.begins_at`)} as cursor_time,
      case when mailing.ended_at is not null and mailing.counts is not null then mailing.counts::json else ${COUNTS} end as counts
    from mailings as mailing left join events as event on event.id = mailing.event_id
    where ${which} order by mailing.begins_at desc, mailing.id desc limit ${limit}`;

const PAGE = 50;

/** Everything sent or to be sent to people of a form, newest first. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function listMailings(db: Db, form: FormRef, cursor: string | undefined, perMinute: number) {
  await checkForm(db, form);
  const isAfter = isAfterCursor(cursor, sql`mailing.begins_at, mailing.id`);
  const rows = await select(db, sql`${isOf(form, 'mailing')} and ${isAfter}`, PAGE + 1);
  const page = pageOf(rows, PAGE, (last) => [last.cursor_time, last.id]);
  return { mailings: page.rows.map((row) => present(row, perMinute)), cursor: page.next_cursor };
}

/** @throws AppError `not_found` */
export async function getMailing(db: Db, { form, mailingId }: MailingRef, perMinute: number): Promise<Mailing> {
  await checkForm(db, form);
  const [row] = await select(db, sql`${isOf(form, 'mailing')} and mailing.id = ${mailingId}`, 1);
  return present(orNotFound(row, 'Mailing'), perMinute);
}

async function checkMailing(db: Db, { form, mailingId }: MailingRef): Promise<void> {
  await checkForm(db, form);
  const query = db.selectFrom('mailings').select('id').where('id', '=', mailingId).where('form_id', '=', form.id);
  orNotFound(await query.executeTakeFirst(), 'Mailing');
}

/** The people of a mailing in sending order, without those excluded from the start. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function listPeopleOf(
  db: Db,
  { form, mailingId }: MailingRef,
  asked: { readonly state?: PersonState | undefined; readonly cursor?: string | undefined },
) {
  await checkMailing(db, { form, mailingId });
  const position = readCursor(asked.cursor, z.tuple([z.int32(), z.guid()]));
  const isAfter = position === undefined ? sql`true` : sql`(person.part, person.id) > (${position[0]}, ${position[1]}::uuid)`;
  const isInState = asked.state === undefined ? sql`true` : sql`${PERSON_STATE} = ${asked.state}`;
  const rows = await rowsOf<Omit<MailingPerson, 'at'> & { readonly at: Date | null; readonly part: number }>(db)`
    select person.id, person.part, person.submission_id, coalesce(trim(submission.first_name || ' ' || submission.last_name), '') as name,
      coalesce(submission.email, '') as email, ${PERSON_STATE} as state, step.updated_at as at, step.id as step_id, step.text_id is not null as has_mail,
      case when step.id is null and person.outcome is null then 'No longer matches' when step.state = 'succeeded' and not step.is_skipped then '' else coalesce(step.message, '') end as why
    from mailings as mailing join mailing_people as person on person.mailing_id = mailing.id
    left join submission_steps as step on step.mailing_person_id = person.id
    left join submissions as submission on submission.id = person.submission_id
    where ${isOf(form, 'mailing')} and mailing.id = ${mailingId} and person.left_out is null and ${isInState} and ${isAfter}
    order by person.part, person.id limit ${PAGE + 1}`;
  const page = pageOf(rows, PAGE, (last) => [last.part, last.id]);
  return { people: page.rows.map(({ part: _part, ...person }) => momentsAsText(person)), cursor: page.next_cursor };
}
