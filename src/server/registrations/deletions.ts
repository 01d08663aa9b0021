import { sql } from 'kysely';
import { rowsOf, valuesOf } from '#server/db/connection.ts';
import type { Row } from '#server/db/tables.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { nextPart, type Write, type WriteDeps } from '#server/write.ts';
import { recountAddresses } from './counters.ts';
import { deleteRegistrations } from './places.ts';

/*
 * The row of a deleted form or event is deleted immediately, and triggers record it in `deletions`. Its submissions, which may be many, are removed in parts, the
 * first by the deletion itself, the others by a worker. Until then `isNotDeleted` filters them out.
 */

/** Submissions per transaction: few enough that visitors of the same series hardly have to wait. */
const PART = 250;

/** Deletes submissions with their registrations. Requires `lockForm`. @returns their limited events */
export async function removeSubmissions(w: Write, ids: readonly string[]): Promise<string[]> {
  const eventIds = await deleteRegistrations(w, ids);
  await sql`delete from submissions where id = any(${ids}::uuid[])`.execute(w);
  return eventIds;
}

/** Lets mailings only to people of a deleted event begin or continue, so that they end: they reach nobody. */
async function endMailings(w: Write, eventId: string): Promise<void> {
  await sql`
    with ending as (
      update mailings set begins_at = least(begins_at, now()), stopped_at = null, why = null, judged_part = part
      where event_id = ${eventId} and kind = 'mailing' and ended_at is null and (begins_at > now() or stopped_at is not null) returning id
    ), waiting as (
      select step.id from ending join mailing_people as person on person.mailing_id = ending.id
      join submission_steps as step on step.mailing_person_id = person.id where step.state = 'waiting' order by step.id for update of step
    )
    update submission_steps as step set next_try_at = now() from waiting where step.id = waiting.id`.execute(w);
}

/** Removes registrations of a deleted event, and the submissions that have no other event. */
async function removeFromEvent(w: Write, { id, form_id: seriesId }: Row<'deletions'>): Promise<boolean> {
  // Locked before their steps, as when a mailing is stopped: two orders could deadlock.
  await w.selectFrom('mailings').select('id').where('event_id', '=', id).where('ended_at', 'is', null).orderBy('id').forUpdate().execute();
  const ids = await valuesOf<string>(w)`
    select submission_id from registrations where event_id = ${id}
    order by submitted_at desc, submission_id desc limit ${PART}`;
  await deleteRegistrations(w, ids, id);
  const touched = await rowsOf<{ id: string; email_key: string; is_elsewhere: boolean }>(w)`
    select id, email_key, exists (
      select from registrations as registration join events on events.id = registration.event_id where registration.submission_id = submissions.id
    ) as is_elsewhere
    from submissions where id = any(${ids}::uuid[])`;
  const leftIds = touched.filter((row) => !row.is_elsewhere).map((row) => row.id);
  await removeSubmissions(w, leftIds);
  const addresses = touched.map((row) => row.email_key);
  if (seriesId !== null) await recountAddresses(w, seriesId, addresses);
  if (ids.length < PART) await endMailings(w, id);
  return ids.length === PART;
}

async function removeMailings(w: Write, formId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from mailing_people where ctid = any(array(
      select person.ctid from mailings as mailing join mailing_people as person on person.mailing_id = mailing.id
      where mailing.form_id = ${formId} limit ${PART}))`.execute(w);
  if (Number(numAffectedRows) === PART) return true;
  await w.deleteFrom('mailings').where('form_id', '=', formId).execute();
  return false;
}

async function removeFromForm(w: Write, { id }: Row<'deletions'>): Promise<boolean> {
  const ids = await valuesOf<string>(w)`
    select id from submissions where form_id = ${id} order by submitted_at limit ${PART}`;
  await removeSubmissions(w, ids);
  if (ids.length === PART) return true;
  const { numAffectedRows = 0n } = await sql`
    delete from address_counts where ctid = any(array(select ctid from address_counts where form_id = ${id} limit ${PART}))`.execute(w);
  return Number(numAffectedRows) === PART || removeMailings(w, id);
}

/** Removes the next submissions of a deletion, while sign-ups of the series wait. @returns whether there are more */
export async function removePart(w: Write, deletedId: string): Promise<boolean> {
  const named = await w.selectFrom('deletions').selectAll().where('id', '=', deletedId).executeTakeFirst();
  if (named === undefined) return false;
  const isSeriesThere = await lockForm(w, { kind: 'series', id: named.form_id ?? named.id });
  // Another worker may have finished it in the meantime.
  const deletion = await w.selectFrom('deletions').selectAll().where('id', '=', deletedId).forUpdate().executeTakeFirst();
  if (deletion === undefined) return false;
  // If the series was deleted as well, its own deletion removes the submissions.
  const isMore = deletion.kind === 'event' ? isSeriesThere && (await removeFromEvent(w, deletion)) : await removeFromForm(w, deletion);
  if (!isMore) await w.deleteFrom('deletions').where('id', '=', deletedId).execute();
  return isMore;
}

/** Removes one part of the oldest deletion. @returns whether there may be more */
export const removeNextPart = (deps: WriteDeps): Promise<boolean> =>
  nextPart(
    deps,
    (db) => db.selectFrom('deletions').select('id').orderBy('deleted_at').orderBy('id').limit(1).executeTakeFirst(),
    (w, { id }) => removePart(w, id),
  );
