import { sql } from 'kysely';
import type { PromotedAs } from '#contract/registrations/places.ts';
import { OFFER_ENDS_BEFORE_HOURS, OFFER_MIN_HOURS } from '#contract/rules/offer-time.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { PROMOTES_BY_ITSELF, waitsIn } from './places.ts';
import { recordChanges } from './registration-changes.ts';
import { type RegistrationKey, setStatus } from './registration-status.ts';

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

interface ListedNext {
  readonly seriesId: string;
  readonly eventIds: readonly string[];
  /**
   * How many of each list, whatever the event's settings are. Default: as many as the event has free places, and none where staff give places by
   * hand or the event takes no sign-ups.
   */
  readonly count?: number;
}

/** Who is next, and what the event's own mode gives; staff who promote decide for themselves. */
export type Promoted = RegistrationKey & { readonly as: PromotedAs };

/** Those who are next on the lists of these events, without those who are unreachable, in the order of their lists. */
export async function listNext(tx: Tx, { seriesId, eventIds, count }: ListedNext): Promise<Promoted[]> {
  const { rows } = await sql<Promoted>`
    select event.id as "eventId", next.submission_id as "submissionId",
      case when event.waiting_list = 'offer' and not ${IS_TOO_LATE_FOR_OFFER} then 'offer' else 'confirmed' end as "as"
    from events as event join event_places as places on places.event_id = event.id
    cross join lateral (
      select entry.submission_id, entry.list_order from waiting_entries as entry
      where entry.event_id = event.id and not entry.is_unreachable and ${waitsIn(eventIds)}
      order by entry.list_order limit ${count ?? sql`greatest(places.capacity - places.taken, 0)`}
    ) as next
    where event.id = any(${eventIds}::uuid[]) and event.form_id = ${seriesId} and ${count === undefined ? PROMOTES_BY_ITSELF : sql`true`}
    order by event.id, next.list_order`.execute(tx);
  return rows;
}

/**
 * Gives free places to those who wait for them, or offers them, as the events' settings say. To be called at the end of every transaction that
 * may have freed a place, or let an event take sign-ups again. Requires `lockForm`.
 * @returns those who were promoted, in the order of their lists
 */
export async function promoteWaiting(tx: Tx, { seriesId, eventIds, canMail }: Freed): Promise<Promoted[]> {
  if (!canMail || eventIds.length === 0) return [];
  const next = await listNext(tx, { seriesId, eventIds });
  const offers = next.filter(({ as }) => as === 'offer');
  const places = next.filter(({ as }) => as === 'confirmed');
  await setStatus(tx, seriesId, offers, { status: 'offered' });
  await setStatus(tx, seriesId, places, { status: 'confirmed' });
  await recordChanges(
    tx,
    next.map(({ eventId, submissionId, as }) => ({
      seriesId,
      eventId,
      submissionId,
      kind: as === 'offer' ? 'offered' : 'promoted',
      actor: 'automatic',
    })),
  );
  return next;
}
