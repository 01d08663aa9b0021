import { sql } from 'kysely';
import type { Tx } from '#server/db/connection.ts';
import { grantPlaces } from './grant-places.ts';
import { joinWaitingLists } from './places.ts';
import { setStatus } from './registration-status.ts';

interface ChosenEvent {
  readonly eventId: string;
  /** Whether to wait for a place when there is none. */
  readonly mayWait: boolean;
}

/** Nothing is written when any event is full. */
export interface Joined {
  readonly full: readonly string[];
  readonly waiting: readonly string[];
}

/**
 * Signs a submission up for further events of its series, as the form does: a place in each that has one, else a position on its list, or
 * nothing at all. Requires `lockForm`.
 */
export async function joinEvents(tx: Tx, seriesId: string, submissionId: string, chosen: readonly ChosenEvent[]): Promise<Joined> {
  const eventIds = chosen.map(({ eventId }) => eventId);
  const waits = chosen.filter(({ mayWait }) => mayWait).map(({ eventId }) => eventId);
  const granted = await grantPlaces(tx, [{ n: 1, events: eventIds, waits }]);
  const thatGet = (gets: string): string[] => eventIds.filter((id) => granted.some((each) => each.eventId === id && each.gets === gets));
  const [full, waiting] = [thatGet('f'), thatGet('w')];
  if (full.length > 0) return { full, waiting: [] };
  // Cancelled at first, so that the counters are kept by the one change of status.
  await sql`
    insert into registrations (event_id, submission_id, submitted_at, status, asks_for_crm)
    select event.id, submission.id, submission.submitted_at, 'cancelled', event.copper_tag is not null
    from submissions as submission, events as event
    where submission.id = ${submissionId} and event.id = any(${eventIds}::uuid[]) on conflict do nothing`.execute(tx);
  const keysOf = (ids: readonly string[]) => ids.map((eventId) => ({ eventId, submissionId }));
  await setStatus(tx, seriesId, keysOf(eventIds.filter((id) => !waiting.includes(id))), { status: 'confirmed' });
  await joinWaitingLists(tx, waiting, [submissionId]);
  await setStatus(tx, seriesId, keysOf(waiting), { status: 'waiting' });
  return { full: [], waiting };
}
