import { sql } from 'kysely';
import type { Tx } from '#server/db/connection.ts';

/*
 * Parts of a statement in which `fresh` has sign-ups: `n` is their turn, `events` what they chose, `waits` for which of these they take a
 * position on the waiting list where there is no place. `held` locks the counters of these events, in the order of their ids, and so reads
 * them as the last commit of any server left them; the locks last until the commit. `granted` has what each gets in each limited event, as
 * the SQL function `grant_places` decides: p a place, w the waiting list, f full, r refused because another event was full.
 */
export const GRANTED_PARTS = `
  held as materialized (
    select event_id, has_list, last_order, waiting, free
    from event_places where event_id = any(array(select unnest(events) from fresh)) order by event_id for no key update
  ),
  slots as materialized (select *, row_number() over (order by event_id)::integer as slot from held),
  wishes as materialized (
    select fresh.n::integer as turn, slot, not (has_list and event_id = any(fresh.waits)) as must
    from fresh join slots on event_id = any(fresh.events)
  ),
  granted as materialized (
    select given.turn, given.gets, slots.event_id
    from (
      select array_agg(turn order by turn, slot) as turns, array_agg(slot order by turn, slot) as slots, array_agg(must order by turn, slot) as musts
      from wishes
    ) as line,
    unnest(line.turns, line.slots, grant_places(line.turns, line.slots, line.musts, (select array_agg(free order by slot) from slots)))
      as given (turn, slot, gets)
    join slots using (slot)
  )`;

/**
 * What each gets in the limited events among those they chose, decided as for sign-ups, in the order of their turns. Locks the counters of
 * these events; requires `lockFormShared`.
 */
export async function grantPlaces(tx: Tx, fresh: readonly { n: number; events: readonly string[]; waits: readonly string[] }[]) {
  const { rows } = await sql<{ turn: number; eventId: string; gets: 'p' | 'w' | 'f' | 'r' }>`
    with fresh as (select * from json_to_recordset(${JSON.stringify(fresh)}) as fresh (n integer, events uuid[], waits uuid[])),
    ${sql.raw(GRANTED_PARTS)}
    select turn, event_id as "eventId", gets from granted`.execute(tx);
  return rows;
}
