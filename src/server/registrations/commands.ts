import { sql } from 'kysely';
import type { PromotedAs } from '#contract/registrations/places.ts';
import type { Cancellation, Promotion, Promotions, Restoration } from '#contract/registrations/waiting-list-calls.ts';
import { NO_MAIL_FOR_OFFERS } from '#contract/texts/places.ts';
import * as words from '#contract/texts/words/self-service.ts';
import { hasRows, rowOf, rowsOf, type Tx } from '#server/db/connection.ts';
import { AppError, notFound } from '#server/errors.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { type StaffAdd, writeOnce } from '#server/idempotency.ts';
import type { EventPath, RegistrationKey, RegistrationPath } from '#server/wire-names.ts';
import { type Actor, write, type Write, type WriteDeps, type ZonedDeps } from '#server/write.ts';
import { checkOver, joinWaitingLists } from './places.ts';
import {
  changeStatus,
  checkNotCancelled,
  EVENT_TIMING,
  type EventTiming,
  mayMail,
  readLockedRegistration,
  registrationNotices,
} from './status.ts';
import { endRegistrations, hasNoOffer, listNext, promoteWaiting } from './waiting-list.ts';

/** Cancels a registration. @throws AppError `not_found`, or `conflict` if its status is no longer what staff saw */
export async function cancelRegistration(
  deps: ZonedDeps,
  by: Actor,
  path: RegistrationPath,
  { tell, note, was }: Cancellation,
): Promise<void> {
  await write(deps, by, async (w) => {
    const registration = await readLockedRegistration(w, path);
    const { status } = registration;
    if (was !== undefined && status !== 'cancelled' && status !== was)
      throw new AppError('conflict', 'This person’s status has changed in the meantime.', { current: { status } });
    const isOnList = status === 'waiting' || status === 'offered';
    const details = { tell: tell && mayMail(deps, registration, isOnList), reason: 'staff', ...(note === null ? {} : { note }) } as const;
    await endRegistrations(w, path.seriesId, { registrations: [path], kind: 'cancelled', details });
  });
}

const hasOnlyWaited = (tx: Tx, { eventId, submissionId }: RegistrationKey): Promise<boolean> => hasRows(tx)`
  select from (
    select kind from registration_changes
    where submission_id = ${submissionId} and (event_id = ${eventId} or details -> 'added' ? ${eventId})
      and kind in ('joined', 'offered', 'withdrawn', 'accepted', 'promoted', 'restored', 'events_changed')
    order by at desc, id desc limit 1
  ) as last where kind in ('joined', 'withdrawn')`;

/** Restores a cancelled registration, at the end of the list if it was waiting; `tell` emails the person where that is allowed. @throws AppError `not_found` or `conflict`, as when it is full */
export async function restoreRegistration(
  deps: ZonedDeps,
  by: Actor,
  path: RegistrationPath,
  { over, tell = false }: Partial<Restoration>,
): Promise<void> {
  const { seriesId, eventId, submissionId } = path;
  await write(deps, by, async (w) => {
    const registration = await readLockedRegistration(w, path);
    const { status } = registration;
    const details = (isOnList: boolean) => ({ tell: tell && mayMail(deps, registration, isOnList) });
    if (status === 'waiting' || status === 'offered')
      throw new AppError('conflict', 'This registration is not cancelled.', { current: { status } });
    if (status === 'cancelled') await checkNotCancelled(w, [path]);
    const hasList = await hasRows(w)`select from event_places where event_id = ${eventId} and has_list`;
    if (status === 'cancelled' && hasList && (await hasOnlyWaited(w, path))) {
      await joinWaitingLists(w, [eventId], [submissionId]);
      await changeStatus(w, seriesId, [path], { status: 'waiting', kind: 'joined', details: details(true) });
      await promoteWaiting(w, seriesId, [eventId]);
      return;
    }
    if (status === 'cancelled' && over === false) await checkOver(w, [eventId]);
    await changeStatus(w, seriesId, [path], { status: 'confirmed', kind: 'restored', details: details(false) });
  });
}

