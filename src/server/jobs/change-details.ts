import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeActor, ChangeDetails, ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { Db } from '#server/db/connection.ts';
import { MAILED } from './fan-out-changes.ts';
import type { SignUpDetails } from './sign-up-details.ts';

/** A registration change as its steps need it, with how its registration stands now. */
export interface StoredChange {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly actor: ChangeActor;
  readonly at: Date;
  readonly details: ChangeDetails;
  readonly eventId: string | null;
  /** The event's title; null for a change of the whole submission, or when the event was deleted. */
  readonly eventTitle: string | null;
  readonly status: RegistrationStatus | null;
  /** Whether the same became of the registration once more since, and the person is told of that. */
  readonly isRepeated: boolean;
}

/** The changes with these ids, by id; those that went with their submission are left out. */
export async function listChanges(db: Db, ids: readonly string[]): Promise<Map<string, StoredChange>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredChange>`
    select change.id, change.kind, change.actor, change.at, change.details, change.event_id as "eventId", event.title as "eventTitle",
      registration.status,
      exists (
        select from registration_changes as later
        where later.submission_id = change.submission_id and later.event_id = change.event_id and later.kind = change.kind and later.at > change.at
          and coalesce((later.details ->> 'tell')::boolean, later.kind || ' ' || later.actor = any(${MAILED}::text[]))
      ) as "isRepeated"
    from registration_changes as change left join events as event on event.id = change.event_id
    left join submission_events as registration on registration.event_id = change.event_id and registration.submission_id = change.submission_id
    where change.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the change is about, in words. */
export const eventOf = ({ eventTitle, details }: Pick<StoredChange, 'eventTitle' | 'details'>): string => eventTitle ?? details.event ?? '';

export interface ChangeOfSignUp {
  readonly change: StoredChange;
  readonly signUp: SignUpDetails;
}
