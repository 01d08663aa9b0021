import { sql } from 'kysely';
import type { Tx } from './connection.ts';
import { CHANGE_RECORDED, SIGN_UP_CHANNEL } from './listen.ts';
import { newId } from './new-id.ts';

interface ToldPerson {
  readonly telling: string;
  readonly series_id: string;
  readonly event_id: string;
  readonly actor_name: string | null;
  readonly note: string | null;
  readonly title: string;
  readonly person: object;
}

/**
 * Records that people are told of the deletion of an event, where staff asked for it, just before their registrations are deleted: all of
 * these submissions, or those for one event.
 */
export async function recordTellings(tx: Tx, submissionIds: readonly string[], eventId?: string): Promise<void> {
  const { rows } = await sql<ToldPerson>`
    select telling.id as telling, telling.series_id, telling.event_id, telling.actor_name, telling.note, telling.content ->> 'title' as title,
      json_build_object('first_name', submission.first_name, 'last_name', submission.last_name, 'email', submission.email,
        'had_place', registration.status = 'confirmed') as person
    from tellings as telling
    join submission_events as registration on registration.event_id = telling.event_id and registration.status = any(telling.audience)
    join unnest(${submissionIds}::uuid[]) as given (id) on given.id = registration.submission_id
    join submissions as submission on submission.id = given.id
    where telling.kind = 'cancelled' and ${eventId === undefined ? sql`true` : sql`telling.event_id = ${eventId}`}
    order by registration.submitted_at, submission.id`.execute(tx);
  if (rows.length === 0) return;
  const changes = rows.map(({ series_id, event_id, actor_name, telling, title, note, person }) => ({
    id: newId(),
    series_id,
    submission_id: null,
    event_id,
    kind: 'told' as const,
    actor: 'staff' as const,
    actor_name,
    details: JSON.stringify({ mail: 'event_cancelled', event: title, telling, person, ...(note === null ? {} : { note }) }),
  }));
  await tx.insertInto('registration_changes').values(changes).execute();
  await sql`select pg_notify(${SIGN_UP_CHANNEL}, ${CHANGE_RECORDED})`.execute(tx);
}
