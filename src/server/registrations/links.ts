import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { NewLink } from '#contract/registrations/registration-calls.ts';
import { HAS_NO_SELF_SERVICE } from '#contract/texts/self-service-links.ts';
import { type Db, hasRows, rowOf, type Tx } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, orNotFound } from '#server/errors.ts';
import { readSelfService } from '#server/form-store/form-rows.ts';
import { type FullMailbox, HELD_MAX_MS, reserveMail } from '#server/steps/mail-limits.ts';
import { digestOfToken, newAccessToken } from '#server/tokens/access-token.ts';
import type { RegistrationPath } from '#server/wire-names.ts';
import { type Actor, SERVER, type Write, write, type WriteDeps } from '#server/write.ts';
import { recordChanges } from './changes.ts';
import { readLockedRegistration } from './status.ts';

/** The most tokens of one submission. A further one ends the oldest, since strangers may ask for any number; none ends while it can undo a change. */
const TOKENS_MAX = 20;
const DAYS_AFTER_LAST_EVENT = 90;

/** Whether the last event of `registration_tokens.submission_id` ended long ago; never if one has no date. */
const HAS_ENDED = sql<boolean>`not exists (
  select from registrations as registration join events as event on event.id = registration.event_id
  where registration.submission_id = registration_tokens.submission_id
    and coalesce(event.ends_at, event.starts_at, 'infinity') > now() - make_interval(days => ${DAYS_AFTER_LAST_EVENT}))`;

/** Makes another token for a submission's self-service page and stores its digest. @returns undefined if it was deleted or has another address */
export async function createTokenFor(db: Db, submissionId: string, emailKey: string | null): Promise<string | undefined> {
  const { token, digest } = newAccessToken();
  // With the lock, a correction of the address, which ends all tokens, happens entirely before or after this.
  const isAdded = await hasRows(db)`
    with person as (
      select id from submissions where id = ${submissionId} and (${emailKey}::text is null or email_key = ${emailKey}) for share
    ), added as (
      insert into registration_tokens (token_hash, submission_id) select ${digest}::bytea, id from person returning 1
    ), ended as (
      delete from registration_tokens where token_hash = any(array(
        select token_hash from registration_tokens where submission_id = (select id from person) order by created_at desc offset ${TOKENS_MAX - 1}))
        and not exists (
          select from repeat_undos as undo join registration_changes as change on change.id = undo.change_id
          where change.submission_id = registration_tokens.submission_id and undo.ends_at > now())
    )
    select from added`;
  return isAdded ? token : undefined;
}

/** As above, whatever the submission's address. @throws AppError `not_found` */
export const createToken = async (db: Db, submissionId: string): Promise<string> =>
  orNotFound(await createTokenFor(db, submissionId, null), 'Submission');

/** Deletes tokens that were not sent to anyone. */
export async function deleteTokens(db: Db, tokens: readonly string[]): Promise<void> {
  const digests = tokens.flatMap((token) => digestOfToken(token) ?? []);
  if (digests.length > 0) await db.deleteFrom('registration_tokens').where('token_hash', 'in', digests).execute();
}

/** The sign-up that a token opens; undefined if it is unknown, was revoked or has ended. */
export async function findByToken(db: Db, token: string): Promise<Omit<RegistrationPath, 'eventId'> | undefined> {
  const digest = digestOfToken(token);
  if (digest === undefined) return undefined;
  return rowOf<Omit<RegistrationPath, 'eventId'>>(db)`
    select submission_id as "submissionId", form_id as "seriesId" from registration_tokens join submissions on id = submission_id
    where token_hash = ${digest} and not ${HAS_ENDED}`;
}

/** Ends all links to the self-service page of a submission. */
export async function revokeTokens(tx: Tx, submissionId: string): Promise<void> {
  await tx.deleteFrom('registration_tokens').where('submission_id', '=', submissionId).execute();
}

/** Deletes tokens that have ended; for the hourly cleanup. */
export async function purgeTokens(db: Db): Promise<void> {
  // Links to past events are kept until they are old themselves, so that the cleanup skips the newest.
  const isOld = sql`created_at < now() - make_interval(days => ${DAYS_AFTER_LAST_EVENT})`;
  await deleteInBatches(db, { table: 'registration_tokens', where: sql<boolean>`${isOld} and ${HAS_ENDED}`, by: 'created_at' });
}

