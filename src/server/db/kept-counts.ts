import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Db } from './connection.ts';
import type { Database } from './tables.ts';

/*
 * The dashboard's counts are kept, not counted (architecture, section 4). Per series, `series_addresses` holds how many event
 * places each address has in visible events, only while it has any, and `series_counts` how many such addresses there are.
 *
 * Order of locks, the same in every transaction: the series' row, then events, submissions, submission_events,
 * series_addresses (by series and address), series_counts. A sign-up holds the series' row shared until it commits, a staff
 * command that changes events, addresses or rows holds it alone: so nothing changes between counting and writing.
 */

type Tx = Transaction<Database>;

/** Event places that one address gains or loses. */
export interface Places {
  /** The address as it is compared (`emailKey` of the contract). */
  readonly emailKey: string;
  readonly places: number;
}

type PlacesQuery = RawBuilder<{ email_key: string; places: number }>;

/**
 * Takes a series for this transaction alone: waits for sign-ups under way and holds back new ones. The first statement of
 * every staff command that shows, hides or deletes events, or changes or deletes submissions.
 * @returns false when there is no such series
 */
export async function lockSeries(tx: Tx, seriesId: string): Promise<boolean> {
  const { rows } = await sql`select from event_series where id = ${seriesId} for no key update`.execute(tx);
  return rows.length > 0;
}

/**
 * Holds off `lockSeries` of others while this transaction adds submissions; sign-ups and other adds go on beside it.
 * Never followed by `lockSeries` or `touchForm` in the same transaction: two that do so would wait for each other.
 * @returns false when there is no such series
 */
export async function shareSeries(tx: Tx, seriesId: string): Promise<boolean> {
  const { rows } = await sql`select from event_series where id = ${seriesId} for share`.execute(tx);
  return rows.length > 0;
}

const placesIn = (places: readonly Places[]): PlacesQuery => sql`
  select email_key, sum(places)::integer as places
  from unnest(${places.map(({ emailKey }) => emailKey)}::text[], ${places.map((place) => place.places)}::integer[]) as given (email_key, places)
  group by email_key`;

const placesOf = (eventId: string): PlacesQuery => sql`
  select submissions.email_key, count(*)::integer as places
  from submission_events join submissions on submissions.id = submission_events.submission_id
  where submission_events.event_id = ${eventId}
  group by submissions.email_key`;

async function raise(tx: Tx, seriesId: string, places: PlacesQuery): Promise<void> {
  // A row of one address exists only while it has places, so a row just inserted (xmax = 0) is an address more.
  await sql`
    with gained as (${places}),
    kept as (
      insert into series_addresses (series_id, email_key, places)
      select ${seriesId}::uuid, email_key, places from gained where places > 0 order by email_key
      on conflict (series_id, email_key) do update set places = series_addresses.places + excluded.places
      returning xmax = 0 as is_new
    )
    insert into series_counts (series_id, addresses)
    select ${seriesId}::uuid, count(*) from kept where is_new having count(*) > 0
    on conflict (series_id) do update set addresses = series_counts.addresses + excluded.addresses`.execute(tx);
}

async function lower(tx: Tx, seriesId: string, places: PlacesQuery): Promise<void> {
  await sql`
    with lost as (${places}),
    lowered as (
      update series_addresses as kept set places = kept.places - lost.places
      from lost where kept.series_id = ${seriesId} and kept.email_key = lost.email_key and kept.places > lost.places
    ),
    gone as (
      delete from series_addresses as kept using lost
      where kept.series_id = ${seriesId} and kept.email_key = lost.email_key and kept.places <= lost.places
      returning 1
    )
    update series_counts set addresses = addresses - (select count(*) from gone)
    where series_id = ${seriesId} and exists (select from gone)`.execute(tx);
}

/** Places in visible events that addresses have gained. Under `lockSeries` or `shareSeries`. */
export const addPlaces = (tx: Tx, seriesId: string, places: readonly Places[]): Promise<void> => raise(tx, seriesId, placesIn(places));

/** Places in visible events that addresses have lost. Under `lockSeries`. */
export const removePlaces = (tx: Tx, seriesId: string, places: readonly Places[]): Promise<void> => lower(tx, seriesId, placesIn(places));

/** For an event that becomes visible: all its places count from now on. Under `lockSeries`. */
export const addPlacesOfEvent = (tx: Tx, seriesId: string, eventId: string): Promise<void> => raise(tx, seriesId, placesOf(eventId));

/** For a visible event that is hidden, or is about to be deleted (before its rows go). Under `lockSeries`. */
export const removePlacesOfEvent = (tx: Tx, seriesId: string, eventId: string): Promise<void> => lower(tx, seriesId, placesOf(eventId));

/** Submissions that a marketing form has gained, or lost when negative. */
export async function changeFormCount(tx: Tx, formId: string, difference: number): Promise<void> {
  if (difference === 0) return;
  await tx
    .insertInto('form_counts')
    .values({ form_id: formId, submissions: Math.max(0, difference) }) // The check of the table is also made of a row that is there.
    .onConflict((oc) => oc.column('form_id').doUpdateSet((eb) => ({ submissions: eb('form_counts.submissions', '+', difference) })))
    .execute();
}

/** Counts everything anew, in one transaction that holds all series and forms: for repair after a hand-made change, and for tests. */
export async function rebuildCounts(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from event_series order by id for no key update`.execute(tx);
    await sql`select from marketing_forms order by id for no key update`.execute(tx);
    await sql`delete from series_addresses`.execute(tx);
    await sql`delete from series_counts`.execute(tx);
    await sql`delete from form_counts`.execute(tx);
    await sql`
      insert into series_addresses (series_id, email_key, places)
      select events.series_id, submissions.email_key, count(*)
      from submission_events
      join events on events.id = submission_events.event_id and events.is_on_form
      join submissions on submissions.id = submission_events.submission_id
      group by events.series_id, submissions.email_key`.execute(tx);
    await sql`insert into series_counts (series_id, addresses) select series_id, count(*) from series_addresses group by series_id`.execute(
      tx,
    );
    await sql`
      insert into form_counts (form_id, submissions)
      select form_id, count(*) from submissions where form_id is not null group by form_id`.execute(tx);
  });
}
