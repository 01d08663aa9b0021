import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

export interface FullEvent {
  readonly title: string;
  readonly taken: number;
  readonly capacity: number;
}

/** The events of which a visitor's sign-up has the place that was taken last, while none is free. */
export async function listFilledBy(db: Db, submissionId: string): Promise<FullEvent[]> {
  const { rows } = await sql<FullEvent>`
    select event.title, places.taken, places.capacity
    from registrations as own
    join event_places as places on places.event_id = own.event_id and places.taken >= places.capacity
    join events as event on event.id = own.event_id
    where own.submission_id = ${submissionId} and own.status = 'confirmed' and not exists (
      select from registrations as later join submissions on submissions.id = later.submission_id and not submissions.is_added_by_staff
      where later.event_id = own.event_id and later.status = 'confirmed'
        and (later.submitted_at, later.submission_id) > (own.submitted_at, own.submission_id))
    order by event.starts_at nulls last, event.id`.execute(db);
  return rows;
}