/** Withdraws an offer; the person waits again. @throws AppError `not_found` or `conflict` */
export async function withdrawOffer(deps: WriteDeps, by: Actor, path: RegistrationPath): Promise<void> {
  await write(deps, by, async (w) => {
    const { status, offerEndsAt, hasEventBegun } = await readLockedRegistration(w, path);
    if (status === 'confirmed' || status === 'cancelled') throw new AppError('conflict', words.OFFER_HAS_ENDED, { current: { status } });
    // People who were not sent the offer yet need not be told that it has ended.
    const details = { tell: offerEndsAt !== null && !hasEventBegun };
    await changeStatus(w, path.seriesId, [path], { status: 'waiting', kind: 'withdrawn', details });
  });
}

interface Gap {
  readonly own: number;
  /** The previous entry, which may have an offer; null at the top. */
  readonly before: number | null;
  /** The next entry, or where newcomers are put. */
  readonly after: number;
}

/** Where an entry must be to have this position. */
async function findGap(tx: Tx, { eventId, submissionId }: RegistrationPath, position: number): Promise<Gap> {
  const others = sql`waiting_entries as entry where entry.event_id = ${eventId} and entry.submission_id <> ${submissionId}`;
  const gap = await rowOf<Gap>(tx)`
    with next as materialized (
      select coalesce(
        (select entry.list_order from ${others} and ${hasNoOffer([eventId])} order by entry.list_order offset ${position - 1} limit 1),
        (select last_order + 1 from event_places where event_id = ${eventId})
      ) as list_order
    )
    select next.list_order as after, (select max(entry.list_order) from ${others} and entry.list_order < next.list_order) as before,
      (select list_order from waiting_entries where event_id = ${eventId} and submission_id = ${submissionId}) as own
    from next`;
  if (gap === undefined) throw new AppError('internal', 'A waiting list has no order');
  return gap;
}

/** Gives all entries of a list whole numbers, in the same order. */
async function renumber(tx: Tx, eventId: string): Promise<void> {
  // Above all numbers in use, since no two may be equal in the meantime.
  await sql`
    with numbered as (
      select submission_id, ceil(last_order) + 1 + row_number() over (order by list_order) as list_order
      from waiting_entries join event_places using (event_id) where event_id = ${eventId}
    ),
    written as (
      update waiting_entries as entry set list_order = numbered.list_order from numbered
      where entry.event_id = ${eventId} and entry.submission_id = numbered.submission_id
    )
    update event_places set last_order = (select max(list_order) from numbered) where event_id = ${eventId}`.execute(tx);
}

/** Puts an entry at a position, writing one row unless there is no number between its neighbours. */
async function moveTo(tx: Tx, path: RegistrationPath, position: number): Promise<void> {
  const { own, before, after } = await findGap(tx, path, position);
  if (own < after && (before === null || own > before)) return;
  const order = before === null ? after - 1 : before + (after - before) / 2;
  if (order >= after || (before !== null && order <= before)) {
    await renumber(tx, path.eventId);
    return moveTo(tx, path, position);
  }
  const entry = tx.updateTable('waiting_entries').set({ list_order: order }).where('event_id', '=', path.eventId);
  await entry.where('submission_id', '=', path.submissionId).execute();
}

/** Moves someone on a waiting list. @throws AppError `not_found`, or `conflict` for someone who does not wait */
export async function moveRegistration(deps: WriteDeps, by: Actor, path: RegistrationPath, position: number): Promise<void> {
  await write(deps, by, async (w) => {
    const { status, name: title } = await readLockedRegistration(w, path);
    if (status !== 'waiting') throw new AppError('conflict', 'This person is not waiting.', { current: { status } });
    await moveTo(w, path, position);
    w.did({ about: { type: 'submission', id: path.submissionId, title }, changes: [{ name: 'position', before: null, after: position }] });
    w.changed(...registrationNotices(path.seriesId, [path]));
  });
}

