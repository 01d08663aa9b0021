import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

/** Confirmation mails to one address within an hour; more would make the form a way to flood a stranger (decision 32). */
export const CONFIRMATIONS_AN_HOUR = 3;

/** Two that look for a place at the same time may find the same one; the slower looks again. */
const LOOKS = CONFIRMATIONS_AN_HOUR + 1;

const digestOf = (emailKey: string): Buffer => createHash('sha256').update(emailKey).digest();

/**
 * Takes one of the three places that an address has within an hour. The same sign-up again keeps its place.
 * @returns false when all are taken
 */
export async function takePlace(db: Db, emailKey: string, submissionId: string): Promise<boolean> {
  const digest = digestOf(emailKey);
  for (let look = 1; look <= LOOKS; look += 1) {
    const { rows } = await sql<{ is_mine: boolean | null; is_full: boolean }>`
      with fresh as (
        select place, submission_id from confirmations where email_digest = ${digest} and sent_at > now() - interval '1 hour'
      ), taken as (
        insert into confirmations as c (email_digest, place, submission_id)
        select ${digest}::bytea, place, ${submissionId}::uuid from generate_series(1, ${CONFIRMATIONS_AN_HOUR}::int) as place
        where place not in (select fresh.place from fresh) and not exists (select from fresh where submission_id = ${submissionId})
        order by place limit 1
        on conflict (email_digest, place) do update set submission_id = excluded.submission_id, sent_at = now()
          where c.sent_at <= now() - interval '1 hour'
        returning 1
      )
      select exists (select from taken) or exists (select from fresh where submission_id = ${submissionId}) as is_mine,
        (select count(*) from fresh) >= ${CONFIRMATIONS_AN_HOUR} as is_full`.execute(db);
    if (rows[0]?.is_mine === true) return true;
    if (rows[0]?.is_full === true) return false;
  }
  return false;
}

/** Forgets places that are free again; for the worker's hourly cleaning. */
export async function purgeConfirmations(db: Db): Promise<void> {
  await sql`delete from confirmations where sent_at <= now() - interval '1 hour'`.execute(db);
}
