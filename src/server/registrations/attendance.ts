import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Attendance } from '#contract/door.ts';
import type { ChangeDetails } from '#contract/registrations/registration-changes.ts';
import { EVENT_CANCELLED } from '#contract/texts/door.ts';
import { type Db, numberOf, PREPARED, rowsOf, type Tx, valueOf, valuesOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, orNotFound } from '#server/errors.ts';
import { lockRegistrations } from '#server/form-store/form-rows.ts';
import type { EventPath, RegistrationKey } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import { aboutSignUp, actorOf } from './changes.ts';

/*
 * A person is here while one of their taps, changes of the kind `here`, stands. A `not_here` names the taps that it takes back, also those that are still to
 * come from a phone that was offline. `attended_at` of a registration is written with them.
 */

/** The offset keeps the planner from reading all the event's taps for each person, as it does before the table is first analysed. */
const CHANGES_OF_ONE = sql`(select * from registration_changes as change where change.submission_id = registration.submission_id offset 0)`;

/** Whether a `tap` of a registration has not been undone. */
const IS_IN_EFFECT = sql`tap.kind = 'here' and not exists (
  select from ${CHANGES_OF_ONE} as undo
  where undo.event_id = tap.event_id and undo.kind = 'not_here'
    and undo.details -> 'takes_back' ? tap.id::text)`;

/** The taps of a `registration` that have not been undone. */
export const TAPS_IN_EFFECT: RawBuilder<unknown> = sql`
  ${CHANGES_OF_ONE} as tap where tap.event_id = registration.event_id and ${IS_IN_EFFECT}`;

type EventId = Expression<string> | RawBuilder<unknown>;

/** The registrations of people who are at an event, or came to it. */
const attendedIn = (eventId: EventId): RawBuilder<unknown> =>
  sql`registrations as attended where attended.event_id = ${eventId} and attended.attended_at is not null`;

/** How many people are at an event, or came to it; while it is 0, attendance is not in use there. */
export const attendedCount = (eventId: EventId): RawBuilder<number> => sql`(select count(*)::integer from ${attendedIn(eventId)})`;

export const countAttended = (db: Db, eventId: string): Promise<number> => numberOf(db)`select ${attendedCount(sql`${eventId}`)} as count`;

/** Whether anyone is at an event, or came to it. As a minimum it is read from the index, even if the planner expects many and there are none. */
const isInUse = (eventId: EventId): RawBuilder<boolean> => sql`(select min(attended.attended_at) is not null from ${attendedIn(eventId)})`;

export const isAttendanceInUse = async (db: Db, eventId: string): Promise<boolean> =>
  (await valueOf<boolean>(db)`select ${isInUse(sql`${eventId}::uuid`)}`) === true;

const walkIns = (eventId: EventId, among = sql`registration_changes`): RawBuilder<unknown> =>
  sql`${among} as walk_in where walk_in.event_id = ${eventId} and walk_in.kind = 'here' and walk_in.details ->> 'how' = 'walk_in'`;

/** How many people who are at an event, or came to it, were added at the door. */
export const walkInsAmong = (eventId: Expression<string>): RawBuilder<number> => sql`(
  select count(*)::integer from ${attendedIn(eventId)} and attended.submission_id in (select walk_in.submission_id from ${walkIns(eventId)}))`;

/** The attendance of a `registration` of `submission`, for staff; null for an event in which attendance is not in use. Walk-ins are added by staff. */
export const attendanceIn = (eventId: string): RawBuilder<{ readonly at: string | null; readonly walk_in: boolean } | null> => sql`
  case when ${isInUse(sql`${eventId}::uuid`)}
  then json_build_object('at', registration.attended_at, 'walk_in',
    submission.is_added_by_staff and exists (select from ${walkIns(sql`${eventId}::uuid`, CHANGES_OF_ONE)})) end`;

