import { type RawBuilder, sql } from 'kysely';
import { type Audience, type AudienceCounts, PEOPLE_MAX, type Purpose } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { dayStartOf } from '#contract/rules/event-date.ts';
import * as texts from '#contract/texts/mailings.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { invalid } from '#server/errors.ts';
import { checkForm, isEventNotDeleted, isNotDeleted, isOf, notDeletedCondition } from '#server/form-store/form-rows.ts';
import { ADDRESS_DIGEST } from '#server/registrations/suppressions.ts';
import { matching } from './attendee-filters.ts';
import type { Registration } from './submission-scope.ts';

export interface AskedAudience {
  readonly form: FormRef;
  readonly audience: Audience;
  readonly purpose: Purpose;
  readonly at: Date;
}

interface AudienceEvent {
  readonly id: string;
  readonly title: string;
  readonly isCancelled: boolean;
}

/** An audience with those of its events that still exist. */
export interface FoundAudience extends AskedAudience {
  readonly events: readonly AudienceEvent[];
}

/** Finds the events of an audience that still exist; "all" excludes cancelled ones. */
export async function findAudience(db: Db, asked: AskedAudience): Promise<FoundAudience> {
  const { form, audience } = asked;
  const { events: chosen = [] } = audience;
  if (form.kind === 'marketing' || chosen.length === 0) return { ...asked, events: [] };
  const which = chosen === 'all' ? sql`cancelled_at is null` : sql`id = any(${chosen}::uuid[])`;
  const rows = await rowsOf<AudienceEvent>(db)`
    select id, title, cancelled_at is not null as "isCancelled" from events
    where ${isOf(form)} and ${isEventNotDeleted(sql.ref('id'))} and ${which} order by starts_at nulls last, id`;
  return { ...asked, events: rows };
}

const eventsError = (message: string) => invalid([{ path: 'audience.events', message }]);

/** An audience that staff may write to. @throws AppError `not_found`, or `invalid` for events that do not belong together or to the series */
export async function checkAudience(db: Db, asked: AskedAudience): Promise<FoundAudience> {
  const { form, audience, purpose } = asked;
  await checkForm(db, form);
  const found = await findAudience(db, asked);
  if (form.kind === 'marketing') {
    if (purpose === 'service')
      throw invalid([
        { path: 'purpose', message: 'People who signed up on a form have no event, so they can only be sent news and offers.' },
      ]);
    return found;
  }
  const { events: chosen = [] } = audience;
  if (chosen.length === 0) throw eventsError(texts.CHOOSE_EVENTS);
  if (chosen !== 'all' && found.events.length < new Set(chosen).size) throw eventsError('One of these events is not in this series.');
  if (found.events.some(({ isCancelled }) => isCancelled) && (found.events.length > 1 || purpose === 'marketing'))
    throw eventsError('A cancelled event can only be chosen alone, for an email about that event.');
  return found;
}

function registrationsOf({ form, audience, events }: FoundAudience, order: RawBuilder<unknown>): RawBuilder<Registration> {
  if (form.kind === 'marketing')
    return sql`(
      select id as submission_id, submitted_at, null::timestamptz as attended_at from submissions where form_id = ${form.id} ${order})`;
  const { statuses = ['confirmed'] } = audience;
  const ids = events.map(({ id }) => id);
  const those = sql`registrations where event_id = any(${ids}::uuid[]) and status = any(${statuses}::registration_status[])`;
  // In a single event each sign-up has one registration; without grouping, PostgreSQL reads them in parallel.
  if (ids.length === 1) return sql`(select submission_id, submitted_at, attended_at from ${those} ${order})`;
  return sql`(
    select submission_id, max(submitted_at) as submitted_at, max(attended_at) as attended_at from ${those} group by submission_id ${order})`;
}

const SUBMISSION_ID = sql.ref<string>('submission.id');

/**
 * The sign-ups that match, as `submission` joined with `registration`. "Today" is the day on which the mailing begins.
 * @param order of the sign-ups, for a query with a limit: PostgreSQL would otherwise join all of them before it sorts
 */
