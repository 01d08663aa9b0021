import { type RawBuilder, sql } from 'kysely';
import { OFFER_ENDS_BEFORE_HOURS, OFFER_MIN_HOURS } from '#contract/rules/offer-time.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { waitsIn } from '#server/db/registrations/places.ts';
import { recordChanges } from '#server/db/registrations/registration-changes.ts';
import { type RegistrationKey, setStatus } from '#server/db/registrations/registration-status.ts';

/** Whether an `event` begins too soon for an offer. */
const IS_TOO_LATE_FOR_OFFER = sql<boolean>`
  coalesce(event.starts_at <= now() + make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS + OFFER_MIN_HOURS}), false)`;

export interface EventTiming {
  readonly hasEventBegun: boolean;
  /** Whether too little time is left for an offer. */
  readonly isTooLateForOffer: boolean;
}

/** Columns of `EventTiming` of an `event`. */
export const EVENT_TIMING = sql`
  coalesce(event.starts_at <= now(), false) as "hasEventBegun", ${IS_TOO_LATE_FOR_OFFER} as "isTooLateForOffer"`;

/** Who is next on the waiting list of one of these events, in order. */
export const nextOnList = (event: RawBuilder<string>, eventIds: readonly string[]): RawBuilder<{ submission_id: string }> => sql`
  select entry.submission_id, entry.list_order from waiting_entries as entry
  where entry.event_id = ${event} and not entry.is_passed_over and ${waitsIn(eventIds)} order by entry.list_order`;

/** What a command needs by which places may become free. */
export interface PlacesDeps {
  readonly db: Db;
  /** Whether this server sends mail; without it staff promote by hand. */
  readonly canMail: boolean;
}

interface Freed extends Pick<PlacesDeps, 'canMail'> {
  readonly seriesId: string;
  /** The events in which a place may have become free. */
  readonly eventIds: readonly string[];
}

/** Those who are next on the lists of these events, as many as there are free places, in the order of their lists. */
async function listNext(tx: Tx, { seriesId, eventIds }: Freed): Promise<(RegistrationKey & { readonly isOffer: boolean })[]> {
  const { rows } = await sql<RegistrationKey & { readonly isOffer: boolean }>`
    select event.id as "eventId", next.submission_id as "submissionId",
      event.waiting_list = 'offer' and not ${IS_TOO_LATE_FOR_OFFER} as "isOffer"
    from events as event join event_places as places on places.event_id = event.id
    cross join lateral (${nextOnList(sql.ref('event.id'), eventIds)} limit greatest(places.capacity - places.taken, 0)) as next
    where event.id = any(${eventIds}::uuid[]) and event.series_id = ${seriesId} and event.is_on_form
      and event.waiting_list in ('offer', 'direct') and (event.starts_at is null or event.starts_at > now())
    order by event.id, next.list_order`.execute(tx);
  return rows;
}

/**
 * Gives free places to who waits for them, or offers them, as the events' settings say. To be called at the end of every transaction that
 * may have freed a place, or let an event take sign-ups again. Requires `lockForm`.
 * @returns those who were promoted, in the order of their lists
 */
export async function promoteWaiting(tx: Tx, freed: Freed): Promise<RegistrationKey[]> {
  if (!freed.canMail || freed.eventIds.length === 0) return [];
  const { seriesId } = freed;
  const next = await listNext(tx, freed);
  const offers = next.filter(({ isOffer }) => isOffer);
  const places = next.filter(({ isOffer }) => !isOffer);
  await setStatus(tx, seriesId, offers, { status: 'offered' });
  await setStatus(tx, seriesId, places, { status: 'confirmed' });
  await recordChanges(
    tx,
    next.map(({ eventId, submissionId, isOffer }) => ({
      seriesId,
      eventId,
      submissionId,
      kind: isOffer ? 'offered' : 'promoted',
      actor: 'automatic',
    })),
  );
  return next;
}
