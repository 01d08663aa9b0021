import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/connection.ts';
import { recountPlaces } from '#server/db/registrations/places.ts';

/*
 * The dashboard reads stored counters. Per series, `series_addresses` holds the number of confirmed registrations of each address in visible
 * events, as long as it has any, and `series_counts` the number of such addresses.
 *
 * Order of locks, the same in every transaction: the series (`lockForm`, `lockFormShared`), then events, event_places (by event),
 * submissions, submission_events, waiting_entries, series_addresses (by series and address), series_counts, registration_changes,
 * submission_steps (by submission and step).
 * A sign-up holds the series shared until it commits, a staff command that changes events, addresses or rows holds it alone, so
 * nothing changes between counting and writing.
 */

/** The registrations by which the counter of each address changes. */
type Registrations = RawBuilder<{ email_key: string; places: number }>;

export const registrationsForEvent = (eventId: string): Registrations => sql`
  select submissions.email_key, count(*)::integer as places
  from submission_events join submissions on submissions.id = submission_events.submission_id
  where submission_events.event_id = ${eventId} and submission_events.status = 'confirmed'
  group by submissions.email_key`;

/**
 * Parts of a statement that add the registrations of `gained` (series_id, email_key, places). An address has a row only while it has
 * registrations, so an inserted row (xmax = 0) is one more address.
 */
export const RAISE_COUNTERS = `
  raised as (
    insert into series_addresses (series_id, email_key, places)
    select series_id, email_key, places from gained where places > 0 order by series_id, email_key
    on conflict (series_id, email_key) do update set places = series_addresses.places + excluded.places
    returning series_id, xmax = 0 as is_new
  ),
  counted as (
    insert into series_counts (series_id, addresses)
    select series_id, count(*) from raised where is_new group by series_id
    on conflict (series_id) do update set addresses = series_counts.addresses + excluded.addresses
  )`;

/** Counts confirmed registrations for events that are visible. Requires `lockForm` or `lockFormShared`. */
export async function addRegistrations(tx: Tx, seriesId: string, registrations: Registrations): Promise<void> {
  await sql`
    with gained as (select ${seriesId}::uuid as series_id, given.* from (${registrations}) as given), ${sql.raw(RAISE_COUNTERS)}
    select`.execute(tx);
}

/** For registrations for an event that is hidden. Requires `lockForm`. */
export async function removeRegistrations(tx: Tx, seriesId: string, registrations: Registrations): Promise<void> {
  await sql`
    with lost as (${registrations}),
    lowered as (
      update series_addresses as a set places = a.places - lost.places
      from lost where a.series_id = ${seriesId} and a.email_key = lost.email_key and a.places > lost.places
    ),
    gone as (
      delete from series_addresses as a using lost
      where a.series_id = ${seriesId} and a.email_key = lost.email_key and a.places <= lost.places
      returning 1
    )
    update series_counts set addresses = addresses - (select count(*) from gone)
    where series_id = ${seriesId} and exists (select from gone)`.execute(tx);
}

/**
 * Recounts the registrations of these addresses after their rows were deleted or edited. Requires `lockForm`.
 * @returns how many of the counters were changed
 */
export async function recountAddresses(tx: Tx, seriesId: string, emailKeys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with counted as (
      select given.email_key, count(events.id)::integer as places
      from (select distinct unnest(${emailKeys}::text[]) as email_key) as given
      left join submissions on submissions.series_id = ${seriesId} and submissions.email_key = given.email_key
      left join submission_events as registration on registration.submission_id = submissions.id and registration.status = 'confirmed'
      left join events on events.id = registration.event_id and events.is_on_form
      group by given.email_key
    ),
    gone as (
      delete from series_addresses as a using counted
      where a.series_id = ${seriesId} and a.email_key = counted.email_key and counted.places = 0
      returning 1
    ),
    raised as (
      insert into series_addresses as a (series_id, email_key, places)
      select ${seriesId}::uuid, email_key, places from counted where places > 0 order by email_key
      on conflict (series_id, email_key) do update set places = excluded.places where a.places <> excluded.places
      returning xmax = 0 as is_new
    ),
    change as (select (select count(*) from raised where is_new) - (select count(*) from gone) as addresses),
    summed as (
      insert into series_counts (series_id, addresses)
      select ${seriesId}::uuid, greatest(0, addresses) from change where addresses <> 0
      on conflict (series_id) do update set addresses = series_counts.addresses + (select addresses from change)
    )
    select (select count(*) from raised) + (select count(*) from gone) as changed`.execute(tx);
  return rows[0]?.changed ?? 0;
}

/** Adds to the counter of a marketing form; `difference` may be negative. */
export async function changeFormCounter(tx: Tx, formId: string, difference: number): Promise<void> {
  if (difference === 0) return;
  await tx
    .insertInto('form_counts')
    .values({ form_id: formId, submissions: Math.max(0, difference) }) // The table's check also applies to a row that is not inserted because of the conflict.
    .onConflict((oc) => oc.column('form_id').doUpdateSet((eb) => ({ submissions: eb('form_counts.submissions', '+', difference) })))
    .execute();
}

/** Recounts everything in one transaction that locks all series and forms; for rows inserted as such. Repairs are made in batches (`repair-counters.ts`). */
export async function rebuildCounters(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from event_series order by id for no key update`.execute(tx);
    await sql`select from marketing_forms order by id for no key update`.execute(tx);
    await recountPlaces(tx);
    await sql`delete from series_addresses`.execute(tx);
    await sql`delete from series_counts`.execute(tx);
    await sql`delete from form_counts`.execute(tx);
    await sql`
      insert into series_addresses (series_id, email_key, places)
      select events.series_id, submissions.email_key, count(*)
      from submission_events
      join events on events.id = submission_events.event_id and events.is_on_form
      join submissions on submissions.id = submission_events.submission_id
      where submission_events.status = 'confirmed'
      group by events.series_id, submissions.email_key`.execute(tx);
    await sql`insert into series_counts (series_id, addresses) select series_id, count(*) from series_addresses group by series_id`.execute(
      tx,
    );
    await sql`
      insert into form_counts (form_id, submissions)
      select form_id, count(*) from submissions join marketing_forms on marketing_forms.id = submissions.form_id group by form_id`.execute(
      tx,
    );
  });
}
