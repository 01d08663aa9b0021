import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/connection.ts';
import { inBatches } from '#server/db/delete-in-batches.ts';
import { PREPARED } from '#server/db/prepared.ts';
import { KEY_LIFETIME_HOURS } from '#server/idempotency.ts';
import { firstAnswer } from '../changes.ts';
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
