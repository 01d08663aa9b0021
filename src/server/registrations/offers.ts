import { sql } from 'kysely';
import { OFFER_ENDS_BEFORE_HOURS, OFFER_MIN_HOURS } from '#contract/rules/offer-time.ts';
import * as words from '#contract/texts/words/own-page.ts';
import type { Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { lockForm } from '#server/forms/stored-form.ts';
import { endRegistrations, lockRegistration, type RegistrationPath } from './end-registration.ts';
import type { PlacesDeps } from './promote-waiting.ts';
import { recordChanges } from './registration-changes.ts';
import { type RegistrationKey, setStatus } from './registration-status.ts';

/**
 * Takes the offered place, for the person it was offered to. Who has it already is told so once more.
 * @throws AppError `not_found`, or `conflict` with the present status when the offer has ended, even if no worker has processed that yet
 */
export async function acceptOffer(tx: Tx, path: RegistrationPath): Promise<void> {
  const { seriesId, eventId, submissionId } = path;
  const { status, hasOfferEnded } = await lockRegistration(tx, path);
  if (status === 'confirmed') return;
  if (status !== 'offered' || hasOfferEnded) throw new AppError('conflict', words.OFFER_HAS_ENDED, { current: { status } });
  await setStatus(tx, seriesId, [path], { status: 'confirmed' });
  await recordChanges(tx, [{ seriesId, eventId, submissionId, kind: 'accepted', actor: 'visitor' }]);
}

/**
 * Gives the offered place up, for the person it was offered to. Who has given it up already is told so once more.
 * @returns who was promoted
 * @throws AppError `not_found`, or `conflict` with the present status when there is no offer
 */
export async function declineOffer(tx: Tx, path: RegistrationPath, { canMail }: Pick<PlacesDeps, 'canMail'>): Promise<RegistrationKey[]> {
  const { status } = await lockRegistration(tx, path);
  if (status === 'waiting' || status === 'confirmed') throw new AppError('conflict', words.OFFER_HAS_ENDED, { current: { status } });
  return endRegistrations(tx, path.seriesId, [path], { kind: 'declined', actor: 'visitor', details: { reason: 'declined' }, canMail });
}

/** After the date of an event was edited, its offers end two hours before it at the latest, but not within the next hour; without a date they keep their end. Requires `lockForm`. */
export async function shortenOffers(tx: Tx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    update waiting_entries as entry set offer_ends_at = latest.end_at
    from events as event cross join lateral (
      select date_trunc('minute', greatest(
        event.starts_at - make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS}), now() + make_interval(hours => ${OFFER_MIN_HOURS}, mins => 1)
      )) as end_at
    ) as latest
    where event.id = any(${eventIds}::uuid[]) and event.starts_at is not null
      and entry.event_id = event.id and entry.offer_ends_at > latest.end_at`.execute(tx);
}

/** After a pause, in which nobody can be told, gives offers that stood when it began the time they had left; `shortenOffers` holds for them too. */
export async function extendOffers(tx: Tx, since: Date): Promise<void> {
  const { rows } = await sql<{ form_id: string; event_id: string }>`
    select distinct event.form_id, entry.event_id from waiting_entries as entry join events as event on event.id = entry.event_id
    where entry.offer_ends_at > ${since} and coalesce(event.starts_at > now(), true) order by event.form_id`.execute(tx);
  for (const id of new Set(rows.map(({ form_id: seriesId }) => seriesId))) await lockForm(tx, { kind: 'series', id });
  const eventIds = rows.map(({ event_id: eventId }) => eventId);
  await sql`
    update waiting_entries set offer_ends_at = date_trunc('minute', offer_ends_at + (now() - ${since}::timestamptz) + interval '1 minute')
    where event_id = any(${eventIds}::uuid[]) and offer_ends_at > ${since}`.execute(tx);
  await shortenOffers(tx, eventIds);
}
