import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { endOf, OFFER_ENDS_BEFORE_HOURS, OFFER_MIN_HOURS } from '#contract/rules/event-times.ts';
import { REINSTATE_FIRST } from '#contract/texts/announcement.ts';
import { rowOf, rowsOf, type Tx, valuesOf } from '#server/db/connection.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { AppError, notFound } from '#server/errors.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import type { Notice } from '#server/live/notice.ts';
import { momentsAsText, type RegistrationKey, type RegistrationPath } from '#server/wire-names.ts';
import type { Write, ZonedDeps } from '#server/write.ts';
import { endTaps } from './attendance.ts';
import { aboutSignUp, type MadeChange, recordChanges } from './changes.ts';
import { recountAddresses } from './counters.ts';

interface Moved extends RegistrationKey, Pick<SubmissionRow, 'email_key' | 'first_name' | 'last_name'> {
  readonly before: RegistrationStatus;
  readonly wasHere: boolean;
}

interface NewStatus {
  readonly status: RegistrationStatus;
  /** For someone waiting: whether the next people are promoted before them, and newcomers need not wait behind them. */
  readonly isUnreachable?: boolean | undefined;
  /** Whether someone is unreachable because of too many mails. */
  readonly isHeldBack?: boolean | undefined;
}

/** That registrations of a series got another status, or another position. */
export const registrationNotices = (seriesId: string, registrations: readonly RegistrationKey[]): Notice[] => [
  { topic: 'dashboard' },
  { topic: `series/${seriesId}` },
  ...[...Map.groupBy(registrations, ({ eventId }) => eventId)].map(([eventId, keys]): Notice => ({
    topic: `event/${eventId}`,
    ids: keys.map(({ submissionId }) => submissionId),
  })),
];

/** Gives registrations another status, with counters and lists; entries keep their position, offers start again. Not for joining a list. Requires `lockForm`. @returns those that changed, in the given order */
export async function setStatus(
  w: Write,
  seriesId: string,
  registrations: readonly RegistrationKey[],
  { status, isUnreachable = false, isHeldBack = false }: NewStatus,
): Promise<RegistrationKey[]> {
  if (registrations.length === 0) return [];
  const isListed = status === 'waiting' || status === 'offered';
  const holdsPlace = status === 'confirmed' || status === 'offered';
  const isEntryOfMoved = sql`entry.event_id = moved.event_id and entry.submission_id = moved.submission_id`;
  const rows = await rowsOf<Moved>(w)`
    with moved as materialized (
      select given.n, registration.event_id, registration.submission_id, registration.status, coalesce(entry.is_unreachable, false) as is_unreachable
      from unnest(${registrations.map(({ eventId }) => eventId)}::uuid[], ${registrations.map(({ submissionId }) => submissionId)}::uuid[])
        with ordinality as given (event_id, submission_id, n)
      join registrations as registration using (event_id, submission_id)
      left join waiting_entries as entry using (event_id, submission_id)
      where registration.status <> ${status}
      order by registration.submission_id, registration.event_id for no key update of registration
    ),
    written as (
      update registrations as registration set status = ${status} from moved
      where registration.event_id = moved.event_id and registration.submission_id = moved.submission_id
      returning registration.event_id, registration.submission_id, registration.attended_at
    ),
    unlisted as (delete from waiting_entries as entry using moved where not ${isListed} and ${isEntryOfMoved}),
    listed as (
      update waiting_entries as entry set offer_ends_at = null, is_unreachable = ${isUnreachable}, is_held_back = ${isHeldBack} from moved where ${isListed} and ${isEntryOfMoved}
    ),
    counted as (
      update event_places as places
      set taken = places.taken + change.taken, waiting = places.waiting + change.waiting, unreachable = places.unreachable + change.unreachable
      from (
        select event_id, sum(${holdsPlace}::boolean::integer - (status in ('confirmed', 'offered'))::integer) as taken,
          sum(${status === 'waiting'}::boolean::integer - (status = 'waiting')::integer) as waiting,
          sum(${isUnreachable}::boolean::integer - (status = 'waiting' and is_unreachable)::integer) as unreachable
        from moved group by event_id
      ) as change
      where places.event_id = change.event_id
    )
    select moved.event_id as "eventId", moved.submission_id as "submissionId", moved.status as before, submissions.email_key, submissions.first_name, submissions.last_name,
      written.attended_at is not null as "wasHere"
    from moved join written using (event_id, submission_id) join submissions on submissions.id = moved.submission_id
    order by moved.n`;
  const wereHere = rows.filter(({ wasHere }) => wasHere);
  if (wereHere.length > 0) await endTaps(w, seriesId, wereHere);
  if (rows.length > 0) w.changed(...registrationNotices(seriesId, rows));
  for (const { submissionId: id, before, ...row } of rows)
    w.did({ about: aboutSignUp({ ...row, id }), changes: [{ name: 'status', before, after: status }] });
  const addresses = rows.filter(({ before }) => [before, status].includes('confirmed')).map((row) => row.email_key);
  if (addresses.length > 0) await recountAddresses(w, seriesId, addresses);
  return rows;
}

