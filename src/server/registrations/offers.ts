import { sql } from 'kysely';
import { OFFER_ENDS_BEFORE_HOURS } from '#contract/rules/event-times.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import type { RegistrationKey } from '#server/wire-names.ts';
import { SERVER, type Write, write, type WriteDeps } from '#server/write.ts';
import { changeStatus, EVENT_TIMING, type EventTiming } from './status.ts';
import { promoteWaiting } from './waiting-list.ts';

/** The offers in one mail. */
interface MailedOffers {
  readonly submissionId: string;
  readonly eventIds: readonly string[];
  /** The change that the mail is about; all its offers were made at the same time. */
  readonly changeId: string;
}

/** The changes by which offers that share a mail were made. */
const changesOfMail = (changeId: string) => sql`
  select change.id, change.submission_id, change.event_id, (change.details ->> 'until')::timestamptz as until
  from registration_changes as mailed join registration_changes as change on change.submission_id = mailed.submission_id
    and change.kind = mailed.kind and change.at = mailed.at
  where mailed.id = ${changeId}`;

/** When the offers of a mail end, as the mail states, by event. */
export async function readOfferEnds(db: Db, changeId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await rowsOf<{ eventId: string; until: Date }>(db)`
    select event_id as "eventId", until from (${changesOfMail(changeId)}) as made where until is not null`;
  return new Map(rows.map(({ eventId, until }) => [eventId, until]));
}

type NoOffer = 'withdrawn' | 'begun' | 'too-late';

/**
 * Writes when offers end, to the list and to their changes, just before their mail leaves: after the hours of the event, two hours before the start at the
 * latest, on a full minute. Where less than an hour would be left the place is given.
 * @returns the ends by event; where none is left, why: `withdrawn` when they have ended, `begun` after the start of the event, or `too-late`
 */
export async function startOffers(deps: WriteDeps, seriesId: string, offers: MailedOffers): Promise<ReadonlyMap<string, Date> | NoOffer> {
  const { submissionId, eventIds, changeId } = offers;
  return write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    const rows = await rowsOf<EventTiming & { readonly eventId: string; readonly ends: Date }>(w)`
      select registration.event_id as "eventId", ends, ${EVENT_TIMING}
      from registrations as registration join events as event on event.id = registration.event_id
      cross join date_trunc('minute', least(now() + make_interval(hours => event.offer_hours), event.starts_at - make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS}))) as ends
      where registration.event_id = any(${eventIds}::uuid[]) and registration.submission_id = ${submissionId} and registration.status = 'offered' and event.cancelled_at is null
      order by event.starts_at, event.id`;
    const ahead = rows.filter(({ hasEventBegun }) => !hasEventBegun);
    const late = ahead.filter(({ isTooLateForOffer }) => isTooLateForOffer).map(({ eventId }) => ({ eventId, submissionId }));
    await changeStatus(w, seriesId, late, { status: 'confirmed', kind: 'promoted' });
    const ends = new Map(ahead.filter((offer) => !offer.isTooLateForOffer).map((offer) => [offer.eventId, offer.ends]));
    for (const [eventId, end] of ends) {
      const entry = w.updateTable('waiting_entries').set({ offer_ends_at: end }).where('event_id', '=', eventId);
      await entry.where('submission_id', '=', submissionId).execute();
      const until = JSON.stringify({ until: end.toISOString() });
      await sql`
        update registration_changes as change set details = change.details || ${until}::jsonb
        from (${changesOfMail(changeId)}) as made where change.id = made.id and made.event_id = ${eventId}`.execute(w);
    }
    if (ends.size > 0) return ends;
    if (rows.length === 0) return 'withdrawn';
    return late.length > 0 ? 'too-late' : 'begun';
  });
}

/** Clears the ends when the mail was not sent: offers that nobody knows about do not end. */
export async function clearOfferEnds(deps: WriteDeps, changeId: string): Promise<void> {
  await write(deps, SERVER, (w) =>
    sql`
      update waiting_entries as entry set offer_ends_at = null from (${changesOfMail(changeId)}) as made
      where entry.event_id = made.event_id and entry.submission_id = made.submission_id and entry.offer_ends_at = made.until`.execute(w),
  );
}

/** Puts those whose offers' mails have not left back on the list of an event that gives places automatically, so that they are promoted again. Requires `lockForm`. */
export async function withdrawUnsentOffers(w: Write, seriesId: string, eventId: string): Promise<void> {
  if (!w.canMail) return;
  const rows = await rowsOf<RegistrationKey>(w)`
    select event_id as "eventId", submission_id as "submissionId"
    from registrations as registration join waiting_entries as entry using (event_id, submission_id) join events as event on event.id = event_id
    where event_id = ${eventId} and registration.status = 'offered' and entry.offer_ends_at is null
      and event.is_on_form and event.waiting_list in ('offer', 'direct') and coalesce(event.starts_at > now(), true)`;
  await changeStatus(w, seriesId, rows, { status: 'waiting', kind: 'withdrawn', actor: 'automatic', details: { tell: false } });
}

/** Puts someone whom mail cannot reach back on the lists as unreachable, and promotes the next people. */
export async function makeUnreachable(
  deps: WriteDeps,
  seriesId: string,
  { submissionId, eventIds }: Pick<MailedOffers, 'submissionId' | 'eventIds'>,
  isHeldBack = false,
): Promise<void> {
  await write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    const ofPerson = w.selectFrom('registrations').select(['event_id as eventId', 'submission_id as submissionId']);
    const asked = ofPerson.where('submission_id', '=', submissionId).where('event_id', 'in', eventIds);
    const offered = await asked.where('status', '=', 'offered').execute();
    const unreachable = { status: 'waiting', isUnreachable: true, isHeldBack } as const;
    await changeStatus(w, seriesId, offered, { ...unreachable, kind: 'withdrawn', details: { tell: false } });
    const offeredIds = offered.map(({ eventId }) => eventId);
    await promoteWaiting(w, seriesId, offeredIds);
  });
}
