import { sql } from 'kysely';
import type { Tx } from '#server/db/connection.ts';
import { setStatus } from '#server/db/registration-status.ts';

interface ChosenEvent {
  readonly eventId: string;
  /** Whether to wait for a place when there is none. */
  readonly mayWait: boolean;
}

interface Counter {
  readonly event_id: string;
  readonly has_list: boolean;
  readonly free: number;
}

/** The events by what they gave; nothing is written when any is full. */
export interface Joined {
  readonly full: readonly string[];
  readonly waiting: readonly string[];
}

/** As in the statement of sign-ups: while somebody waits who is not passed over, newcomers get no place. */
async function lockCounters(tx: Tx, eventIds: readonly string[]): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select event_id, has_list, case when waiting > passed_over then 0 else greatest(capacity - taken, 0) end as free
    from event_places where event_id = any(${eventIds}::uuid[]) order by event_id for no key update`.execute(tx);
  return rows;
}

async function enlist(tx: Tx, submissionId: string, eventIds: readonly string[]): Promise<void> {
  await sql`
    with ordered as (update event_places set last_order = last_order + 1 where event_id = any(${eventIds}::uuid[]) returning event_id, last_order)
    insert into waiting_entries (event_id, submission_id, list_order) select event_id, ${submissionId}, last_order from ordered`.execute(
    tx,
  );
}

/**
 * Signs a submission up for further events of its series, as the form does: a place in each that has one, else a position on its list, or
 * nothing at all. Requires `lockForm`.
 */
export async function joinEvents(tx: Tx, seriesId: string, submissionId: string, chosen: readonly ChosenEvent[]): Promise<Joined> {
  const eventIds = chosen.map(({ eventId }) => eventId);
  const counters = await lockCounters(tx, eventIds);
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
    insert into submission_events (event_id, submission_id, submitted_at, status)
    select event_id, submission.id, submission.submitted_at, 'cancelled' from submissions as submission, unnest(${eventIds}::uuid[]) as event_id
    where submission.id = ${submissionId} on conflict do nothing`.execute(tx);
  const keysOf = (ids: readonly string[]) => ids.map((eventId) => ({ eventId, submissionId }));
  await setStatus(tx, seriesId, keysOf(confirmed), { status: 'confirmed' });
  await enlist(tx, submissionId, waiting);
  await setStatus(tx, seriesId, keysOf(waiting), { status: 'waiting' });
  return { full: [], waiting };
}
