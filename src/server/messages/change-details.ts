import { sql } from 'kysely';
import type { AnnouncedValues } from '#contract/events/event.ts';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { type ChangeActor, type ChangeDetails, type ChangeKind, CONSEQUENCES } from '#contract/registrations/registration-changes.ts';
import { emailKey } from '#contract/rules/email.ts';
import { forTextSettings } from '#contract/steps/steps.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { ANNOUNCED_COLUMNS, type AnnouncedColumns, announcedValuesOf } from '#server/event-fields.ts';
import type { DeletedEvent } from '#server/events/announcements.ts';
import type { Undo } from '#server/registrations/repeats/undo.ts';
import { bitsOf } from '#server/steps/fan-out.ts';
import type { SignUpDetails } from './sign-up-details.ts';

/** A registration change as its steps need it, with the registration's current state. */
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
  /** Whether the same has happened to the registration again, which has a separate mail. */
  readonly isRepeated: boolean;
  readonly isEventCancelled: boolean;
  /** The event's current values, for the mail about its change. */
  readonly now: AnnouncedValues | null;
  /** The deleted event that it is about. */
  readonly deleted: (DeletedEvent & { readonly seriesId: string }) | null;
  /** What can be undone or confirmed about it. */
  readonly undo: Undo | null;
}

/** The changes with these ids, by id, without any that were deleted with their submission. */
export async function listChanges(db: Db, ids: readonly string[]): Promise<Map<string, StoredChange>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<Omit<StoredChange, 'now'> & AnnouncedColumns>(db)`
    select change.id, change.kind, change.actor, change.at, change.details, change.event_id as "eventId", event.title as "eventTitle",
      registration.status, event.cancelled_at is not null as "isEventCancelled",
      exists (
        select from registration_changes as later
        where later.submission_id = change.submission_id and later.event_id is not distinct from change.event_id and later.kind = change.kind and later.at > change.at
          and later.asks_for & ${bitsOf(['email'])} <> 0 and (later.details ? 'all' or not change.details ? 'all')
      ) as "isRepeated",
      ${sql.join(ANNOUNCED_COLUMNS.map((column) => sql.ref(`event.${column}`)))},
      (select announcement.content || jsonb_build_object('seriesId', announcement.form_id) from announcements as announcement
        where announcement.id = (change.details ->> 'announcement')::uuid) as deleted,
      (select kept from repeat_undos where change_id = change.id) as undo
    from registration_changes as change left join events as event on event.id = change.event_id
    left join registrations as registration on registration.event_id = change.event_id and registration.submission_id = change.submission_id
    where change.id = any(${ids}::uuid[])`;
  const isOfEvent = ({ details, eventTitle }: (typeof rows)[number]): boolean => details.before !== undefined && eventTitle !== null;
  return new Map(rows.map((row) => [row.id, { ...row, now: isOfEvent(row) ? announcedValuesOf(row) : null }]));
}

/** The events of a promotion, or of those that share a mail. */
export const promotedIn = ({ eventId, details }: StoredChange): readonly string[] =>
  details.promoted ?? (eventId === null ? [] : [eventId]);

export const titleOf = ({ eventTitle, details }: Pick<StoredChange, 'eventTitle' | 'details'>): string => eventTitle ?? details.event ?? '';

/** The kind of mail about a changed event, from its state when the mail is sent, and whether a cancelled event is going ahead after all. */
export const aboutChangedEvent = (before: AnnouncedValues, now: AnnouncedValues) =>
  ({
    kind: now.cancelled_at ? 'event_cancelled' : 'event_changed',
    isReinstated: !now.cancelled_at && Boolean(before.cancelled_at),
  }) as const;

export function mailFor({ kind, now, details }: StoredChange): { readonly kind: MailKind | undefined; readonly isReinstated?: boolean } {
  if (now !== null && details.before !== undefined) return aboutChangedEvent(details.before, now);
  return { kind: details.mail ?? CONSEQUENCES[kind].mail };
}

export interface ChangeOfSignUp {
  readonly change: StoredChange;
  readonly signUp: SignUpDetails;
}

/** The recipient of a mail about a deleted event, whose sign-up was deleted with it; undefined for other changes. */
export function deletedSignUp({ id, at, deleted, details: { person } }: StoredChange): SignUpDetails | undefined {
  if (deleted === null || person === undefined) return undefined;
  return {
    id,
    kind: 'series',
    firstName: person.first_name,
    lastName: person.last_name,
    jobTitle: '',
    organisation: '',
    email: person.email,
    emailKey: emailKey(person.email),
    acceptsMarketing: false,
    message: null,
    submittedAt: at,
    answers: {},
    source: {},
    ownerId: deleted.seriesId,
    title: deleted.seriesTitle,
    settings: { send_notifications_slack: false, ...forTextSettings(() => null), email_from: deleted.from },
    theme: deleted.theme,
    hasSelfService: false,
    canChange: false,
    canCancel: false,
    hasCalendarEntries: deleted.hasCalendarEntries,
    codeKey: null,
    feedbackListId: null,
    events: [],
    fields: [],
  };
}

/** The recipient of a mail about a place that was passed on: the person who had it. */
export function formerSignUp(signUp: SignUpDetails, { kind, details: { person } }: StoredChange): SignUpDetails {
  if (kind !== 'passed_on' || person === undefined) return signUp;
  const { first_name: firstName, last_name: lastName, email } = person;
  return { ...signUp, firstName, lastName, email, emailKey: emailKey(email), hasSelfService: false, events: [] };
}