/** Gives these people places or offers. Requires `lockForm`. @returns the ids of the changes @throws AppError `conflict` where no offer is possible */
async function promote(w: Write, people: readonly RegistrationKey[], seriesId: string, as: PromotedAs, timing: EventTiming) {
  await checkNotCancelled(w, people);
  if (as === 'offer' && !w.canMail) throw new AppError('conflict', NO_MAIL_FOR_OFFERS);
  if (as === 'offer' && timing.hasEventBegun) throw new AppError('conflict', words.EVENT_HAS_BEGUN);
  const isOffer = as === 'offer' && !timing.isTooLateForOffer;
  return changeStatus(w, seriesId, people, {
    status: isOffer ? 'offered' : 'confirmed',
    kind: isOffer ? 'offered' : 'promoted',
    ...(timing.hasEventBegun && { details: { tell: false } }),
  });
}

/** Promotes one person, whether or not they are next. @throws AppError `not_found` or `conflict` */
export async function promoteRegistration(deps: WriteDeps, by: Actor, path: RegistrationPath, { as }: Promotion): Promise<void> {
  await write(deps, by, async (w) => {
    const found = await readLockedRegistration(w, path);
    const { status } = found;
    if (status === 'confirmed') throw new AppError('conflict', 'This person already has a place.', { current: { status } });
    if (status === 'cancelled')
      throw new AppError('conflict', 'This registration was cancelled. Restore it to give the place back.', { current: { status } });
    const hasOffer = status === 'offered' && as === 'offer';
    if (!hasOffer) await promote(w, [path], path.seriesId, as, found);
  });
}

interface PromotedNext {
  readonly promoted: readonly string[];
  readonly as: PromotedAs;
  /** The id of the call: its first change, or the event if nobody was waiting. */
  readonly id: string;
}

/** The people promoted by the call that wrote this change; its changes share the time of their transaction. */
async function findPromoted(tx: Tx, eventId: string, { id, asked }: { id: string; asked: PromotedAs }): Promise<PromotedNext> {
  const rows = await rowsOf<{ submission_id: string; as: PromotedAs }>(tx)`
    select change.submission_id, case when change.kind = 'offered' then 'offer' else 'confirmed' end as "as" from registration_changes as first
    join registration_changes as change on change.event_id = first.event_id and change.kind = first.kind and change.at = first.at
    where first.id = ${id} and first.event_id = ${eventId} order by change.submission_id`;
  return { promoted: rows.map((row) => row.submission_id), as: rows[0]?.as ?? asked, id };
}

/** The events' times, after their series was locked. @throws AppError `not_found` */
async function lockTiming(tx: Tx, { seriesId, eventId }: EventPath): Promise<EventTiming> {
  const isSeriesThere = await lockForm(tx, { kind: 'series', id: seriesId });
  const timing = await rowOf<EventTiming>(tx)`
    select ${EVENT_TIMING} from events as event where id = ${eventId} and form_id = ${seriesId}`;
  if (!isSeriesThere || timing === undefined) throw notFound('Event');
  return timing;
}

/** Promotes the next people on the list who can be reached. @returns the ids, oldest sign-up first, and what they got @throws AppError `not_found` or `conflict` */
export async function promoteNext(deps: WriteDeps, by: Actor, path: EventPath, { input, callId }: StaffAdd<Promotions>) {
  const { seriesId, eventId } = path;
  const { count, as } = input;
  const find = (tx: Tx, id: string) => findPromoted(tx, eventId, { id, asked: as });
  const { promoted, as: got } = await writeOnce(deps, by, callId, {
    add: async (w) => {
      const timing = await lockTiming(w, path);
      const [id = eventId] = await promote(w, await listNext(w, seriesId, [eventId], count), seriesId, as, timing);
      return find(w, id);
    },
    find: async (w, id) => {
      const event = w.selectFrom('events').select('id').where('id', '=', eventId).where('form_id', '=', seriesId);
      return (await event.executeTakeFirst()) === undefined ? undefined : find(w, id);
    },
  });
  return { promoted, as: got };
}
