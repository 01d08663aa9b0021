import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeActor, ChangeDetails } from '#contract/registrations/registration-changes.ts';
import type { Tx } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { lockForm } from '#server/forms/stored-form.ts';
import { EVENT_TIMING, type EventTiming, type PlacesDeps, promoteWaiting } from './promote-waiting.ts';
import { recordChanges } from './registration-changes.ts';
import { type RegistrationKey, setStatus } from './registration-status.ts';

export interface RegistrationPath extends RegistrationKey {
  readonly seriesId: string;
}

/** A registration as it stands in this transaction. */
export interface LockedRegistration extends EventTiming {
  readonly status: RegistrationStatus;
  readonly offerEndsAt: Date | null;
  /** Whether its offer's time is over at the start of the transaction. */
  readonly hasOfferEnded: boolean;
}

/** Locks the series of a registration, then reads it. @throws AppError `not_found` when the three do not belong together */
export async function lockRegistration(tx: Tx, { seriesId, eventId, submissionId }: RegistrationPath): Promise<LockedRegistration> {
  const isSeriesThere = await lockForm(tx, { kind: 'series', id: seriesId });
  const { rows } = await sql<LockedRegistration>`
    select registration.status, entry.offer_ends_at as "offerEndsAt", coalesce(entry.offer_ends_at <= now(), false) as "hasOfferEnded",
      ${EVENT_TIMING}
    from registrations as registration join events as event on event.id = registration.event_id
    left join waiting_entries as entry using (event_id, submission_id)
    where registration.event_id = ${eventId} and registration.submission_id = ${submissionId} and event.form_id = ${seriesId}`.execute(tx);
  const [registration] = rows;
  if (!isSeriesThere || registration === undefined) throw notFound('Submission');
  return registration;
}

interface Ending extends Pick<PlacesDeps, 'canMail'> {
  readonly kind: 'cancelled' | 'declined' | 'expired';
  readonly actor: ChangeActor;
  readonly actorName?: string | undefined;
  readonly details?: ChangeDetails;
  /** Of one person: the mail and messages of the first name all, and the others have none. */
  readonly toldAtOnce?: boolean;
}

function ofMany({ details }: Pick<Ending, 'details'>, ended: readonly RegistrationKey[], index: number): ChangeDetails {
  if (ended.length === 1) return { ...details };
  return index === 0 ? { ...details, left: ended.map(({ eventId }) => eventId) } : { ...details, tell: false, with_first: true };
}

/**
 * Cancels registrations of a series, for whatever reason, and promotes who is next. Those that are cancelled already stay as they are.
 * Requires `lockForm`.
 * @returns who was promoted
 */
export async function endRegistrations(
  tx: Tx,
  seriesId: string,
  registrations: readonly RegistrationKey[],
  { canMail, toldAtOnce = false, ...change }: Ending,
): Promise<RegistrationKey[]> {
  const ended = await setStatus(tx, seriesId, registrations, { status: 'cancelled' });
  await recordChanges(
    tx,
    ended.map((registration, index) => ({
      seriesId,
      ...registration,
      ...change,
      ...(toldAtOnce && { details: ofMany(change, ended, index) }),
    })),
  );
  return promoteWaiting(tx, { seriesId, eventIds: [...new Set(ended.map(({ eventId }) => eventId))], canMail });
}
