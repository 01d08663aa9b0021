import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeActor, ChangeDetails, ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { OptionalTimestamp, Timestamp } from './column-types.ts';

export interface RegistrationTables {
  registrations: {
    event_id: string;
    submission_id: string;
    submitted_at: Timestamp;
    status: Generated<RegistrationStatus>;
    asks_for_crm: Generated<boolean>;
    attended_at: OptionalTimestamp;
  };
  event_places: {
    event_id: string;
    form_id: string;
    capacity: number;
    taken: Generated<number>;
    waiting: Generated<number>;
    unreachable: Generated<number>;
    free: GeneratedAlways<number>;
    has_list: boolean;
    last_order: Generated<number>;
  };
  waiting_entries: {
    event_id: string;
    submission_id: string;
    list_order: number;
    joined_at: Timestamp;
    offer_ends_at: OptionalTimestamp;
    is_unreachable: Generated<boolean>;
    is_held_back: Generated<boolean>;
  };
  registration_changes: {
    id: string;
    form_id: string;
    submission_id: string | null;
    event_id: string | null;
    kind: ChangeKind;
    actor: ChangeActor;
    actor_name: string | null;
    details: JSONColumnType<ChangeDetails, string | undefined, string>;
    at: Timestamp;
    awaiting_fan_out: Generated<boolean>;
    asks_for: Generated<number>;
  };
  announcements: {
    id: string;
    kind: 'changed' | 'deleted';
    form_id: string;
    event_id: string;
    actor_name: string | null;
    note: string | null;
    audience: RegistrationStatus[];
    content: JSONColumnType<object, string, string>;
    told: number;
    changed_at: OptionalTimestamp;
    reached_at: OptionalTimestamp;
    reached_id: string | null;
    is_done: Generated<boolean>;
    created_at: Timestamp;
  };
  door_links: {
    id: string;
    event_id: string;
    token_hash: Buffer;
    label: string;
    may_add: boolean;
    is_own: boolean;
    ends_at: ColumnType<Date, Date, Date>;
    ended_at: OptionalTimestamp;
    ended_by: string | null;
    /** The address of the member of staff who made it. */
    made_by: string;
    phones: Generated<string[]>;
    last_used_at: OptionalTimestamp;
    created_at: Timestamp;
  };
}
