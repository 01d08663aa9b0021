import type { Cancellation } from '#contract/registrations/waiting-list-calls.ts';
import type { Submission } from '#contract/submission.ts';
import { IS_NOT_CANCELLED, OFFER_HAS_ENDED } from '#contract/texts/waiting-list.ts';
import type { User } from '#contract/user.ts';
import type { Db } from '#server/db/connection.ts';
import { recordChanges } from '#server/db/registration-changes.ts';
import { type RegistrationKey, setStatus } from '#server/db/registration-status.ts';
import { AppError } from '#server/errors.ts';
import { getSubmission } from '#server/features/submissions/queries.ts';
import { endRegistrations, lockRegistration, type RegistrationPath } from '#server/writes/end-registration.ts';
import type { PlacesDeps } from '#server/writes/promote-waiting.ts';

/** Cancels a registration. @throws AppError `not_found` */
export async function cancelRegistration(
  { db, canMail }: PlacesDeps,
  path: RegistrationPath,
  { tell, note }: Cancellation,
  by: User,
): Promise<{ submission: Submission; promoted: readonly RegistrationKey[] }> {
  return db.transaction().execute(async (tx) => {
    await lockRegistration(tx, path);
    const details = { tell, reason: 'staff', ...(note === null ? {} : { note }) } as const;
    const change = { kind: 'cancelled', actor: 'staff', actorName: by.displayName, details, canMail } as const;
    const promoted = await endRegistrations(tx, path.seriesId, [path], change);
    return { submission: await getSubmission(tx, path), promoted };
  });
}

/** Gives a cancelled registration its place back. @throws AppError `not_found` or `conflict` */
export async function restoreRegistration(db: Db, path: RegistrationPath, by: User): Promise<Submission> {
  const { seriesId, eventId, submissionId } = path;
  return db.transaction().execute(async (tx) => {
    const { status } = await lockRegistration(tx, path);
    if (status === 'waiting' || status === 'offered') throw new AppError('conflict', IS_NOT_CANCELLED, { current: { status } });
    const restored = await setStatus(tx, seriesId, [path], { status: 'confirmed' });
    const change = { seriesId, eventId, submissionId, kind: 'restored', actor: 'staff', actorName: by.displayName } as const;
    await recordChanges(
      tx,
      restored.map(() => change),
    );
    return getSubmission(tx, path);
  });
}

/** Takes an offer back; who had it waits again. @throws AppError `not_found` or `conflict` */
export async function withdrawOffer(db: Db, path: RegistrationPath, by: User): Promise<Submission> {
  const { seriesId, eventId, submissionId } = path;
  return db.transaction().execute(async (tx) => {
    const { status, offerEndsAt, hasEventBegun } = await lockRegistration(tx, path);
    if (status === 'confirmed' || status === 'cancelled') throw new AppError('conflict', OFFER_HAS_ENDED, { current: { status } });
    const withdrawn = await setStatus(tx, seriesId, [path], { status: 'waiting' });
    // Who was not sent the offer yet need not hear that it has ended.
    const details = { tell: offerEndsAt !== null && !hasEventBegun };
    const change = { seriesId, eventId, submissionId, kind: 'withdrawn', actor: 'staff', actorName: by.displayName, details } as const;
    await recordChanges(
      tx,
      withdrawn.map(() => change),
    );
    return getSubmission(tx, path);
  });
}
