import { sql } from 'kysely';
import type { ChangedValue } from '#contract/rules/event-changes.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/own-page.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { inBatches } from '#server/db/delete-in-batches.ts';
import { PREPARED } from '#server/db/prepared.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { KEY_LIFETIME_HOURS } from '#server/idempotency.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import { firstAnswer } from '../changes.ts';
import { changesInWords, mergeAnswers, sentAnswers } from '../edits.ts';
import { deleteRegistrations } from '../places.ts';

/** Rows that one statement of the hourly cleaning deletes. */
const BATCH = 1_000;

/** Keeps what a sign-up was answered, so that the same key gets the same answer for every address. */
export async function keepFirstAnswer(tx: Tx, submissionId: string): Promise<void> {
  await sql`${PREPARED}
    update submissions set first_answer = ${firstAnswer(sql`submissions.id`)}
    where id = ${submissionId} and idempotency_key is not null`.execute(tx);
}

/**
 * Takes all registrations and all personal data from a sign-up. Its id, key and first answer stay until the key is forgotten; without an
 * address it is in no list and no count. Requires `lockForm`.
 * @returns the limited events in which a place may have become free
 */
export async function emptySignUp(tx: Tx, submissionId: string): Promise<string[]> {
  const eventIds = await deleteRegistrations(tx, [submissionId]);
  await sql`
    with changes as (delete from registration_changes where submission_id = ${submissionId}),
    tokens as (delete from registration_tokens where submission_id = ${submissionId}),
    steps as (delete from submission_steps where submission_id = ${submissionId})
    update submissions set first_name = '', last_name = '', job_title = '', organisation = '', email = '', email_key = '',
      accepts_marketing = false, message = null, answers = '{}', source = '{}', awaiting_fan_out = false
    where id = ${submissionId}`.execute(tx);
  return eventIds;
}

/** Deletes emptied sign-ups whose key is forgotten; for the hourly cleaning. They are found by the index of addresses of each series. */
export async function purgeEmptied(db: Db): Promise<void> {
  await inBatches(
    db,
    BATCH,
    (max) => sql`
      delete from submissions where id = any(array(
        select emptied.id from forms as series cross join lateral (
          select id from submissions
          where form_id = series.id and email_key = '' and submitted_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) offset 0
        ) as emptied limit ${max}))`,
  );
}

/** The labels of all questions that the series asks or asked. */
async function listLabels(tx: Tx, seriesId: string | null): Promise<{ name: string; label: string }[]> {
  const { rows } = await sql<{ name: string; label: string }>`
    select key as name, label from form_fields where form_id = ${seriesId}
    union all select key, label from deleted_fields where form_id = ${seriesId}`.execute(tx);
  return rows;
}

/** Writes a repeat's values into the earlier sign-up; what it leaves blank, the address and given consent stay. @returns what changed, in words */
export async function updateEarlier(tx: Tx, earlierId: string, repeat: SubmissionRow): Promise<ChangedValue[]> {
  const earlier = await tx.selectFrom('submissions').selectAll().where('id', '=', earlierId).forUpdate().executeTakeFirstOrThrow();
  const { first_name, last_name, job_title, organisation } = repeat;
  const details = Object.fromEntries(
    Object.entries({ first_name, last_name, job_title, organisation }).filter(([, value]) => value !== ''),
  );
  const columns = { ...details, ...(repeat.accepts_marketing ? { accepts_marketing: true } : {}) };
  const answers = new Map(Object.entries(repeat.answers).filter(([, answer]) => answer !== ''));
  const sent = [...sentFields(earlier, columns), ...sentAnswers(earlier, answers)];
  const accepted = checkEdit(earlier, sent, undefined);
  if (accepted === undefined) return [];
  await tx
    .updateTable('submissions')
    .set({ ...columns, answers: mergeAnswers(earlier, answers), ...accepted.versions })
    .where('id', '=', earlierId)
    .execute();
  return changesInWords({ changed: accepted.changed, sent, fields: await listLabels(tx, repeat.form_id) });
}

/** The titles of the events of a sign-up that stand, as one text. */
async function titlesOf(tx: Tx, submissionId: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select event.title from registrations as registration join events as event on event.id = registration.event_id
    where registration.submission_id = ${submissionId} and registration.status <> 'cancelled'
    order by event.starts_at nulls last, event.id`.execute(tx);
  return pageWords.titlesAsAnswer(rows.map(({ title }) => title));
}

/** Moves registrations with their history to another sign-up of the address; counters stay as they are. Requires `lockForm`. @returns the events before and now */
export async function moveRegistrations(
  tx: Tx,
  eventIds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ChangedValue> {
  const before = await titlesOf(tx, to);
  const isMoved = sql`event_id = any(${eventIds}::uuid[]) and submission_id = ${from}`;
  // A cancelled registration of the other sign-up would have the same key.
  await sql`delete from registrations where event_id = any(${eventIds}::uuid[]) and submission_id = ${to}`.execute(tx);
  await sql`
    update registrations set submission_id = ${to}, submitted_at = (select submitted_at from submissions where id = ${to})
    where ${isMoved}`.execute(tx);
  await sql`update waiting_entries set submission_id = ${to} where ${isMoved}`.execute(tx);
  await sql`
    with moved as (update registration_changes set submission_id = ${to} where ${isMoved} returning id)
    update submission_steps set submission_id = ${to} from moved where submission_steps.submission_id = ${from} and change_id = moved.id`.execute(
    tx,
  );
  return { label: formWords.EVENTS_LABEL, before, now: await titlesOf(tx, to) };
}
