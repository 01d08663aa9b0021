import { sql } from 'kysely';
import type { Cancellation } from '#contract/registrations/waiting-list-calls.ts';
import { IS_NOT_CANCELLED } from '#contract/texts/places.ts';
import * as words from '#contract/texts/words/own-page.ts';
import type { User } from '#contract/user.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { endRegistrations, lockRegistration, type RegistrationPath } from '../end-registration.ts';
import { joinWaitingLists } from '../places.ts';
import { type PlacesDeps, promoteWaiting } from '../promote-waiting.ts';
import { recordChanges } from '../registration-changes.ts';
import { type RegistrationKey, setStatus } from '../registration-status.ts';

/** Cancels a registration. @returns who was promoted @throws AppError `not_found` */
export async function cancelRegistration(
  { db, canMail }: PlacesDeps,
  path: RegistrationPath,
  { tell, note }: Cancellation,
  by: User,
): Promise<readonly RegistrationKey[]> {
  return db.transaction().execute(async (tx) => {
    await lockRegistration(tx, path);
    const details = { tell, reason: 'staff', ...(note === null ? {} : { note }) } as const;
    const change = { kind: 'cancelled', actor: 'staff', actorName: by.displayName, details, canMail } as const;
    return endRegistrations(tx, path.seriesId, [path], change);
  });
}

/** Whether a registration only waited before it was cancelled. */
async function hasOnlyWaited(tx: Tx, { eventId, submissionId }: RegistrationKey): Promise<boolean> {
  const { rows } = await sql<{ waited: boolean }>`
    select kind in ('joined', 'withdrawn') as waited from registration_changes
    where submission_id = ${submissionId} and (event_id = ${eventId} or details -> 'added' ? ${eventId})
      and kind in ('joined', 'offered', 'withdrawn', 'accepted', 'promoted', 'restored', 'events_changed')
    order by at desc, id desc limit 1`.execute(tx);
  return rows[0]?.waited === true;
}

async function hasList(tx: Tx, eventId: string): Promise<boolean> {
  const places = await tx.selectFrom('event_places').select('has_list').where('event_id', '=', eventId).executeTakeFirst();
  return places?.has_list === true;
}

/**
 * Gives a cancelled registration its place back, or who only waited the last position on the list.
 * @returns who was promoted @throws AppError `not_found` or `conflict`
 */
export async function restoreRegistration(
  { db, canMail }: PlacesDeps,
  path: RegistrationPath,
  by: User,
): Promise<readonly RegistrationKey[]> {
  const { seriesId, eventId, submissionId } = path;
  return db.transaction().execute(async (tx) => {
    const { status } = await lockRegistration(tx, path);
    if (status === 'waiting' || status === 'offered') throw new AppError('conflict', IS_NOT_CANCELLED, { current: { status } });
    const change = { seriesId, eventId, submissionId, actor: 'staff', actorName: by.displayName } as const;
    if (status === 'cancelled' && (await hasList(tx, eventId)) && (await hasOnlyWaited(tx, path))) {
      await joinWaitingLists(tx, [eventId], [submissionId]);
      await setStatus(tx, seriesId, [path], { status: 'waiting' });
      await recordChanges(tx, [{ ...change, kind: 'joined' }]);
      return promoteWaiting(tx, { seriesId, eventIds: [eventId], canMail });
    }
    const restored = await setStatus(tx, seriesId, [path], { status: 'confirmed' });
    await recordChanges(
      tx,
      restored.map(() => ({ ...change, kind: 'restored' }) as const),
    );
    return [];
  });
}

/** Takes an offer back; who had it waits again. @throws AppError `not_found` or `conflict` */
export async function withdrawOffer(db: Db, path: RegistrationPath, by: User): Promise<void> {
  const { seriesId, eventId, submissionId } = path;
  await db.transaction().execute(async (tx) => {
    const { status, offerEndsAt, hasEventBegun } = await lockRegistration(tx, path);
    if (status === 'confirmed' || status === 'cancelled') throw new AppError('conflict', words.OFFER_HAS_ENDED, { current: { status } });
    const withdrawn = await setStatus(tx, seriesId, [path], { status: 'waiting' });
    // Who was not sent the offer yet need not hear that it has ended.
    const details = { tell: offerEndsAt !== null && !hasEventBegun };
    const change = { seriesId, eventId, submissionId, kind: 'withdrawn', actor: 'staff', actorName: by.displayName, details } as const;
    await recordChanges(
      tx,
      withdrawn.map(() => change),
    );
  });
}
