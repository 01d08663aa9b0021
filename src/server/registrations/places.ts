import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { RegistrationList } from '#contract/registrations/places.ts';
import { goesOver } from '#contract/texts/places.ts';
import { rowsOf, type Tx, valuesOf } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { lockRegistrations } from '#server/form-store/form-rows.ts';
import type { Write } from '#server/write.ts';
import { recordAnnouncements } from './changes.ts';

/** Parts of a statement in which `fresh` has sign-ups, with their turn `n` and, in `waits`, for which of their `events` they would wait. */
export const GRANTED_PARTS = `
  -- The counters of the chosen limited events, locked until the commit in the order of their ids, and so read as any server left them.
  held as materialized (
    select event_id, has_list, last_order, waiting, free
    from event_places where event_id = any(array(select unnest(events) from fresh)) order by event_id for no key update
  ),
  -- Numbered, as grant_places knows them.
  slots as materialized (select *, row_number() over (order by event_id)::integer as slot from held),
  -- What each asks for in its turn: a place, which it must get unless it would also wait for it.
  wishes as materialized (
    select fresh.n as turn, slot, not (has_list and event_id = any(fresh.waits)) as must
    from fresh join slots on event_id = any(fresh.events)
  ),
  -- What each gets: p a place, w the waiting list, f full, r refused, because another event was full.
  granted as materialized (
    select given.turn, given.gets, slots.event_id
    from (
      select array_agg(turn order by turn, slot) as turns, array_agg(slot order by turn, slot) as slots, array_agg(must order by turn, slot) as musts
      from wishes
    ) as line,
    unnest(line.turns, line.slots, grant_places(line.turns, line.slots, line.musts, (select array_agg(free order by slot) from slots)))
      as given (turn, slot, gets)
    join slots using (slot)
  )`;

/** What each of them gets in limited events, in the order of their turns. Locks the counters of these events; requires `lockFormShared`. */
export async function grantPlaces(tx: Tx, fresh: readonly { n: number; events: readonly string[]; waits: readonly string[] }[]) {
  return rowsOf<{ turn: number; eventId: string; gets: 'p' | 'w' | 'f' | 'r' }>(tx)`
    with fresh as (select * from json_to_recordset(${JSON.stringify(fresh)}) as fresh (n integer, events uuid[], waits uuid[])),
    ${sql.raw(GRANTED_PARTS)}
    select turn, event_id as "eventId", gets from granted`;
}

/*
 * A limited event has a row in `event_places`: its maximum, how many hold a place (confirmed or offered), how many wait. Sign-ups and staff who add
 * attendees hold the series shared and lock this row; all else holds the series alone (`lockForm`), and calls `promoteWaiting` where it frees a place.
 */

/** The columns of `event_places` that count registrations, joined with their waiting entries. */
export const PLACE_COUNTS = sql`
  count(*) filter (where status in ('confirmed', 'offered')) as taken, count(*) filter (where status = 'waiting') as waiting,
  count(*) filter (where status = 'waiting' and is_unreachable) as unreachable`;