/** `setStatus`, recording the change in the history of those that had another status. @returns the ids of the changes */
export async function changeStatus(
  w: Write,
  seriesId: string,
  registrations: readonly RegistrationKey[],
  { status, isUnreachable, isHeldBack, ...change }: NewStatus & MadeChange,
): Promise<string[]> {
  const moved = await setStatus(w, seriesId, registrations, { status, isUnreachable, isHeldBack });
  const changes = moved.map(({ eventId, submissionId }) => ({ seriesId, eventId, submissionId, ...change }));
  return recordChanges(w, changes);
}

/** Marks the unreachable entries of a submission as reachable again. Requires `lockForm`. @returns their events */
export const clearUnreachable = (tx: Tx, submissionId: string): Promise<string[]> => valuesOf<string>(tx)`
  with cleared as (
    update waiting_entries as entry set is_unreachable = false, is_held_back = false from registrations as registration
    where registration.submission_id = ${submissionId} and entry.event_id = registration.event_id
      and entry.submission_id = registration.submission_id and entry.is_unreachable
    returning entry.event_id
  )
  update event_places as places set unreachable = places.unreachable - 1 from cleared where places.event_id = cleared.event_id
  returning places.event_id`;

/** Whether an `event` begins too soon for an offer. */
export const IS_TOO_LATE_FOR_OFFER = sql<boolean>`
  coalesce(event.starts_at <= now() + make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS + OFFER_MIN_HOURS}), false)`;

/** Whether an `event` has begun; one without a date has not. */
export const HAS_BEGUN = sql<boolean>`coalesce(event.starts_at <= now(), false)`;

export interface EventTiming {
  readonly hasEventBegun: boolean;
  readonly isTooLateForOffer: boolean;
}

/** Columns of `EventTiming` of an `event`. */
export const EVENT_TIMING = sql`${HAS_BEGUN} as "hasEventBegun", ${IS_TOO_LATE_FOR_OFFER} as "isTooLateForOffer"`;

interface TimedEvent {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Whether an event is over. */
export const isEventOver = ({ startsAt, endsAt }: TimedEvent, timeZone: string, now = Date.now()): boolean =>
  endOf(momentsAsText({ date: startsAt, end_date: endsAt }), timeZone) <= now;

/** A registration as this transaction sees it. */
export interface LockedRegistration extends EventTiming, TimedEvent {
  readonly status: RegistrationStatus;
  /** The person's name. */
  readonly name: string;
  readonly offerEndsAt: Date | null;
}

/** Whether the person may be mailed: until the event is over, but about its list only until it begins. */
export const mayMail = ({ config: { timeZone } }: ZonedDeps, registration: LockedRegistration, isOnList: boolean): boolean =>
  !(isOnList ? registration.hasEventBegun : isEventOver(registration, timeZone));

/** @throws AppError `conflict` when one of these events is cancelled: nobody is added to it or promoted */
export async function checkNotCancelled(tx: Tx, of: readonly Pick<RegistrationKey, 'eventId'>[]): Promise<void> {
  const cancelled = sql<boolean>`id = any(${of.map(({ eventId }) => eventId)}::uuid[]) and cancelled_at is not null`;
  if (await tx.selectFrom('events').select('id').where(cancelled).executeTakeFirst()) throw new AppError('conflict', REINSTATE_FIRST);
}

/** Locks the series of a registration, then reads it. @throws AppError `not_found` when the three do not belong together */
export async function readLockedRegistration(tx: Tx, { seriesId, eventId, submissionId }: RegistrationPath): Promise<LockedRegistration> {
  const isSeriesThere = await lockForm(tx, { kind: 'series', id: seriesId });
  const registration = await rowOf<LockedRegistration>(tx)`
    select registration.status, event.starts_at as "startsAt", event.ends_at as "endsAt", entry.offer_ends_at as "offerEndsAt",
      (select ltrim(first_name || ' ' || last_name) from submissions where id = registration.submission_id) as name, ${EVENT_TIMING}
    from registrations as registration join events as event on event.id = registration.event_id
    left join waiting_entries as entry using (event_id, submission_id)
    where registration.event_id = ${eventId} and registration.submission_id = ${submissionId} and event.form_id = ${seriesId}`;
  if (!isSeriesThere || registration === undefined) throw notFound('Submission');
  return registration;
}
