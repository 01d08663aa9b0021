import { sql } from 'kysely';
import type { PendingChange, ToldValues } from '#contract/events/event.ts';
import { changedValues, valuesSeenBy } from '#contract/rules/event-changes.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import type { EventRow } from '#server/db/tables.ts';
import { type ToldColumns, toldValuesOf } from '#server/event-fields.ts';
import { registeredBefore } from '#server/registrations/announcements.ts';

/** Whether both read the same. */
const isSame = (one: ToldValues, other: ToldValues): boolean =>
  changedValues(one, other, (date, end) => `${date} ${end ?? ''}`).length === 0;

/**
 * What people know about an event once these columns are written; null when they know all of it, or nobody is registered. Requires the lock
 * of the series: later sign-ups know the event as it is then.
 */
export async function announcedDetailsAfter(tx: Tx, event: EventRow, columns: Partial<ToldColumns>): Promise<string | null> {
  const known = event.announced_details ?? toldValuesOf(event);
  if (isSame(known, toldValuesOf({ ...event, ...columns }))) return null;
  const { rows } = await sql<{ changed_at: string; has_registrations: boolean }>`
    select to_jsonb(clock_timestamp()) as changed_at,
      exists (select from registrations where event_id = ${event.id} and status <> 'cancelled') as has_registrations`.execute(tx);
  const [{ changed_at, has_registrations: hasRegistrations } = { changed_at: '', has_registrations: false }] = rows;
  return event.announced_details === null && !hasRegistrations ? null : JSON.stringify({ ...known, changed_at });
}

interface Counts extends Pick<PendingChange, 'confirmed' | 'offered' | 'waiting'> {
  readonly id: string;
}

/** Those who registered before the last change of each event, by status. */
async function countUntold(db: Db, eventIds: readonly string[]): Promise<Map<string, Counts>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await sql<Counts>`
    select event.id, counted.* from events as event cross join lateral (
      select (count(*) filter (where status = 'confirmed'))::integer as confirmed, (count(*) filter (where status = 'offered'))::integer as offered,
        (count(*) filter (where status = 'waiting'))::integer as waiting
      from registrations as registration where event_id = event.id and ${registeredBefore(sql`(event.announced_details ->> 'changed_at')::timestamptz`)}
    ) as counted
    where event.id = any(${eventIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function untoldOf({ announced_details: details, ...event }: EventRow, counts: Counts | undefined): PendingChange | undefined {
  if (details === null || counts === undefined) return undefined;
  const { changed_at: _, ...before } = details;
  const now = toldValuesOf(event);
  // Only those with a place are told how to join.
  const concernsAll = !isSame(valuesSeenBy('waiting', before), valuesSeenBy('waiting', now));
  const { confirmed, offered, waiting } = concernsAll ? counts : { ...counts, offered: 0, waiting: 0 };
  return confirmed + offered + waiting === 0 ? undefined : { changes: { before, now }, confirmed, offered, waiting };
}

/** What people do not know yet of these events, in their order; for each an object without `_untold` when there is nothing to tell. */
export async function withUntold(db: Db, events: readonly EventRow[]): Promise<{ readonly _untold?: PendingChange }[]> {
  const counts = await countUntold(
    db,
    events.flatMap(({ id, announced_details: details }) => (details === null ? [] : [id])),
  );
  return events.map((event) => {
    const pending = untoldOf(event, counts.get(event.id));
    return pending === undefined ? {} : { _untold: pending };
  });
}