interface Linked {
  readonly hasSelfService: boolean;
  readonly events: readonly { readonly status: RegistrationStatus }[];
}

/** Whether a person has links to a self-service page: in a series with self-service pages everyone does, elsewhere people who wait or have an offer. */
export const hasLink = ({ hasSelfService, events }: Linked): boolean =>
  hasSelfService || events.some(({ status }) => status === 'waiting' || status === 'offered');

async function hasLinkInSeries(tx: Tx, { seriesId, submissionId }: RegistrationPath): Promise<boolean> {
  const { hasSelfService } = await readSelfService(tx, seriesId);
  const events = await tx.selectFrom('registrations').select('status').where('submission_id', '=', submissionId).execute();
  const { email } = await tx.selectFrom('submissions').select('email').where('id', '=', submissionId).executeTakeFirstOrThrow();
  return email !== '' && hasLink({ hasSelfService, events });
}

/** Makes another link to a self-service page. @returns its token; null if it is mailed, since each mail gets its own @throws AppError `not_found`, or `conflict` where there are no links */
export async function makeLink(deps: WriteDeps, by: Actor, path: RegistrationPath, { revoke, send }: NewLink): Promise<string | null> {
  const { seriesId, submissionId } = path;
  return write(deps, by, async (w) => {
    const { name: title } = await readLockedRegistration(w, path);
    if (!(await hasLinkInSeries(w, path))) throw new AppError('conflict', HAS_NO_SELF_SERVICE);
    w.did({ about: { type: 'link', id: submissionId, title } });
    if (revoke) await revokeTokens(w, submissionId);
    if (!send) return createToken(w, submissionId);
    await recordChanges(w, [{ seriesId, submissionId, eventId: null, kind: 'link' }]);
    return null;
  });
}

/** Whether a mail with the link is still to be sent; with `isOfAll`, one with the links of all sign-ups of the address. */
const isLinkDue = (tx: Tx, submissionId: string, isOfAll: boolean): Promise<boolean> => hasRows(tx)`
  select from registration_changes as change
  where submission_id = ${submissionId} and kind = 'link' and (details ? 'all' or not ${isOfAll}) and (awaiting_fan_out or exists (
    select from submission_steps where change_id = change.id and step = 'email' and state in ('waiting', 'running')
  )) limit 1`;

/** Records that a link is to be mailed on request: once while the mailbox is over its limit, and not if it would wait too long. @param perHour mails of a series @returns the limit that it waits for */
export async function recordLink(
  w: Write,
  { email, ...link }: Omit<RegistrationPath, 'eventId'> & { readonly email: string },
  perHour: number,
  details?: { readonly all: true },
): Promise<FullMailbox | undefined> {
  const id = newId();
  const reservation = await reserveMail(w, { id, kind: 'link', email, formId: link.seriesId }, perHour);
  const full = typeof reservation === 'object' ? reservation : undefined;
  const isRecorded =
    full === undefined || (full.freeInMs <= HELD_MAX_MS && !(await isLinkDue(w, link.submissionId, details !== undefined)));
  if (isRecorded) await recordChanges(w, [{ id, ...link, eventId: null, kind: 'link', actor: 'visitor', details }]);
  return full;
}

/** Records that the next address that asked for its lost links is to be mailed them, at its latest sign-up; an address without sign-ups is dropped. @returns whether there may be more */
export const mailNextLostLinks = async (deps: WriteDeps, perHour: number): Promise<boolean> =>
  write(deps, SERVER, async (w) => {
    const asked = await rowOf<{ seriesId: string; submissionId: string | null; email: string }>(w)`
      with asked as (
        delete from lost_links where id = (select id from lost_links order by id limit 1 for update skip locked) returning form_id, email_key
      )
      select form_id as "seriesId", email_key as email, (
        select id from submissions as submission where submission.form_id = asked.form_id and submission.email_key = asked.email_key
        order by submitted_at desc, id desc limit 1
      ) as "submissionId" from asked`;
    if (asked === undefined) return false;
    const { submissionId, ...link } = asked;
    if (submissionId !== null) await recordLink(w, { ...link, submissionId }, perHour, { all: true });
    return true;
  });
