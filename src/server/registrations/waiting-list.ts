import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { PromotedAs } from '#contract/registrations/places.ts';
import type { ChangeActor, DetailsOf } from '#contract/registrations/registration-changes.ts';
import { OFFER_ENDS_BEFORE_HOURS, OFFER_MIN_HOURS } from '#contract/rules/event-times.ts';
import { type Db, rowsOf, type Tx, valuesOf } from '#server/db/connection.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import type { RegistrationKey } from '#server/wire-names.ts';
import { SERVER, type Write, write, type WriteDeps } from '#server/write.ts';
import { recordChanges } from './changes.ts';
import { grantPlaces, joinWaitingLists } from './places.ts';
import { changeStatus, checkNotCancelled, EVENT_TIMING, type EventTiming, HAS_BEGUN, IS_TOO_LATE_FOR_OFFER, setStatus } from './status.ts';

/** The position of `registration`, joined with its `entry`, on the waiting list; null when it does not wait. */
export const POSITION = sql<number | null>`case when registration.status = 'waiting' then 1 + (
  select count(*)::integer from waiting_entries as ahead join registrations as other using (event_id, submission_id)
  where ahead.event_id = registration.event_id and ahead.list_order < entry.list_order and other.status = 'waiting'
) end`;

/** Whether an `entry` on these events' lists is waiting without an offer; those are read once, however many the planner expects. */
export const hasNoOffer = (eventIds: readonly string[]): RawBuilder<SqlBool> => sql`(entry.event_id, entry.submission_id) not in (
  select event_id, submission_id from registrations where event_id = any(${eventIds}::uuid[]) and status = 'offered'
)`;

/** Whether an `event`, unless it is cancelled, gives its free places to waiting people without staff. */
const HAS_AUTOMATIC_LIST = sql<boolean>`event.is_on_form and event.waiting_list in ('offer', 'direct') and not ${HAS_BEGUN}`;

export const PROMOTES_AUTOMATICALLY = sql<boolean>`(${HAS_AUTOMATIC_LIST} and event.cancelled_at is null)`;

/** Who is next, and what the event's mode gives them; when staff promote, they decide. */
export type Promoted = RegistrationKey & { readonly as: PromotedAs };

/** The next people on the lists of these events, in order, without those who are unreachable. @param count how many of each list; by default as many as the event has free places, none if staff give them by hand or it accepts no sign-ups */
export const listNext = (tx: Tx, seriesId: string, eventIds: readonly string[], count?: number): Promise<Promoted[]> => rowsOf<Promoted>(
  tx,
)`
  select event.id as "eventId", next.submission_id as "submissionId",
    case when event.waiting_list = 'offer' and not ${IS_TOO_LATE_FOR_OFFER} then 'offer' else 'confirmed' end as "as"
  from events as event join event_places as places on places.event_id = event.id
  cross join lateral (
    select entry.submission_id, entry.list_order from waiting_entries as entry
    where entry.event_id = event.id and not entry.is_unreachable and ${hasNoOffer(eventIds)}
    order by entry.list_order limit ${count ?? sql`greatest(places.capacity - places.taken, 0)`}
  ) as next
  where event.id = any(${eventIds}::uuid[]) and event.form_id = ${seriesId} and ${count === undefined ? PROMOTES_AUTOMATICALLY : sql`true`}
  order by event.id, next.list_order`;

/** Promotes people to free places; call it at the end of a transaction that may have freed one, or opened an event. Requires `lockForm`. @returns them in the order of their lists */
export async function promoteWaiting(w: Write, seriesId: string, eventIds: readonly string[]): Promise<Promoted[]> {
  if (!w.canMail || eventIds.length === 0) return [];
  const next = await listNext(w, seriesId, eventIds);
  const thatGet = (gets: PromotedAs): Promoted[] => next.filter(({ as }) => as === gets);
  await changeStatus(w, seriesId, thatGet('offer'), { status: 'offered', kind: 'offered', actor: 'automatic' });
  await changeStatus(w, seriesId, thatGet('confirmed'), { status: 'confirmed', kind: 'promoted', actor: 'automatic' });
  return next;
}