/** How many registrations for an event are by people who gave no address at a door of the series. */
export const withoutAddress = (eventId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::integer from submissions as unaddressed join registrations as theirs on theirs.submission_id = unaddressed.id
  where unaddressed.form_id = (select form_id from events where id = ${eventId}) and unaddressed.email = ''
    and theirs.event_id = ${eventId} and theirs.status <> 'cancelled')`;

/** A person checked in by a tap, or a check-in undone. */
export interface StoredTap {
  readonly id: string;
  readonly submissionId: string;
  readonly kind: 'here' | 'not_here';
  readonly at: Date;
  readonly details: Pick<ChangeDetails, 'phone' | 'link' | 'how' | 'takes_back'>;
}

const given = (keys: readonly RegistrationKey[]): RawBuilder<unknown> => sql`
  unnest(${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ submissionId }) => submissionId)}::uuid[]) as registration (event_id, submission_id)`;

/** Sets `attended_at` of these registrations from their history. Requires that they are locked. @returns those that were wrong */
const storeAttendance = (tx: Tx, keys: readonly RegistrationKey[]): Promise<RegistrationKey[]> => rowsOf<RegistrationKey>(tx)`${PREPARED}
  update registrations as written set attended_at = earliest.at
  from ${given(keys)} cross join lateral (select min(tap.at) as at from ${TAPS_IN_EFFECT}) as earliest
  where written.event_id = registration.event_id and written.submission_id = registration.submission_id
    and written.attended_at is distinct from earliest.at
  returning written.event_id as "eventId", written.submission_id as "submissionId"`;

/** Moves the taps on a sign-up's registrations to the earlier registrations that it repeats, if those have a place. Requires `lockForm`. */
export async function moveTaps(tx: Tx, from: string, earlier: readonly RegistrationKey[]): Promise<void> {
  await lockRegistrations(tx, undefined, [from, ...earlier.map(({ submissionId }) => submissionId)]);
  const rows = await rowsOf<RegistrationKey>(tx)`
    update registration_changes as tap set submission_id = registration.submission_id
    from ${given(earlier)} join registrations as kept using (event_id, submission_id)
    where kept.status = 'confirmed' and tap.submission_id = ${from} and tap.event_id = registration.event_id and tap.kind in ('here', 'not_here')
    returning tap.event_id as "eventId", tap.submission_id as "submissionId"`;
  if (rows.length === 0) return;
  const keys = rows.flatMap((key) => [key, { ...key, submissionId: from }]);
  await storeAttendance(tx, keys);
}

/** `storeAttendance` for all registrations of a series that have or had taps. @returns the events in which a registration was wrong */
export async function repairAttendance(tx: Tx, seriesId: string): Promise<string[]> {
  const rows = await rowsOf<RegistrationKey>(tx)`
    select registration.event_id as "eventId", registration.submission_id as "submissionId"
    from registrations as registration join events as event on event.id = registration.event_id
    where event.form_id = ${seriesId} and (registration.attended_at is not null or exists (
      select from registration_changes as tap
      where tap.submission_id = registration.submission_id and tap.event_id = event.id and tap.kind = 'here'))
    order by registration.submission_id for no key update of registration`;
  const corrected = rows.length === 0 ? [] : await storeAttendance(tx, rows);
  return [...new Set(corrected.map(({ eventId }) => eventId))];
}

/** Stores taps on locked registrations of an event, and updates their attendance; a tap whose id is in use is skipped. @returns the ids of the stored taps */
export async function recordTaps(w: Write, { seriesId, eventId }: EventPath, taps: readonly StoredTap[]): Promise<Set<string>> {
  const [actor, name] = actorOf(w.by);
  const stored = await valuesOf<string>(w)`${PREPARED}
    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, actor_name, details, at, awaiting_fan_out)
    select id, ${seriesId}, "submissionId", ${eventId}, kind, ${actor}, ${name}, details, at, false
    from json_to_recordset(${JSON.stringify(taps)}) as given (id uuid, "submissionId" uuid, kind text, details jsonb, at timestamptz)
    on conflict (id) do nothing returning id`;
  const submissionIds = [...new Set(taps.map(({ submissionId }) => submissionId))];
  const keys = submissionIds.map((submissionId) => ({ eventId, submissionId }));
  await storeAttendance(w, keys);
  w.changed({ topic: `series/${seriesId}` }, { topic: `event/${eventId}`, ids: submissionIds });
  return new Set(stored);
}

/** Checks people in from the list, or undoes that. @returns those for whom it made a difference @throws AppError `not_found`, or `conflict` for a cancelled event */
export async function setAttendance(deps: WriteDeps, by: Actor, path: EventPath, { ids, here, own }: Attendance) {
  const { seriesId, eventId } = path;
  return write(deps, by, async (w) => {
    await lockRegistrations(w, eventId, ids);
    const event = w.selectFrom('events').select('cancelled_at').where('id', '=', eventId).where('form_id', '=', seriesId);
    const { cancelled_at: cancelledAt } = orNotFound(await event.executeTakeFirst(), 'Event');
    if (here && cancelledAt !== null) throw new AppError('conflict', EVENT_CANCELLED);
    const [actor, name] = actorOf(w.by);
    const isOwn = sql`tap.details ->> 'how' = 'list' and tap.actor = ${actor} and tap.actor_name = ${name}`;
    const rows = await rowsOf<{ id: string; first_name: string; last_name: string; inEffect: string[]; stays: boolean }>(w)`
      select submission.id, submission.first_name, submission.last_name,
        array(select tap.id::text from ${TAPS_IN_EFFECT} and (${isOwn} or not ${own})) as "inEffect",
        ${own} and exists (select from ${TAPS_IN_EFFECT} and not (${isOwn})) as stays
      from registrations as registration join submissions as submission on submission.id = registration.submission_id
      where registration.event_id = ${eventId} and submission.id = any(${ids}::uuid[]) and registration.status = 'confirmed'
        and registration.attended_at is ${here ? sql`null` : sql`not null`}`;
    const marked = rows.filter(({ stays, inEffect }) => !stays || inEffect.length > 0);
    const taps = marked.map(({ id: submissionId, inEffect }): StoredTap => {
      const details = { how: 'list', ...(here ? {} : { takes_back: inEffect }) } as const;
      return { id: newId(), submissionId, kind: here ? 'here' : 'not_here', at: new Date(), details };
    });
    if (taps.length > 0) await recordTaps(w, path, taps);
    const changed = rows.filter(({ stays }) => !stays);
    for (const row of changed) w.did({ about: aboutSignUp(row), changes: [{ name: 'here', before: !here, after: here }] });
    return changed.map(({ id }) => id);
  });
}

/** Undoes all taps of registrations that are cancelled or removed. Requires that they are locked. */
export async function endTaps(w: Write, seriesId: string, keys: readonly RegistrationKey[]): Promise<void> {
  const [actor, name] = actorOf(w.by);
  await sql`
    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, actor_name, details, awaiting_fan_out)
    select gen_random_uuid(), ${seriesId}, registration.submission_id, registration.event_id, 'not_here', ${actor}, ${name},
      jsonb_build_object('how', 'cancelled', 'takes_back', taken.ids), false
    from ${given(keys)} cross join lateral (select jsonb_agg(tap.id) as ids from ${TAPS_IN_EFFECT}) as taken
    where taken.ids is not null`.execute(w);
  await storeAttendance(w, keys);
}
