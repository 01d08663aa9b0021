import { joinedPart, type LimitedOutcome, type LimitedRow } from './limited-statement.ts';
import { addedPart, INCOMING_COLUMNS, ONE, SERIES, validPart, valuesOfOne } from './sign-up-statement.ts';

const WAITS = `$${INCOMING_COLUMNS.length + 1}::uuid[]`;

/** A chosen limited event: whether it had a place for the sign-up, and how many waited before it. */
interface HeldEvent {
  readonly event_id: string;
  readonly outcome: 'confirmed' | 'waiting' | 'full';
  readonly waiting: number;
}

export interface LoneOutcome {
  readonly is_stored: boolean;
  /** Null without any. */
  readonly held: readonly HeldEvent[] | null;
}

/**
 * Does what `LIMITED_STATEMENT` does, for one sign-up. As nobody beside it can take its places, each chosen event either has one for it or
 * has not, which takes half of the time that is added to a sign-up of other series. Returns a `LoneOutcome`.
 */
export const LONE_LIMITED_STATEMENT = `${validPart(SERIES, ONE)}
  held as materialized (
    select event_id, waiting, last_order, case
      when waiting <= passed_over and taken < capacity then 'confirmed'
      when has_list and event_id = any(${WAITS}) then 'waiting'
      else 'full'
    end as outcome
    from event_places where event_id = any(array(select unnest(events) from valid)) order by event_id for no key update
  ),${addedPart(SERIES.column, `valid where not exists (select from held where outcome = 'full')`)},
  registrations as (
    insert into submission_events (event_id, submission_id, submitted_at, status)
    select chosen.event_id, added.id, added.submitted_at,
      coalesce((select outcome from held where held.event_id = chosen.event_id), 'confirmed')::registration_status
    from added cross join incoming cross join lateral unnest(incoming.events) as chosen (event_id)
  ),
  listed as (
    insert into waiting_entries (event_id, submission_id, list_order)
    select held.event_id, added.id, held.last_order + 1 from added cross join held where held.outcome = 'waiting'
    returning event_id, submission_id
  ),
  ${joinedPart('held.waiting + 1', 'listed join held using (event_id) cross join incoming')},
  placed as (
    update event_places set
      taken = taken + (held.outcome = 'confirmed')::integer,
      waiting = event_places.waiting + (held.outcome = 'waiting')::integer,
      last_order = event_places.last_order + (held.outcome = 'waiting')::integer
    from added cross join held where event_places.event_id = held.event_id
  ),
  addresses as (
    insert into series_addresses (series_id, email_key, places)
    select incoming.owner_id, incoming.email_key, confirmed.count
    from added cross join incoming
    cross join lateral (select cardinality(incoming.events) - count(*) as count from held where outcome = 'waiting') as confirmed
    where confirmed.count > 0
    on conflict (series_id, email_key) do update set places = series_addresses.places + excluded.places
    returning series_id, xmax = 0 as is_new
  ),
  counts as (
    insert into series_counts (series_id, addresses) select series_id, 1 from addresses where is_new
    on conflict (series_id) do update set addresses = series_counts.addresses + excluded.addresses
  )
  select incoming.id, exists (select from added) as is_stored, (select json_agg(held) from held) as held from incoming`;

export const valuesOfLone = (row: LimitedRow): unknown[] => [...valuesOfOne(row), row.waits];

/** What became of the sign-up, told as that of many is. */
export function outcomeOfLone({ id }: LimitedRow, { is_stored: isStored, held }: LoneOutcome): LimitedOutcome {
  const eventsWith = (of: HeldEvent['outcome']) => (held ?? []).filter(({ outcome }) => outcome === of);
  return {
    id,
    is_stored: isStored,
    full: eventsWith('full').map((event) => event.event_id),
    waits: eventsWith('waiting').map(({ event_id: eventId, waiting }) => ({ event_id: eventId, position: waiting + 1 })),
  };
}
