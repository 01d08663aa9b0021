import type { Db } from '#server/db/connection.ts';
import { lockRegistration, type RegistrationPath } from '#server/writes/end-registration.ts';
import { recordChanges } from '#server/writes/registration-changes.ts';
import { createToken, revokeTokens } from '#server/writes/registration-tokens.ts';

interface StaffLink {
  /** Whether all other links of the submission end. */
  readonly revoke: boolean;
  /** Whether it is mailed, and not answered. */
  readonly send: boolean;
}

/**
 * Makes one more link to the own page of a submission, for staff.
 * @returns its token; null when it is mailed, since each mail gets a token of its own
 * @throws AppError `not_found`
 */
export async function makeLink(db: Db, path: RegistrationPath, { revoke, send }: StaffLink, actorName: string): Promise<string | null> {
  const { seriesId, submissionId } = path;
  return db.transaction().execute(async (tx) => {
    await lockRegistration(tx, path);
    if (revoke) await revokeTokens(tx, submissionId);
    if (!send) return createToken(tx, submissionId);
    await recordChanges(tx, [{ seriesId, submissionId, eventId: null, kind: 'link', actor: 'staff', actorName }]);
    return null;
  });
}
