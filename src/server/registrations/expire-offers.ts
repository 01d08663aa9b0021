import { sql } from 'kysely';
import type { Tx } from '#server/db/connection.ts';
import { lockForm } from '#server/forms/stored-form.ts';
import { changesOf, type Tell } from '#server/live/change.ts';
import { endRegistrations } from './end-registration.ts';
import type { PlacesDeps } from './promote-waiting.ts';
import type { RegistrationKey } from './registration-status.ts';

/** Offers that end in one transaction, so that sign-ups of the series hardly wait. */
const PART = 500;

interface ExpiryDeps extends PlacesDeps {
  readonly tell?: Tell | undefined;
}

type EndedOffer = RegistrationKey & { readonly hasEventBegun: boolean };

async function listEnded(tx: Tx, seriesId: string): Promise<EndedOffer[]> {
  const { rows } = await sql<EndedOffer>`
    select entry.event_id as "eventId", entry.submission_id as "submissionId", coalesce(event.starts_at <= now(), false) as "hasEventBegun"
    from waiting_entries as entry join events as event on event.id = entry.event_id
    where entry.offer_ends_at <= now() and event.form_id = ${seriesId} order by entry.offer_ends_at limit ${PART}`.execute(tx);
  return rows;
}

/** Ends offers of one series. @returns the changed registrations, and whether there may be more */
async function expireInSeries(
  tx: Tx,
  seriesId: string,
  { canMail }: ExpiryDeps,
): Promise<{ changed: readonly RegistrationKey[]; isMore: boolean }> {
  // Another worker may have come first, or the series be deleted.
  const ended = (await lockForm(tx, { kind: 'series', id: seriesId })) ? await listEnded(tx, seriesId) : [];
  const changed: RegistrationKey[] = [...ended];
  for (const hasEventBegun of [false, true]) {
    const offers = ended.filter((offer) => offer.hasEventBegun === hasEventBegun);
    const details = { reason: 'expired', ...(hasEventBegun ? { tell: false } : {}) } as const;
    changed.push(...(await endRegistrations(tx, seriesId, offers, { kind: 'expired', actor: 'automatic', details, canMail })));
  }
  return { changed, isMore: ended.length === PART };
}

/** Ends offers whose time is over, and promotes who is next, unless sending is paused: nobody would be told. Any number of workers may do so at once. @returns whether there may be more */
export async function expireOffers(deps: ExpiryDeps): Promise<boolean> {
  const { db, tell } = deps;
  const { rows } = await sql<{ form_id: string }>`
    select distinct event.form_id from waiting_entries as entry join events as event on event.id = entry.event_id
    where entry.offer_ends_at <= now() and not exists (select from sending_pause)`.execute(db);
  let isAnyLeft = false;
  const failures: unknown[] = [];
  for (const { form_id: seriesId } of rows) {
    try {
      const { changed, isMore } = await db.transaction().execute((tx) => expireInSeries(tx, seriesId, deps));
      isAnyLeft ||= isMore;
      if (changed.length > 0) tell?.({ topic: 'dashboard' }, { topic: `series/${seriesId}` }, ...changesOf(changed));
    } catch (error) {
      failures.push(error); // The other series go on.
    }
  }
  if (failures.length > 0) throw failures[0];
  return isAnyLeft;
}
