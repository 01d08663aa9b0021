import { type RawBuilder, sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { type Db, numberOf, type Tx, valuesOf } from '#server/db/connection.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { nextPart, scriptDeps, SERVER, write, type WriteDeps } from '#server/write.ts';
import { repairAttendance } from './attendance.ts';
import { PLACE_COUNTS } from './places.ts';

/*
 * The dashboard reads stored counters. Per series, `address_counts` has the confirmed registrations of each address in visible events, and `form_counts`
 * the number of such addresses; of a marketing form it has the submissions. After a very large event is shown or hidden the worker recounts, in parts.
 *
 * A staff command that changes events, addresses or rows holds the series alone (`lockForm`), and may lock its rows in any order. A sign-up holds it
 * shared until its commit (`lockFormShared`). Transactions that hold it shared or not lock in this order: events, event_places (by event), submissions,
 * registrations, waiting_entries, address_counts (by series and address), form_counts, registration_changes, submission_steps (by id).
 */

/** Parts of a statement that count the registrations of `gained` (form_id, email_key, registrations). */
export const RAISE_COUNTERS = `
  -- An address has a row only while it has registrations, so an inserted row (xmax = 0) is one more address.
  raised as (
    insert into address_counts (form_id, email_key, registrations)
    select form_id, email_key, registrations from gained where registrations > 0 order by form_id, email_key
    on conflict (form_id, email_key) do update set registrations = address_counts.registrations + excluded.registrations
    returning form_id, xmax = 0 as is_new
  ),
  -- A series counts its addresses.
  counted as (
    insert into form_counts (form_id, signups)
    select form_id, count(*) from raised where is_new group by form_id
    on conflict (form_id) do update set signups = form_counts.signups + excluded.signups
  )`;

/** Recounts these addresses' registrations after their rows or their events' visibility changed. Requires `lockForm`. @returns how many counters changed */
export const recountAddresses = (tx: Tx, seriesId: string, emailKeys: readonly string[]): Promise<number> => numberOf(tx)`
  with counted as (
    select given.email_key, count(events.id)::integer as registrations
    from (select distinct unnest(${emailKeys}::text[]) as email_key) as given
    left join submissions on submissions.form_id = ${seriesId} and submissions.email_key = given.email_key
    left join registrations as registration on registration.submission_id = submissions.id and registration.status = 'confirmed'
    left join events on events.id = registration.event_id and events.is_on_form
    group by given.email_key
  ),
  gone as (
    delete from address_counts as a using counted
    where a.form_id = ${seriesId} and a.email_key = counted.email_key and counted.registrations = 0
    returning 1
  ),
  raised as (
    insert into address_counts as a (form_id, email_key, registrations)
    select ${seriesId}::uuid, email_key, registrations from counted where registrations > 0 order by email_key
    on conflict (form_id, email_key) do update set registrations = excluded.registrations where a.registrations <> excluded.registrations
    returning xmax = 0 as is_new
  ),
  change as (select (select count(*) from raised where is_new) - (select count(*) from gone) as signups),
  summed as (
    insert into form_counts (form_id, signups)
    select ${seriesId}::uuid, greatest(0, signups) from change where signups <> 0
    on conflict (form_id) do update set signups = form_counts.signups + (select signups from change)
  )
  select (select count(*) from raised) + (select count(*) from gone) as changed`;

const PLACES_OF = sql`
  select ${PLACE_COUNTS}, coalesce(max(entry.list_order), 0) as last_order
  from registrations as registration left join waiting_entries as entry using (event_id, submission_id)
  where registration.event_id = event.id`;

/** Brings the counters of these events in line with their settings: one for each limited event. Requires `lockForm`, or that the events are new. */
export async function fitPlaces(tx: Tx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    delete from event_places using events as event
    where event_places.event_id = event.id and event.id = any(${eventIds}::uuid[]) and not event.closes_when_full`.execute(tx);
  await sql`
    insert into event_places (event_id, form_id, capacity, has_list, taken, waiting, unreachable, last_order)
    select event.id, event.form_id, event.maximum_participants, event.waiting_list <> 'off', counted.*
    from events as event cross join lateral (${PLACES_OF}) as counted
    where event.id = any(${eventIds}::uuid[]) and event.closes_when_full
    order by event.id
    on conflict (event_id) do update set capacity = excluded.capacity, has_list = excluded.has_list`.execute(tx);
}

/** Recounts the places of a series' limited events. Requires `lockForm`. @returns the events whose counts were wrong */
const recountPlaces = (tx: Tx, seriesId: string): Promise<string[]> => valuesOf<string>(tx)`
  update event_places as places set taken = counted.taken, waiting = counted.waiting, unreachable = counted.unreachable
  from events as event cross join lateral (${PLACES_OF}) as counted
  where event.id = places.event_id and event.form_id = ${seriesId}
    and (places.taken, places.waiting, places.unreachable) <> (counted.taken, counted.waiting, counted.unreachable)
  returning places.event_id`;

/** Adds to the counter of a marketing form; `difference` may be negative. */
export async function changeFormCounter(tx: Tx, formId: string, difference: number): Promise<void> {
  if (difference === 0) return;
  // The table's check also applies to a row that is not inserted because of the conflict.
  await sql`
    insert into form_counts as stored (form_id, signups) values (${formId}, greatest(0, ${difference}::integer))
    on conflict (form_id) do update set signups = stored.signups + ${difference}`.execute(tx);
}

/** How many addresses are counted in one transaction, during which the series' sign-ups wait: a few hundredths of a second. */
const BATCH = 1_000;

/** What was wrong with one series or marketing form. */
export interface CounterCorrection extends FormRef {
  readonly title: string;
  /** The stored total of people or submissions, and the correct one; equal if only parts of it were wrong. */
  readonly was: number;
  readonly is: number;
  readonly wrongAddresses: number;
  readonly wrongEvents: readonly string[];
}

type Form = FormRef & Pick<CounterCorrection, 'title'>;

const storedSignUps = (tx: Tx, formId: string): Promise<number> => numberOf(tx)`select signups from form_counts where form_id = ${formId}`;

/** Stores a total counted by `count`, a query for one number. @returns the old total and the new one */
async function storeSignUps(tx: Tx, formId: string, count: RawBuilder<unknown>): Promise<Pick<CounterCorrection, 'was' | 'is'>> {
  const was = await storedSignUps(tx, formId);
  await sql`
    insert into form_counts as stored (form_id, signups) select ${formId}, (${count})
    on conflict (form_id) do update set signups = excluded.signups where stored.signups <> excluded.signups`.execute(tx);
  return { was, is: await storedSignUps(tx, formId) };
}

/** Recounts places and attendance. @returns the events in which they were wrong */
async function repairEvents(tx: Tx, seriesId: string): Promise<string[]> {
  await fitPlaces(tx, await valuesOf<string>(tx)`select id from events where form_id = ${seriesId} order by id`);
  return [...new Set([...(await recountPlaces(tx, seriesId)), ...(await repairAttendance(tx, seriesId))])];
}

/** Recounts the next addresses, from stored counters and submissions. Requires `lockForm`. @returns the last of them, unless none are left */
async function recountPart(tx: Tx, seriesId: string, after: string): Promise<{ changed: number; reached: string | undefined }> {
  // Counters are read only as far as the submissions of this part: an earlier recount may have deleted all of those beyond, which stay in the index until a vacuum.
  const addresses = await valuesOf<string>(tx)`
    with signed_up as materialized (
      select distinct email_key from submissions where form_id = ${seriesId} and email_key > ${after} order by email_key limit ${BATCH}
    ),
    last as materialized (select max(email_key) as email_key from signed_up having count(*) = ${BATCH})
    select email_key from signed_up
    union
    (select email_key from address_counts
    where form_id = ${seriesId} and email_key > ${after} and email_key <= (select email_key from last)
    order by email_key limit ${BATCH})
    union
    (select email_key from address_counts where form_id = ${seriesId} and email_key > ${after} and not exists (select from last)
    order by email_key limit ${BATCH})
    order by email_key limit ${BATCH}`;
  return { changed: await recountAddresses(tx, seriesId, addresses), reached: addresses.length < BATCH ? undefined : addresses.at(-1) };
}

/** Recounts the addresses of events that were shown or hidden: immediately if there are few, otherwise by the worker, since sign-ups wait for it. Requires `lockForm`. */
export async function recountEvents(tx: Tx, seriesId: string, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  const addresses = await valuesOf<string>(tx)`
    select email_key from registrations join submissions on submissions.id = submission_id
    where event_id = any(${eventIds}::uuid[]) limit ${BATCH + 1}`;
  if (addresses.length <= BATCH) await recountAddresses(tx, seriesId, addresses);
  else await sql`insert into recounts (form_id) values (${seriesId}) on conflict (form_id) do update set reached = ''`.execute(tx);
}

/** Recounts the next addresses of one series; notifies open screens at its end. @returns whether there may be more */
export const recountNextPart = (deps: WriteDeps): Promise<boolean> =>
  nextPart(
    deps,
    (db) => db.selectFrom('recounts').select('form_id').orderBy('form_id').limit(1).executeTakeFirst(),
    async (w, { form_id: id }) => {
      const series: FormRef = { kind: 'series', id };
      await lockForm(w, series);
      const recount = await w.selectFrom('recounts').select('reached').where('form_id', '=', id).executeTakeFirst();
      if (recount === undefined) return; // Another worker has finished it in the meantime.
      const { reached } = await recountPart(w, id, recount.reached);
      if (reached === undefined) await w.deleteFrom('recounts').where('form_id', '=', id).execute();
      else await w.updateTable('recounts').set({ reached }).where('form_id', '=', id).execute();
      if (reached === undefined) w.changed({ topic: 'dashboard' }, { topic: topicOf(series) });
    },
  );

async function repairForm(deps: WriteDeps, form: Form): Promise<CounterCorrection | undefined> {
  const { id } = form;
  const isSeries = form.kind === 'series';
  // The total of a series matches its address counters, whose later corrections then change it.
  const counted = isSeries ? sql`address_counts` : sql`submissions`;
  const totals = await write(deps, SERVER, async (w) => {
    if (!(await lockForm(w, form))) return undefined;
    const wrongEvents = isSeries ? await repairEvents(w, id) : [];
    return { ...(await storeSignUps(w, id, sql`select count(*) from ${counted} where form_id = ${id}`)), wrongEvents };
  });
  if (totals === undefined) return undefined;
  let wrongAddresses = 0;
  let difference = 0;
  let after: string | undefined = isSeries ? '' : undefined;
  while (after !== undefined) {
    const from: string = after;
    after = await write(deps, SERVER, async (w) => {
      if (!(await lockForm(w, form))) return undefined;
      const before = await storedSignUps(w, id);
      const { changed, reached } = await recountPart(w, id, from);
      wrongAddresses += changed;
      difference += (await storedSignUps(w, id)) - before;
      return reached;
    });
  }
  return { ...form, ...totals, is: totals.is + difference, wrongAddresses };
}

/** Recounts all stored counters, in batches, while people sign up. @returns the corrections for each series and form, even if there were none */
export async function* repairCounters(db: Db): AsyncGenerator<CounterCorrection> {
  const deps = scriptDeps(db);
  const forms = await db.selectFrom('forms').select(['kind', 'id', 'title']).orderBy('kind', 'desc').orderBy('id').execute();
  for (const form of forms) {
    const found = await repairForm(deps, form);
    if (found !== undefined) yield found;
  }
}

/** `repairCounters` for rows that were inserted without counting them. */
export async function rebuildCounters(db: Db): Promise<void> {
  for await (const correction of repairCounters(db)) void correction;
}
