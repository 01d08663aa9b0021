import { sql } from 'kysely';
import { HAS_NO_OWN_PAGE } from '#contract/texts/own-page-links.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { isForm } from '#server/forms/stored-form.ts';
import { lockRegistration, type RegistrationPath } from '../end-registration.ts';
import { recordChanges } from '../registration-changes.ts';
import { createToken, revokeTokens } from '../registration-tokens.ts';

interface StaffLink {
  /** Whether all other links of the submission end. */
  readonly revoke: boolean;
  /** Whether it is mailed, and not answered. */
  readonly send: boolean;
}

/** As in mails (`hasLink` of `jobs/mails/registered-events.ts`). */
async function hasLinks(tx: Tx, { seriesId, submissionId }: RegistrationPath): Promise<boolean> {
  const { rows } = await sql`
    select from forms where ${isForm({ kind: 'series', id: seriesId })} and (own_pages
      or exists (select from registrations where submission_id = ${submissionId} and status in ('waiting', 'offered')))`.execute(tx);
  return rows.length > 0;
}

/**
 * Makes one more link to the own page of a submission, for staff.
 * @returns its token; null when it is mailed, since each mail gets a token of its own
 * @throws AppError `not_found`, or `conflict` when there are no links to it
 */
export async function makeLink(db: Db, path: RegistrationPath, { revoke, send }: StaffLink, actorName: string): Promise<string | null> {
  const { seriesId, submissionId } = path;
  return db.transaction().execute(async (tx) => {
    await lockRegistration(tx, path);
    if (!(await hasLinks(tx, path))) throw new AppError('conflict', HAS_NO_OWN_PAGE);
    if (revoke) await revokeTokens(tx, submissionId);
    if (!send) return createToken(tx, submissionId);
    await recordChanges(tx, [{ seriesId, submissionId, eventId: null, kind: 'link', actor: 'staff', actorName }]);
    return null;
  });
}
