import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { MAYBE_SENT } from '#contract/steps/causes.ts';
import { stoppedAutomatically } from '#contract/texts/mailings.ts';
import { MAILING_STOPPED } from '#contract/texts/steps.ts';
import { findAudience, selectAudience, whyLeftOut } from '#server/attendees/audience.ts';
import { type Db, oneRowOf, rowOf, type Tx } from '#server/db/connection.ts';
import type { Row } from '#server/db/tables.ts';
import { lockFormShared } from '#server/form-store/form-rows.ts';
import { ADDRESS_DIGEST } from '#server/registrations/suppressions.ts';
import { nextPart, type Write, type WriteDeps } from '#server/write.ts';
import { COUNTS } from './queries.ts';

const FIRST_PART = 50;
const PART = 500;
/** The next part is written once fewer mails than this have not been tried, so that few must be held when staff stop a mailing. */
const UNTRIED_MIN = 100;

interface Mailing extends Omit<Row<'mailings'>, 'audience'> {
  readonly audience: Audience;
  readonly form_kind: FormRef['kind'];
}

const UNTRIED = sql`step.step = 'mailing' and step.state in ('waiting', 'running') and step.first_tried_at is null and step.next_try_at <= now() + interval '1 minute'`;

/** Whether a mail of the `mailing` is unfinished. */
const hasSteps = (which: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from submission_steps as step join mailing_people as person on person.id = step.mailing_person_id
  where ${which} and person.mailing_id = mailing.id)`;

/** The most urgent mailing with people to write: automatic ones by date, then those of staff; after its first part, only once that was tried. */
const findUrgent = (db: Db) => rowOf<{ readonly id: string; readonly form: FormRef }>(db)`
  select mailing.id, json_build_object('kind', form.kind, 'id', form.id) as form
  from mailings as mailing join forms as form on form.id = mailing.form_id
  where mailing.ended_at is null and mailing.stopped_at is null and not mailing.is_written and mailing.begins_at <= now()
    and not exists (select from sending_pause)
    and (select count(*) from (select from submission_steps as step where ${UNTRIED} limit ${UNTRIED_MIN}) as untried) < ${UNTRIED_MIN}
    and (mailing.part <> 1 or not ${hasSteps(UNTRIED)})
  order by mailing.kind = 'mailing', mailing.for_date, mailing.begins_at, mailing.id limit 1`;

/** Whether a change gave a registration its place, which the change's own mail confirms. */
const GAVE_PLACE = sql`(change.event_id = registration.event_id and change.kind in ('promoted', 'accepted', 'restored')
  or change.details -> 'promoted' ? registration.event_id::text or change.details -> 'added' ? registration.event_id::text)`;

/** When a registration got its place: at sign-up, or when it was given one later. */
const TOOK_AT = sql`greatest(registration.submitted_at, (
  select max(change.at) from registration_changes as change where change.submission_id = registration.submission_id and (
    change.kind = 'passed_on' or ${GAVE_PLACE})))`;

/** Whether a registration gets a thank-you: if attendance is in use, only people who came. */
const CAME = sql`(registration.attended_at is not null or not exists (
  select from registrations as other where other.event_id = registration.event_id and other.attended_at is not null))`;

/** Whether the person gets an automatic mail: they had the place at its moment, were not sent a confirmation in the hour before, and were not sent such a mail for a date less than a day from this one. */
const isDueTo = ({ id, kind, event_id: eventId, for_date: date, begins_at: moment }: Mailing) =>
  kind === 'mailing'
    ? sql`true`
    : sql`${kind === 'thank_you' ? CAME : sql`true`} and ${TOOK_AT} <= ${moment} and (${TOOK_AT} <= ${moment}::timestamptz - interval '1 hour' or not exists (
        select from submission_steps as step where step.submission_id = submission.id and step.step = 'email' and step.state <> 'failed'
          and not step.is_skipped and step.updated_at > ${moment}::timestamptz - interval '1 hour'
          and (step.change_id is null or exists (select from registration_changes as change where change.id = step.change_id and ${GAVE_PLACE}))))
      and not exists (
        select from mailings as earlier join mailing_people as person on person.mailing_id = earlier.id
        where earlier.event_id = ${eventId} and earlier.kind = ${kind} and earlier.id <> ${id} and person.left_out is null
          and earlier.for_date > ${date}::timestamptz - interval '24 hours' and earlier.for_date < ${date}::timestamptz + interval '24 hours'
          and person.address = ${ADDRESS_DIGEST}
          and not exists (select from submission_steps as step where step.mailing_person_id = person.id and step.is_skipped))`;

const NEWEST_FIRST = sql`registration.submitted_at desc, registration.submission_id desc`;

/** The sign-ups of a mailing's next part, newest first. A mailing by staff excludes sign-ups made after they sent it, or after the time they chose. */
async function nextSignUps(w: Write, mailing: Mailing, { limit, timeZone }: { limit: number; timeZone: string }) {
  const { id, kind, form_id, form_kind, audience, purpose, part, event_id: eventId, begins_at: begins } = mailing;
  // The database keeps microseconds, a JavaScript date only milliseconds.
  const reached = sql`(select reached_at from mailings where id = ${id}), (select reached_id from mailings where id = ${id})`;
  const isLater = part === 0 ? sql<boolean>`true` : sql<boolean>`(registration.submitted_at, registration.submission_id) < (${reached})`;
  const columns = sql`registration.submission_id, registration.submitted_at`;
  if (kind !== 'mailing') {
    return sql`select ${columns} from registrations as registration where event_id = ${eventId} and status = 'confirmed' and ${isLater}
      order by ${NEWEST_FIRST} limit ${limit}`;
  }
  const found = await findAudience(w, { form: { kind: form_kind, id: form_id }, audience, purpose, at: begins });
  const isInTime = sql<boolean>`registration.submitted_at <= (
    select case when people_shown is null then begins_at else created_at end from mailings where id = ${id})`;
  const query = selectAudience(w, found, timeZone, { order: sql`order by submitted_at desc, submission_id desc` })
    .select(['registration.submission_id', 'registration.submitted_at'])
    .where(isLater)
    .where(isInTime);
  return sql`${query.orderBy(NEWEST_FIRST).limit(limit)}`;
}

/** Writes the next people of a mailing, from the newest sign-up on, with their steps. Addresses the mailing already has are left unchanged. */
async function writePeople(w: Write, mailing: Mailing, timeZone: string): Promise<void> {
  const { id, kind, part, event_id: eventId, purpose } = mailing;
  const limit = part === 0 ? FIRST_PART : PART;
  const registered = sql`join registrations as registration on registration.submission_id = submission.id and registration.event_id = ${eventId}`;
  await sql`
    with read as materialized (${await nextSignUps(w, mailing, { limit, timeZone })}), matching as (
      select distinct on (submission.email_key) submission.id as submission_id, ${ADDRESS_DIGEST} as address,
        ${whyLeftOut(purpose)} as left_out
      from read join submissions as submission on submission.id = read.submission_id ${kind === 'mailing' ? sql`` : registered}
      where submission.email <> '' and ${isDueTo(mailing)}
      order by submission.email_key, read.submitted_at desc, read.submission_id desc
    ), people as (
      insert into mailing_people (mailing_id, address, submission_id, part, left_out)
      select ${id}, address, submission_id, ${part + 1}, left_out from matching order by address
      on conflict (mailing_id, address) do nothing
      returning id, submission_id, left_out
    ), steps as (
      insert into submission_steps (submission_id, mailing_person_id, step, state, next_try_at)
      select submission_id, id, 'mailing', 'waiting', now() from people where left_out is null
      on conflict do nothing
    )
    update mailings set part = part + 1, is_written = (select count(*) < ${limit} from read),
      reached_at = coalesce(last.submitted_at, reached_at), reached_id = coalesce(last.submission_id, reached_id)
    from (select 1) as always left join (select * from read order by submitted_at, submission_id limit 1) as last on true
    where mailings.id = ${id}`.execute(w);
}

const lockMailing = (tx: Tx, id: string): Promise<Mailing | undefined> => rowOf<Mailing>(tx)`
  select mailing.*, form.kind as form_kind from mailings as mailing join forms as form on form.id = mailing.form_id
  where mailing.id = ${id} and mailing.ended_at is null and mailing.stopped_at is null and not mailing.is_written
  for update of mailing`;

/** Why a mailing by staff stops on its own: all of its last part was tried, and more than half refused. Undefined if it continues. */
async function whyToStop(w: Write, { id, kind, part, judged_part: judged }: Mailing): Promise<string | undefined> {
  if (kind !== 'mailing' || part === judged) return undefined;
  const { refused, people } = await oneRowOf<{ refused: number; people: number }>(w)`
    select count(*) filter (where step.state = 'failed' and step.cause <> ${MAYBE_SENT}) as refused, count(*) as people
    from mailing_people as person join submission_steps as step on step.mailing_person_id = person.id
    where person.mailing_id = ${id} and person.part = ${part}`;
  return refused * 2 > people ? stoppedAutomatically(refused, people) : undefined;
}

/** Changes the waiting mails of a mailing, locking them in the order of their ids like all other work, to prevent deadlocks. */
export async function changeWaiting(w: Write, mailingId: string, values: RawBuilder<unknown>): Promise<void> {
  await sql`
    with waiting as (
      select step.id from mailing_people as person join submission_steps as step on step.mailing_person_id = person.id
      where person.mailing_id = ${mailingId} and step.state = 'waiting' order by step.id for update of step
    )
    update submission_steps as step set ${values} from waiting where step.id = waiting.id and step.state = 'waiting'`.execute(w);
}

/** Stops a mailing until staff send the rest. @param why if it stops on its own */
export async function stopWithin(w: Write, mailingId: string, why: string | null = null): Promise<void> {
  await sql`update mailings set stopped_at = now(), why = ${why}, judged_part = case when ${why}::text is null then judged_part else part end where id = ${mailingId}`.execute(
    w,
  );
  await changeWaiting(w, mailingId, sql`next_try_at = now() + interval '10 years', message = ${MAILING_STOPPED}, cause = ''`);
}

/** Writes the people of the most urgent due mailing, while few mails are untried. @returns whether there may be more */
export const writeNextPeople = (deps: WriteDeps, timeZone: string): Promise<boolean> =>
  nextPart(deps, findUrgent, async (w, { id, form }) => {
    // This lock prevents deletions, which would leave a step behind.
    if (!(await lockFormShared(w, form))) return;
    // Another worker may have written the same part while this one waited for the lock.
    const mailing = await lockMailing(w, id);
    if (mailing === undefined || (await findUrgent(w))?.id !== id) return;
    const why = await whyToStop(w, mailing);
    await (why === undefined ? writePeople(w, mailing, timeZone) : stopWithin(w, id, why));
    w.changed({ topic: `mailing/${id}` });
  });

const HAS_ENDED = sql`mailing.ended_at is null and mailing.is_written and not ${hasSteps(sql`step.step = 'mailing' and step.state in ('waiting', 'running')`)}`;

const findEnded = (db: Db) => rowOf<{ readonly id: string }>(db)`select id from mailings as mailing where ${HAS_ENDED} limit 1`;

/** Ends a mailing whose last mail has ended, and keeps its counts, which outlive the people. @returns whether there may be more */
export const endNextMailing = (deps: WriteDeps): Promise<boolean> =>
  nextPart(deps, findEnded, async (w, { id }) => {
    await sql`update mailings as mailing set ended_at = now(), counts = ${COUNTS} where id = ${id} and ${HAS_ENDED}`.execute(w);
    w.changed({ topic: `mailing/${id}` });
  });