/** Whether a registration with this status belongs to a list of its event's registrations. */
export const isInList = (list: RegistrationList, status: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  list === 'all' ? sql`true` : sql`${status} = ${sql.lit(list)}`;

/** These rows of a table, or as many as `max` says. Without a limit, several processes may count them. */
export const boundedRows = (rows: RawBuilder<unknown>, max: number | RawBuilder<unknown> | undefined): RawBuilder<unknown> =>
  max === undefined ? rows : sql`(select from ${rows} limit ${max}) as counted`;

/** The number of confirmed registrations for an event, or `max` if there are more. */
export const confirmedCount = (eventId: Expression<string> | RawBuilder<unknown>, max?: number): RawBuilder<number> => {
  const registered = sql`registrations as registration where registration.event_id = ${eventId}`;
  const others = sql`(select count(*) from ${registered} and registration.status <> 'confirmed')`;
  const all = boundedRows(registered, max === undefined ? undefined : sql`${max}::integer + ${others}`);
  return sql`((select count(*) from ${all}) - ${others})::integer`;
};

/** Refuses places over a maximum, one in each event, that staff were not asked about. Requires `lockForm`. @throws AppError `conflict` with the figures */
export async function checkOver(tx: Tx, eventIds: readonly string[]): Promise<void> {
  const rows = await rowsOf<{ event_id: string; title: string; over: number; maximum: number }>(tx)`
    select event.id as event_id, event.title, places.taken + 1 - places.capacity as over, places.capacity as maximum
    from event_places as places join events as event on event.id = places.event_id
    where event.id = any(${eventIds}::uuid[]) and places.taken >= places.capacity order by event.starts_at, event.id`;
  if (rows.length === 0) return;
  const texts = rows.map(({ title, over, maximum }) => `${eventIds.length === 1 ? '' : `‘${title}’: `}${goesOver(over, maximum)}`);
  throw new AppError('conflict', texts.join(' '), { current: { over: rows } });
}

/** Counts attendees added by staff, however many places are left. Requires `lockFormShared`, before any of their rows is locked. */
export async function countAdded(tx: Tx, eventId: string, added: { readonly taken: number; readonly waiting: number }): Promise<void> {
  await sql`
    update event_places set taken = taken + ${added.taken}, waiting = waiting + ${added.waiting} where event_id = ${eventId}`.execute(tx);
}

/** Puts submissions, in their order, at the end of the waiting list of each of these events; does not count them. Requires `lockFormShared`. */
export async function joinWaitingLists(tx: Tx, eventIds: readonly string[], submissionIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0 || submissionIds.length === 0) return;
  await sql`
    with counter as (
      update event_places set last_order = last_order + ${submissionIds.length}
      where event_id = any(${eventIds}::uuid[]) returning event_id, last_order - ${submissionIds.length} as before
    )
    insert into waiting_entries (event_id, submission_id, list_order)
    select counter.event_id, given.id, counter.before + given.n
    from counter, unnest(${submissionIds}::uuid[]) with ordinality as given (id, n)`.execute(tx);
}

/**
 * Deletes registrations, all or those for one event, and frees their places. Calendar entries take over the sequence of their changes, in case an address signs
 * up again. Requires `lockForm`, and that the changes have not been deleted yet.
 * @returns the limited events among theirs
 */
export async function deleteRegistrations(w: Write, submissionIds: readonly string[], eventId?: string): Promise<string[]> {
  await lockRegistrations(w, eventId, submissionIds);
  await recordAnnouncements(w, submissionIds, eventId);
  const isChosen: RawBuilder<boolean> = eventId === undefined ? sql`true` : sql`registration.event_id = ${eventId}`;
  // A join on the key: with `= any`, the planner may scan the registrations of whole events instead.
  return valuesOf<string>(w)`
    with gone as (
      delete from registrations as registration using unnest(${submissionIds}::uuid[]) as given (id)
      where registration.submission_id = given.id and ${isChosen}
      returning registration.event_id, registration.submission_id, registration.status
    ),
    unlisted as (
      delete from waiting_entries as entry using gone
      where entry.event_id = gone.event_id and entry.submission_id = gone.submission_id and gone.status in ('waiting', 'offered')
      returning entry.event_id, entry.submission_id, entry.is_unreachable
    ),
    raised as (
      update events set calendar_sequence = calendar_sequence + kept.changes
      from (
        select event.id, max(history.changes)::integer as changes from gone join events as event on event.id = gone.event_id
        cross join lateral (
          select count(*) as changes from registration_changes as change
          where change.submission_id = gone.submission_id and (change.event_id = event.id or change.event_id is null)
        ) as history
        group by event.id
      ) as kept
      where events.id = kept.id and kept.changes > 0
    )
    update event_places as places
    set taken = places.taken - lost.taken, waiting = places.waiting - lost.waiting, unreachable = places.unreachable - lost.unreachable
    from (
      select event_id, ${PLACE_COUNTS} from gone left join unlisted using (event_id, submission_id) group by event_id
    ) as lost
    where places.event_id = lost.event_id returning places.event_id`;
}
