import { sql } from 'kysely';
import type { ChangeActor, ChangeDetails, ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { Tx } from '#server/db/connection.ts';
import { CHANGE_RECORDED, SIGN_UP_CHANNEL } from '#server/db/listen.ts';
import { newId } from '#server/db/new-id.ts';

export interface RegistrationChange {
  readonly seriesId: string;
  /** Null when its row goes in the same transaction; then `details` has all that its mail needs. */
  readonly submissionId: string | null;
  /** Null for a change of the whole submission. */
  readonly eventId: string | null;
  readonly kind: ChangeKind;
  readonly actor: ChangeActor;
  /** Of staff. */
  readonly actorName?: string | undefined;
  readonly details?: ChangeDetails;
}

/**
 * Writes what became of registrations to their history, from which workers take the mails and messages about it.
 * @returns the ids of the changes, in the same order
 */
export async function recordChanges(tx: Tx, changes: readonly RegistrationChange[]): Promise<string[]> {
  if (changes.length === 0) return [];
  const rows = changes.map(({ seriesId, submissionId, eventId, kind, actor, actorName, details = {} }) => ({
    id: newId(),
    series_id: seriesId,
    submission_id: submissionId,
    event_id: eventId,
    kind,
    actor,
    actor_name: actorName ?? null,
    details,
  }));
  // One parameter, however many there are: an upload or a deletion may have thousands.
  await sql`
    insert into registration_changes (id, series_id, submission_id, event_id, kind, actor, actor_name, details)
    select * from json_to_recordset(${JSON.stringify(rows)}) as given (
      id uuid, series_id uuid, submission_id uuid, event_id uuid, kind text, actor text, actor_name text, details jsonb
    )`.execute(tx);
  await sql`select pg_notify(${SIGN_UP_CHANNEL}, ${CHANGE_RECORDED})`.execute(tx);
  return rows.map(({ id }) => id);
}
