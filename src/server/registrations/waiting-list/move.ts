import { sql } from 'kysely';
import { IS_NOT_WAITING } from '#contract/texts/places.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { lockRegistration, type RegistrationPath } from '../end-registration.ts';
import { waitsIn } from '../places.ts';

interface Gap {
  readonly own: number;
  /** The entry before, be it one with an offer; null at the top. */
  readonly before: number | null;
  /** The entry after, or where newcomers are put. */
  readonly after: number;
}

/** Where an entry has to stand to have this position. */
async function findGap(tx: Tx, { eventId, submissionId }: RegistrationPath, position: number): Promise<Gap> {
  const others = sql`waiting_entries as entry where entry.event_id = ${eventId} and entry.submission_id <> ${submissionId}`;
  const { rows } = await sql<Gap>`
    with next as materialized (
      select coalesce(
        (select entry.list_order from ${others} and ${waitsIn([eventId])} order by entry.list_order offset ${position - 1} limit 1),
        (select last_order + 1 from event_places where event_id = ${eventId})
      ) as list_order
    )
    select next.list_order as after, (select max(entry.list_order) from ${others} and entry.list_order < next.list_order) as before,
      (select list_order from waiting_entries where event_id = ${eventId} and submission_id = ${submissionId}) as own
    from next`.execute(tx);
  const [gap] = rows;
  if (gap === undefined) throw new AppError('internal', 'A waiting list has no order');
  return gap;
}

/** Gives all entries of a list whole numbers, in the same order. */
async function renumber(tx: Tx, eventId: string): Promise<void> {
  // Above all that are in use, since no two may be equal meanwhile.
  await sql`
    with numbered as (
      select submission_id, ceil(last_order) + 1 + row_number() over (order by list_order) as list_order
      from waiting_entries join event_places using (event_id) where event_id = ${eventId}
    ),
    written as (
      update waiting_entries as entry set list_order = numbered.list_order from numbered
      where entry.event_id = ${eventId} and entry.submission_id = numbered.submission_id
    )
    update event_places set last_order = (select max(list_order) from numbered) where event_id = ${eventId}`.execute(tx);
}

/** Puts an entry at a position; one row is written, unless no number lies between its neighbours. */
async function moveTo(tx: Tx, path: RegistrationPath, position: number): Promise<void> {
  const { own, before, after } = await findGap(tx, path, position);
  if (own < after && (before === null || own > before)) return;
  const order = before === null ? after - 1 : before + (after - before) / 2;
  if (order >= after || (before !== null && order <= before)) {
    await renumber(tx, path.eventId);
    return moveTo(tx, path, position);
  }
  await tx
    .updateTable('waiting_entries')
    .set({ list_order: order })
    .where('event_id', '=', path.eventId)
    .where('submission_id', '=', path.submissionId)
    .execute();
}

/** Moves somebody on a waiting list. @throws AppError `not_found`, or `conflict` for somebody who does not wait */
export async function moveRegistration(db: Db, path: RegistrationPath, position: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { status } = await lockRegistration(tx, path);
    if (status !== 'waiting') throw new AppError('conflict', IS_NOT_WAITING, { current: { status } });
    await moveTo(tx, path, position);
  });
}