export function selectAudience(
  db: Db,
  found: FoundAudience,
  timeZone: string,
  { isThere = isNotDeleted(SUBMISSION_ID), order = sql`` } = {},
) {
  const { form, audience, at } = found;
  const listed = registrationsOf(found, order);
  return db
    .selectFrom(listed.as<'registration'>('registration'))
    .innerJoin('submissions as submission', 'submission.id', 'registration.submission_id')
    .where(isOf(form, 'submission'))
    .where(isThere)
    .where(matching({ ...audience, today_from: dayStartOf(at, timeZone).toISOString() }, listed));
}

const TO_PERSON = sql`('email', 'mailing')`;

/** Whether the last mail to `submission` was permanently refused because of its address. */
const IS_REFUSED = sql<boolean>`exists (
  select from submission_steps as step
  where step.submission_id = submission.id and step.has_failed and step.state = 'failed' and step.cause = 'mailbox' and step.step in ${TO_PERSON}
    and not exists (
      select from submission_steps as later where later.submission_id = step.submission_id and later.step in ${TO_PERSON}
        and later.state = 'succeeded' and not later.is_skipped and later.updated_at > step.updated_at))`;

/** Whether the address of `submission` must not get marketing. */
const IS_SUPPRESSED = sql<boolean>`exists (select from suppressions where digest = ${ADDRESS_DIGEST})`;

/** Why a mailing excludes `submission`, apart from a newer sign-up with its address; null if it does not. */
export const whyLeftOut = (purpose: Purpose): RawBuilder<Exclude<keyof AudienceCounts['left_out'], 'duplicate'> | null> => sql`case
  when ${IS_REFUSED} then 'refused'
  ${purpose === 'service' ? sql`` : sql`when not submission.accepts_marketing then 'no_consent' when ${IS_SUPPRESSED} then 'unsubscribed'`} end`;

const NEWEST_FIRST = sql`registration.submitted_at desc, submission.id desc`;

/** For each address, all but the newest matching sign-up are duplicates. */
const ranked = async (db: Db, found: FoundAudience, timeZone: string) =>
  selectAudience(db, found, timeZone, { isThere: await notDeletedCondition(db, SUBMISSION_ID) })
    .select([
      'submission.id',
      'registration.submitted_at',
      sql<keyof AudienceCounts['left_out'] | null>`case when submission.email = '' then 'no_address'
        when row_number() over (partition by submission.email_key order by ${NEWEST_FIRST}) > 1 then 'duplicate'
        else ${whyLeftOut(found.purpose)} end`.as('left_out'),
    ])
    .as('person');

/** How many match, and how many of them are excluded, by reason. @throws AppError `invalid` for too many people */
export async function countAudience(db: Db, found: FoundAudience, timeZone: string): Promise<AudienceCounts> {
  const leftOut = <Reason extends string>(reason: Reason) => sql<number>`count(*) filter (where left_out = ${reason})`.as(reason);
  const { matched, people, ...counts } = await db
    .selectFrom(await ranked(db, found, timeZone))
    .select([sql<number>`count(*)`.as('matched'), sql<number>`count(*) filter (where left_out is null)`.as('people')])
    .select([leftOut('no_address'), leftOut('duplicate'), leftOut('refused'), leftOut('no_consent'), leftOut('unsubscribed')])
    .executeTakeFirstOrThrow();
  if (people > PEOPLE_MAX) throw invalid([{ path: 'audience', message: 'At most 100,000 people at once. Please narrow it down.' }]);
  return { matched, people, left_out: counts };
}

/** The sign-up of one of the people, in the order in which a mailing is sent. */
export async function findPersonAt(db: Db, found: FoundAudience, timeZone: string, index: number): Promise<string | undefined> {
  const person = await db
    .selectFrom(await ranked(db, found, timeZone))
    .select('id')
    .where('left_out', 'is', null)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .offset(index)
    .limit(1)
    .executeTakeFirst();
  return person?.id;
}
