import { sql } from 'kysely';
import type { ToldValues } from '#contract/event.ts';
import { changedValues } from '#contract/rules/event-changes.ts';
import type { Tx } from '#server/db/connection.ts';
import type { EventRow } from '#server/db/tables.ts';
import { type ToldColumns, toldValuesOf } from '#server/event-fields.ts';

/** Whether both read the same. */
export const isSame = (one: ToldValues, other: ToldValues): boolean =>
  changedValues(one, other, (date, end) => `${date} ${end ?? ''}`).length === 0;

/**
 * What people know of an event once these columns are written; null when they know all of it, or nobody is registered. Requires the lock
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
