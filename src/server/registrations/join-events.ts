import { sql } from 'kysely';
import type { Tx } from '#server/db/connection.ts';
import { joinWaitingLists, lockFreePlaces } from './places.ts';
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
  const counters = await lockFreePlaces(tx, eventIds);
  const {
    place = [],
    list = [],
    full = [],
  } = Object.groupBy(chosen, ({ eventId, mayWait }) => {
    const counter = counters.find(({ event_id: id }) => id === eventId);
    if (counter === undefined || counter.free > 0) return 'place';
    return counter.has_list && mayWait ? 'list' : 'full';
  });
  const idsOf = (some: readonly ChosenEvent[]): string[] => some.map(({ eventId }) => eventId);
  if (full.length > 0) return { full: idsOf(full), waiting: [] };
  const [confirmed, waiting] = [idsOf(place), idsOf(list)] as const;
  // Cancelled at first, so that the counters are kept by the one change of status.
  await sql`
    insert into registrations (event_id, submission_id, submitted_at, status, asks_for_crm)
    select event.id, submission.id, submission.submitted_at, 'cancelled', event.copper_tag is not null
    from submissions as submission, events as event
    where submission.id = ${submissionId} and event.id = any(${eventIds}::uuid[]) on conflict do nothing`.execute(tx);
  const keysOf = (ids: readonly string[]) => ids.map((eventId) => ({ eventId, submissionId }));
  await setStatus(tx, seriesId, keysOf(confirmed), { status: 'confirmed' });
  await joinWaitingLists(tx, waiting, [submissionId]);
  await setStatus(tx, seriesId, keysOf(waiting), { status: 'waiting' });
  return { full: [], waiting };
}
