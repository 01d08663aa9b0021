import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

const TOKEN_BYTES = 16;
const TOKEN_SHAPE = /^[\w-]{22}$/;
/** Of one submission; with more the oldest ends. */
const TOKENS_MAX = 20;
const DAYS_AFTER_LAST_EVENT = 90;

const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Whether the last event of `registration_tokens.submission_id` ended long ago; never while one has no date. */
const HAS_ENDED = sql<boolean>`not exists (
  select from submission_events as registration join events as event on event.id = registration.event_id
  where registration.submission_id = registration_tokens.submission_id
    and coalesce(event.ends_at, event.starts_at, 'infinity') > now() - make_interval(days => ${DAYS_AFTER_LAST_EVENT}))`;

/** Makes one more token for the own page of a submission; only its digest is stored. */
export async function createToken(db: Db, submissionId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await sql`
    with added as (insert into registration_tokens (token_hash, submission_id) values (${digestOf(token)}, ${submissionId}))
    delete from registration_tokens where token_hash = any(array(
      select token_hash from registration_tokens where submission_id = ${submissionId} order by created_at desc offset ${TOKENS_MAX - 1}))`.execute(
    db,
  );
  return token;
}

/** The submission of a token; undefined when it is unknown, was revoked or has ended. */
export async function findByToken(db: Db, token: string): Promise<string | undefined> {
  if (!TOKEN_SHAPE.test(token)) return undefined;
  const { rows } = await sql<{ submission_id: string }>`
    select submission_id from registration_tokens where token_hash = ${digestOf(token)} and not ${HAS_ENDED}`.execute(db);
  return rows[0]?.submission_id;
}

/** Ends all links to the own page of a submission. */
export async function revokeTokens(tx: Tx, submissionId: string): Promise<void> {
  await tx.deleteFrom('registration_tokens').where('submission_id', '=', submissionId).execute();
}

/** Deletes tokens that have ended; for the hourly cleaning. */
export async function purgeTokens(db: Db): Promise<void> {
  // Those of past events are kept until they are old themselves, which keeps the cleaning off the newest.
  const isOld = sql`created_at < now() - make_interval(days => ${DAYS_AFTER_LAST_EVENT})`;
  await deleteInBatches(db, { table: 'registration_tokens', where: sql<boolean>`${isOld} and ${HAS_ENDED}`, by: 'created_at' });
}