interface Ending {
  readonly registrations: readonly RegistrationKey[];
  readonly kind: 'cancelled' | 'declined' | 'expired';
  readonly actor?: ChangeActor;
  readonly details?: DetailsOf<'cancelled' | 'declined' | 'expired'>;
}

/** Cancels registrations of a series that are not cancelled yet, and promotes the next for all of them together. Requires `lockForm`. */
export async function endRegistrations(w: Write, seriesId: string, ...endings: readonly Ending[]): Promise<void> {
  const freed = new Set<string>();
  for (const { registrations, ...change } of endings) {
    const ended = await setStatus(w, seriesId, registrations, { status: 'cancelled' });
    const changes = ended.map((registration) => ({ seriesId, ...registration, ...change }));
    await recordChanges(w, changes);
    for (const { eventId } of ended) freed.add(eventId);
  }
  await promoteWaiting(w, seriesId, [...freed]);
}

/** After the date of an event was edited, its offers end as their mail says, or two hours before the event if that is earlier, but not within the next hour. Without a date they keep their end. Requires `lockForm`. */
export async function fitOffers(tx: Tx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    update waiting_entries as entry set offer_ends_at = least(latest.end_at, greatest(offer_ends_at, (
      select (details ->> 'until')::timestamptz from registration_changes as change
      where change.submission_id = entry.submission_id and change.event_id = entry.event_id and kind = 'offered' order by at desc limit 1
    )))
    from events as event cross join lateral (
      select date_trunc('minute', greatest(
        event.starts_at - make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS}), now() + make_interval(hours => ${OFFER_MIN_HOURS}, mins => 1)
      )) as end_at
    ) as latest
    where event.id = any(${eventIds}::uuid[]) and event.starts_at is not null
      and entry.event_id = event.id and entry.offer_ends_at is not null`.execute(tx);
}

/** Restores the time that offers had left when a pause or cancellation began; if both overlap, the one that ends last counts. */
export async function extendOffers(tx: Tx, since: Date, eventId?: string): Promise<void> {
  const until = eventId === undefined ? sql`event.cancelled_at` : sql`(select since from sending_pause)`;
  const rows = await rowsOf<{ form_id: string; event_id: string }>(tx)`
    select distinct event.form_id, entry.event_id from waiting_entries as entry join events as event on event.id = entry.event_id
    where entry.offer_ends_at > ${since} and not ${HAS_BEGUN} and ${eventId === undefined ? sql`true` : sql`event.id = ${eventId}`}
    order by event.form_id`;
  for (const id of new Set(rows.map(({ form_id: seriesId }) => seriesId))) await lockForm(tx, { kind: 'series', id });
  const eventIds = rows.map(({ event_id: eventId }) => eventId);
  await sql`
    update waiting_entries as entry
    set offer_ends_at = date_trunc('minute', offer_ends_at + (least(now(), ${until}) - ${since}::timestamptz) + interval '1 minute')
    from events as event where event.id = entry.event_id and event.id = any(${eventIds}::uuid[])
      and offer_ends_at > ${since} and least(now(), ${until}) > ${since}`.execute(tx);
  await fitOffers(tx, eventIds);
}

/** How many offers end in one transaction, so that the series' sign-ups hardly have to wait. */
const OFFERS_PER_PART = 500;

/** Ends offers of one series. @returns whether there may be more */
async function expireInSeries(w: Write, seriesId: string): Promise<boolean> {
  // Another worker may have been first, or the series may have been deleted.
  if (!(await lockForm(w, { kind: 'series', id: seriesId }))) return false;
  const ended = await rowsOf<RegistrationKey & { readonly hasEventBegun: boolean }>(w)`
    select entry.event_id as "eventId", entry.submission_id as "submissionId", ${HAS_BEGUN} as "hasEventBegun"
    from waiting_entries as entry join events as event on event.id = entry.event_id
    where entry.offer_ends_at <= now() and event.cancelled_at is null and event.form_id = ${seriesId}
    order by entry.offer_ends_at limit ${OFFERS_PER_PART}`;
  for (const hasEventBegun of [false, true]) {
    const offers = ended.filter((offer) => offer.hasEventBegun === hasEventBegun);
    const details = { reason: 'expired', ...(hasEventBegun ? { tell: false } : {}) } as const;
    await endRegistrations(w, seriesId, { registrations: offers, kind: 'expired', details });
  }
  return ended.length === OFFERS_PER_PART;
}

/** Ends offers whose time is over and promotes the next people, unless sending is paused: nobody would be notified. Any number of workers can do this at the same time. @returns whether there may be more */
export async function expireOffers(deps: WriteDeps): Promise<boolean> {
  const ids = await valuesOf<string>(deps.db)`
    select distinct event.form_id from waiting_entries as entry join events as event on event.id = entry.event_id
    where entry.offer_ends_at <= now() and event.cancelled_at is null and not exists (select from sending_pause)`;
  let isAnyLeft = false;
  const failures: unknown[] = [];
  for (const seriesId of ids) {
    try {
      const isMore = await write(deps, SERVER, (w) => expireInSeries(w, seriesId));
      isAnyLeft ||= isMore;
    } catch (error) {
      failures.push(error); // The other series continue.
    }
  }
  if (failures.length > 0) throw failures[0];
  return isAnyLeft;
}

interface ChosenEvent {
  readonly eventId: string;
  readonly mayWait: boolean;
  /** Whether it is a place, without asking for room. */
  readonly isGiven?: boolean;
}

/** Nothing is written when any event is full. */
export interface Joined {
  readonly full: readonly string[];
  readonly waiting: readonly string[];
}

/** Signs a submission up for further events: a place if there is one, otherwise the last position, or nothing. Requires `lockForm`. */
export async function joinEvents(w: Write, seriesId: string, submissionId: string, chosen: readonly ChosenEvent[]): Promise<Joined> {
  const eventIds = chosen.map(({ eventId }) => eventId);
  await checkNotCancelled(w, chosen);
  const waits = chosen.filter(({ mayWait }) => mayWait).map(({ eventId }) => eventId);
  const asked = chosen.filter(({ isGiven = false }) => !isGiven).map(({ eventId }) => eventId);
  const granted = await grantPlaces(w, [{ n: 1, events: asked, waits }]);
  const thatGet = (gets: string): string[] => eventIds.filter((id) => granted.some((each) => each.eventId === id && each.gets === gets));
  const [full, waiting] = [thatGet('f'), thatGet('w')];
  if (full.length > 0) return { full, waiting: [] };
  // Cancelled at first, so that the single change of status updates the counters.
  await sql`
    insert into registrations (event_id, submission_id, submitted_at, status, asks_for_crm)
    select event.id, submission.id, submission.submitted_at, 'cancelled', event.copper_tag is not null
    from submissions as submission, events as event
    where submission.id = ${submissionId} and event.id = any(${eventIds}::uuid[]) on conflict do nothing`.execute(w);
  const keysOf = (ids: readonly string[]) => ids.map((eventId) => ({ eventId, submissionId }));
  await setStatus(w, seriesId, keysOf(eventIds.filter((id) => !waiting.includes(id))), { status: 'confirmed' });
  await joinWaitingLists(w, waiting, [submissionId]);
  await setStatus(w, seriesId, keysOf(waiting), { status: 'waiting' });
  return { full: [], waiting };
}

interface MailedOffers {
  readonly submissionId: string;
  readonly eventIds: readonly string[];
  /** The change that the mail is about; all its offers were made at the same time. */
  readonly changeId: string;
}

/** The changes that made the offers sharing a mail. */
const changesOfMail = (changeId: string) => sql`
  select change.id, change.submission_id, change.event_id, (change.details ->> 'until')::timestamptz as until
  from registration_changes as mailed join registration_changes as change on change.submission_id = mailed.submission_id
    and change.kind = mailed.kind and change.at = mailed.at
  where mailed.id = ${changeId}`;

/** When the offers of a mail end, as the mail states, by event. */
export async function readOfferEnds(db: Db, changeId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await rowsOf<{ eventId: string; until: Date }>(db)`
    select event_id as "eventId", until from (${changesOfMail(changeId)}) as made where until is not null`;
  return new Map(rows.map(({ eventId, until }) => [eventId, until]));
}

type NoOffer = 'withdrawn' | 'begun' | 'too-late';

/**
 * Writes when offers end, to the list and to their changes, just before their mail is sent: after the hours set for the event, at the latest two hours before
 * its start, on a full minute. If less than an hour would be left, the place is given without an offer.
 * @returns the ends by event; if there are none, why: `withdrawn` when the offers have ended, `begun` after the start of the event, or `too-late`
 */
export async function startOffers(deps: WriteDeps, seriesId: string, offers: MailedOffers): Promise<ReadonlyMap<string, Date> | NoOffer> {
  const { submissionId, eventIds, changeId } = offers;
  return write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    const rows = await rowsOf<EventTiming & { readonly eventId: string; readonly ends: Date }>(w)`
      select registration.event_id as "eventId", ends, ${EVENT_TIMING}
      from registrations as registration join events as event on event.id = registration.event_id
      cross join date_trunc('minute', least(now() + make_interval(hours => event.offer_hours), event.starts_at - make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS}))) as ends
      where registration.event_id = any(${eventIds}::uuid[]) and registration.submission_id = ${submissionId} and registration.status = 'offered' and event.cancelled_at is null
      order by event.starts_at, event.id`;
    const ahead = rows.filter(({ hasEventBegun }) => !hasEventBegun);
    const late = ahead.filter(({ isTooLateForOffer }) => isTooLateForOffer).map(({ eventId }) => ({ eventId, submissionId }));
    await changeStatus(w, seriesId, late, { status: 'confirmed', kind: 'promoted' });
    const ends = new Map(ahead.filter((offer) => !offer.isTooLateForOffer).map((offer) => [offer.eventId, offer.ends]));
    for (const [eventId, end] of ends) {
      const entry = w.updateTable('waiting_entries').set({ offer_ends_at: end }).where('event_id', '=', eventId);
      await entry.where('submission_id', '=', submissionId).execute();
      await sql`
        update registration_changes as change set details = change.details || ${JSON.stringify({ until: end.toISOString() })}::jsonb
        from (${changesOfMail(changeId)}) as made where change.id = made.id and made.event_id = ${eventId}`.execute(w);
    }
    if (ends.size > 0) return ends;
    if (rows.length === 0) return 'withdrawn';
    return late.length > 0 ? 'too-late' : 'begun';
  });
}

/** Clears the ends if the mail was not sent: offers that nobody knows about do not end. */
export async function clearOfferEnds(deps: WriteDeps, changeId: string): Promise<void> {
  await write(deps, SERVER, (w) =>
    sql`
      update waiting_entries as entry set offer_ends_at = null from (${changesOfMail(changeId)}) as made
      where entry.event_id = made.event_id and entry.submission_id = made.submission_id and entry.offer_ends_at = made.until`.execute(w),
  );
}

/** Before a cancelled event is reinstated: puts those whose offers' mails have not left back on its list, if that promotes automatically. Requires `lockForm`. */
export async function withdrawUnsentOffers(w: Write, seriesId: string, eventId: string): Promise<void> {
  if (!w.canMail) return;
  const rows = await rowsOf<RegistrationKey>(w)`
    select event_id as "eventId", submission_id as "submissionId"
    from registrations as registration join waiting_entries as entry using (event_id, submission_id) join events as event on event.id = event_id
    where event_id = ${eventId} and registration.status = 'offered' and entry.offer_ends_at is null and ${HAS_AUTOMATIC_LIST}`;
  await changeStatus(w, seriesId, rows, { status: 'waiting', kind: 'withdrawn', actor: 'automatic', details: { tell: false } });
}

/** Puts someone whom mail cannot reach back on the lists as unreachable, and promotes the next people. */
export async function makeUnreachable(
  deps: WriteDeps,
  seriesId: string,
  { submissionId, eventIds }: Pick<MailedOffers, 'submissionId' | 'eventIds'>,
  isHeldBack = false,
): Promise<void> {
  await write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    const ofPerson = w.selectFrom('registrations').select(['event_id as eventId', 'submission_id as submissionId']);
    const asked = ofPerson.where('submission_id', '=', submissionId).where('event_id', 'in', eventIds);
    const offered = await asked.where('status', '=', 'offered').execute();
    const unreachable = { status: 'waiting', isUnreachable: true, isHeldBack } as const;
    await changeStatus(w, seriesId, offered, { ...unreachable, kind: 'withdrawn', details: { tell: false } });
    const offeredIds = offered.map(({ eventId }) => eventId);
    await promoteWaiting(w, seriesId, offeredIds);
  });
}
