import { sql } from 'kysely';
import { OFFER_ENDS_BEFORE_HOURS } from '#contract/rules/event-times.ts';
import type { Tx } from '#server/db/connection.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { SERVER, write, type WriteDeps } from '#server/write.ts';
import { changeStatus, EVENT_TIMING, type EventTiming, type RegistrationKey } from './status.ts';
import { promoteWaiting } from './waiting-list.ts';

const isOffered = async (tx: Tx, { eventId, submissionId }: RegistrationKey): Promise<boolean> => {
  const registration = tx
    .selectFrom('registrations')
    .select('status')
    .where('event_id', '=', eventId)
    .where('submission_id', '=', submissionId);
  return (await registration.executeTakeFirst())?.status === 'offered';
};

/**
 * Writes when an offer ends, to the list and to its change, just before its mail leaves: after the hours of its event, two hours before the start at the latest, on a
 * full minute.
 * @returns the end; `withdrawn` when the offer has ended, `begun` after the start of the event; `too-late` when less than an hour would be left: then the place is given
 */
export async function startOffer(
  deps: WriteDeps,
  seriesId: string,
  registration: RegistrationKey & { readonly changeId: string },
): Promise<Date | 'withdrawn' | 'begun' | 'too-late'> {
  const { submissionId, eventId, changeId } = registration;
  return write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    const { rows } = await sql<EventTiming & { readonly ends: Date }>`
      select ends, ${EVENT_TIMING}
      from registrations as registration join events as event on event.id = registration.event_id
      cross join date_trunc('minute', least(now() + make_interval(hours => event.offer_hours), event.starts_at - make_interval(hours => ${OFFER_ENDS_BEFORE_HOURS}))) as ends
      where registration.event_id = ${eventId} and registration.submission_id = ${submissionId} and registration.status = 'offered'`.execute(
      w,
    );
    const [offer] = rows;
    if (offer === undefined) return 'withdrawn';
    if (offer.hasEventBegun) return 'begun';
    if (offer.isTooLateForOffer) {
      await changeStatus(w, seriesId, [{ eventId, submissionId }], { status: 'confirmed', kind: 'promoted' });
      return 'too-late';
    }
    await w
      .updateTable('waiting_entries')
      .set({ offer_ends_at: offer.ends })
      .where('event_id', '=', eventId)
      .where('submission_id', '=', submissionId)
      .execute();
    const until = JSON.stringify({ until: offer.ends.toISOString() });
    await sql`update registration_changes set details = details || ${until}::jsonb where id = ${changeId}`.execute(w);
    return offer.ends;
  });
}

/** Takes the end back when the mail did not leave: an offer that nobody knows about does not end. */
export async function clearOfferEnd(deps: WriteDeps, { submissionId, eventId }: RegistrationKey, ends: Date): Promise<void> {
  await write(deps, SERVER, (w) =>
    w
      .updateTable('waiting_entries')
      .set({ offer_ends_at: null })
      .where('event_id', '=', eventId)
      .where('submission_id', '=', submissionId)
      .where('offer_ends_at', '=', ends)
      .execute(),
  );
}

/** Puts someone whom an offer cannot reach by mail back on the list as unreachable, and promotes the next person. */
export async function makeUnreachable(deps: WriteDeps, seriesId: string, registration: RegistrationKey): Promise<void> {
  await write(deps, SERVER, async (w) => {
    await lockForm(w, { kind: 'series', id: seriesId });
    if (!(await isOffered(w, registration))) return;
    await changeStatus(w, seriesId, [registration], {
      status: 'waiting',
      isUnreachable: true,
      kind: 'withdrawn',
      details: { tell: false },
    });
    await promoteWaiting(w, { seriesId, eventIds: [registration.eventId] });
  });
}
