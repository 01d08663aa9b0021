import { type RawBuilder, sql } from 'kysely';
import type { AnnouncedValues } from '#contract/events/event.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Theme } from '#contract/forms/public-face.ts';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { type ChangeActor, type ChangeDetails, type ChangeKind, mailOfChange } from '#contract/registrations/registration-changes.ts';
import { emailKey } from '#contract/rules/email.ts';
import type { EventInMail } from '#contract/rules/mail/mail-items.ts';
import type { Source } from '#contract/rules/payload-keys.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { forTextSettings, SETTING_NAMES, type SettingName } from '#contract/steps/steps.ts';
import { EVENT_IS_CANCELLED, HAS_NO_PLACE } from '#contract/texts/steps.ts';
import { type Db, rowOf, rowsOf } from '#server/db/connection.ts';
import { PREPARED } from '#server/db/prepared.ts';
import type { FormRow } from '#server/db/tables.ts';
import { ANNOUNCED_COLUMNS, type AnnouncedColumns, announcedValuesOf } from '#server/event-fields.ts';
import { CAN_CHANGE, isNotDeleted } from '#server/form-store/form-rows.ts';
import type { DeletedEvent } from '#server/registrations/announcements.ts';
import { POSITION } from '#server/registrations/places.ts';
import { bitsOf } from '#server/steps/fan-out.ts';
import type { AttemptContext, Success } from '#server/steps/run-steps.ts';

/** An event of a sign-up, with what messages say of it. */
export interface RegisteredEvent extends EventInMail {
  readonly id: string;
  readonly copperTag: string | null;
  readonly isLimited: boolean;
  readonly status: RegistrationStatus;
  readonly position: number | null;
  /** When the time to answer an offer ends, if it has begun. */
  readonly offerEndsAt: string | null;
  /** Whether it was cancelled because the address was registered before. */
  readonly isRepeat: boolean;
  readonly isCancelled: boolean;
}

/** A field of the form; a deleted one as it was then. */
interface AnsweredField {
  readonly key: string;
  readonly label: string;
  readonly showOnSlack: boolean;
}

export interface SignUpDetails {
  readonly id: string;
  readonly kind: FormRef['kind'];
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string;
  readonly organisation: string;
  readonly email: string;
  readonly emailKey: string;
  readonly acceptsMarketing: boolean;
  readonly message: string | null;
  readonly submittedAt: Date;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly source: Source;
  readonly ownerId: string;
  readonly title: string;
  readonly settings: Readonly<Pick<FormRow, SettingName>>;
  readonly theme: Theme | null;
  readonly hasOwnPages: boolean;
  /** Whether people may correct, change or cancel anything on their own pages. */
  readonly canChange: boolean;
  readonly canCancel: boolean;
  readonly hasCalendarEntries: boolean;
  /** Enciphers the check-in codes of the series; null where it has none. */
  readonly codeKey: string | null;
  /** In the order of their dates, also those in which it waits or is cancelled. */
  readonly events: readonly RegisteredEvent[];
  readonly fields: readonly AnsweredField[];
}

export const nameOf = ({ firstName, lastName }: Pick<SignUpDetails, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

const OWNER_COLUMNS = sql`
  owner.id as "ownerId", owner.kind, owner.title, owner.theme, owner.calendar_entries as "hasCalendarEntries", case when owner.check_in_codes then owner.code_key end as "codeKey",
  owner.own_pages as "hasOwnPages", owner.own_pages and owner.own_page_cancel as "canCancel",
  ${CAN_CHANGE} as "canChange",
  json_build_object(${sql.join(SETTING_NAMES.map((name) => sql`${sql.lit(name)}, owner.${sql.ref(name)}`))}) as settings`;

const SUBMISSION_COLUMNS = sql`
  s.id, s.first_name as "firstName", s.last_name as "lastName", s.job_title as "jobTitle", s.organisation, s.email,
  s.email_key as "emailKey", s.accepts_marketing as "acceptsMarketing", s.message, s.submitted_at as "submittedAt", s.answers, s.source`;

const FIELDS = sql`
  select key, label, show_on_slack as "showOnSlack", false as is_deleted, position, form_id from form_fields
  union all
  select key, label, false, true, position, form_id from deleted_fields`;

/** A column for `json_build_object`, which would write a timestamp in the time zone of the session. */
const inUtc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const IS_REPEAT = sql`registration.status = 'cancelled' and exists (
  select from registration_changes as change
  where change.submission_id = registration.submission_id and change.event_id = registration.event_id and change.details ->> 'reason' = 'repeat')`;

const listOf = (columns: RawBuilder<unknown>) => sql`json_agg(json_build_object(
  'id', event.id, 'title', event.title, 'startsAt', ${inUtc('event.starts_at')}, 'endsAt', ${inUtc('event.ends_at')},
  'venue', event.venue, 'venueAddress', event.venue_address, 'joinUrl', event.join_url, 'copperTag', event.copper_tag,
  'isLimited', event.closes_when_full, 'isCancelled', event.cancelled_at is not null, ${columns}) order by event.starts_at nulls last, event.id)`;

const EVENTS = sql`coalesce((
  select ${listOf(sql`'status', registration.status, 'position', ${POSITION}, 'offerEndsAt', ${inUtc('entry.offer_ends_at')}, 'isRepeat', ${IS_REPEAT}`)}
  from registrations as registration join events as event on event.id = registration.event_id
  left join waiting_entries as entry on entry.event_id = registration.event_id and entry.submission_id = registration.submission_id
  where registration.submission_id = s.id), '[]') as events`;

const FIELDS_OF_FORM = sql`coalesce((
  select json_agg(json_build_object('key', field.key, 'label', field.label, 'showOnSlack', field."showOnSlack")
    order by field.is_deleted, field.position)
  from (${FIELDS}) as field where field.form_id = owner.id), '[]') as fields`;

/** The sign-ups with these ids, by id; deleted ones are left out. */
export async function listSignUpDetails(db: Db, ids: readonly string[]): Promise<Map<string, SignUpDetails>> {
  const rows = await rowsOf<SignUpDetails>(db)`${PREPARED}
    select ${SUBMISSION_COLUMNS}, ${OWNER_COLUMNS}, ${EVENTS}, ${FIELDS_OF_FORM}
    from submissions s join forms owner on owner.id = s.form_id
    where s.id = any(${[...ids]}::uuid[]) and ${isNotDeleted(sql.ref('s.id'))}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A sample person with a place in these events of a form; undefined where there is no such form. */
export async function sampleSignUp(db: Db, formId: string, chosen: readonly { readonly id: string }[]): Promise<SignUpDetails | undefined> {
  const eventIds = chosen.map(({ id }) => id);
  return rowOf<SignUpDetails>(db)`
    select ${SUBMISSION_COLUMNS}, ${OWNER_COLUMNS}, ${FIELDS_OF_FORM}, coalesce((
      select ${listOf(sql`'status', 'confirmed', 'position', null, 'offerEndsAt', null, 'isRepeat', false`)}
      from events as event where event.id = any(${eventIds}::uuid[])), '[]') as events
    from forms as owner, (
      select gen_random_uuid() as id, 'Sam' as first_name, 'Sample' as last_name, '' as job_title, '' as organisation, 'sam@example.com' as email,
        'sam@example.com' as email_key, true as accepts_marketing, null as message, now() as submitted_at, '{}'::json as answers, '{}'::json as source
    ) as s
    where owner.id = ${formId}`;
}

/** Without places, offers and positions in events that are cancelled. */
export const eventsWith = ({ events }: Pick<SignUpDetails, 'events'>, status: RegistrationStatus): RegisteredEvent[] =>
  events.filter((event) => event.status === status && (status === 'cancelled' || !event.isCancelled));

/** Which mail a sign-up itself has; none without a place. */
export function mailKindOf(signUp: Pick<SignUpDetails, 'events'>): 'confirmation' | 'waiting' | undefined {
  if (signUp.events.length === 0 || eventsWith(signUp, 'confirmed').length > 0) return 'confirmation';
  return eventsWith(signUp, 'waiting').length > 0 ? 'waiting' : undefined;
}

/** Why a sign-up has no place: skipped mails and leads of cancelled events are sent once these are reinstated. */
export const whyNoPlace = ({ events }: Pick<SignUpDetails, 'events'>): string =>
  events.some(({ status, isCancelled }) => isCancelled && status !== 'cancelled') ? EVENT_IS_CANCELLED : HAS_NO_PLACE;

export function answerText(answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return answer;
}

/** The answers with their fields, in the order of the form. */
export function labelledAnswers({ fields, answers }: SignUpDetails): (AnsweredField & { readonly text: string })[] {
  return fields.flatMap((field) => {
    const answer = Object.hasOwn(answers, field.key) ? answers[field.key] : undefined;
    return answer === undefined ? [] : [{ ...field, text: answerText(answer) }];
  });
}

/** Does one side effect: see `StepTask.run`. */
type Handler<Subject> = (subject: Subject, context: AttemptContext) => Promise<Success>;
export type StepHandler = Handler<SignUpDetails>;
export type ChangeHandler = Handler<ChangeOfSignUp>;

/** What a step does for a sign-up, and for what became of it later. */
export interface StepHandlers {
  readonly signUp: StepHandler;
  readonly change: ChangeHandler;
  /** Undoes what an attempt at a change began, once no more attempts are made because its worker died every time. */
  readonly giveUpChange?: (subject: ChangeOfSignUp) => Promise<void>;
}

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
  /** The titles of all events that were given up together. */
  readonly leftTitles: readonly string[] | null;
  readonly status: RegistrationStatus | null;
  /** Whether the same has happened to the registration again, for which there is a separate mail. */
  readonly isRepeated: boolean;
  readonly isEventCancelled: boolean;
  /** What the event is now, for the mail about a change of it. */
  readonly now: AnnouncedValues | null;
  /** The deleted event that it is about. */
  readonly deleted: (DeletedEvent & { readonly seriesId: string }) | null;
}

/** The changes with these ids, by id; those that were deleted with their submission are omitted. */
export async function listChanges(db: Db, ids: readonly string[]): Promise<Map<string, StoredChange>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<Omit<StoredChange, 'now'> & AnnouncedColumns>(db)`
    select change.id, change.kind, change.actor, change.at, change.details, change.event_id as "eventId", event.title as "eventTitle",
      case when change.details ? 'left' then (
        select json_agg(title order by starts_at, id) from events where form_id = change.form_id and change.details -> 'left' ? id::text
      ) end as "leftTitles",
      registration.status, event.cancelled_at is not null as "isEventCancelled",
      exists (
        select from registration_changes as later
        where later.submission_id = change.submission_id and later.event_id is not distinct from change.event_id and later.kind = change.kind and later.at > change.at
          and later.asks_for & ${bitsOf(['email'])} <> 0 and (later.details ? 'all' or not change.details ? 'all')
      ) as "isRepeated",
      ${sql.join(ANNOUNCED_COLUMNS.map((column) => sql.ref(`event.${column}`)))},
      (select announcement.content || jsonb_build_object('seriesId', announcement.form_id) from announcements as announcement
        where announcement.id = (change.details ->> 'announcement')::uuid) as deleted
    from registration_changes as change left join events as event on event.id = change.event_id
    left join registrations as registration on registration.event_id = change.event_id and registration.submission_id = change.submission_id
    where change.id = any(${ids}::uuid[])`;
  const isOfEvent = ({ details, eventTitle }: (typeof rows)[number]): boolean => details.before !== undefined && eventTitle !== null;
  return new Map(rows.map((row) => [row.id, { ...row, now: isOfEvent(row) ? announcedValuesOf(row) : null }]));
}

/** What the change is about, as text. */
export const titleOf = ({ eventTitle, details }: Pick<StoredChange, 'eventTitle' | 'details'>): string => eventTitle ?? details.event ?? '';

/** The kind of a mail about a changed event, by what is true when the mail is sent, and whether a cancelled event takes place after all. */
export const aboutChangedEvent = (before: AnnouncedValues, now: AnnouncedValues) =>
  ({
    kind: now.cancelled_at ? 'event_cancelled' : 'event_changed',
    isReinstated: !now.cancelled_at && Boolean(before.cancelled_at),
  }) as const;

/** The mail of a change, if it has any. */
export function mailOf({ kind, now, details }: StoredChange): { readonly kind: MailKind | undefined; readonly isReinstated?: boolean } {
  if (now !== null && details.before !== undefined) return aboutChangedEvent(details.before, now);
  return { kind: details.mail ?? mailOfChange(kind)?.mail };
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
    hasOwnPages: false,
    canChange: false,
    canCancel: false,
    hasCalendarEntries: deleted.hasCalendarEntries,
    codeKey: null,
    events: [],
    fields: [],
  };
}

/** The recipient of a mail about a place that was passed on: the person who had it. */
export function formerSignUp(signUp: SignUpDetails, { kind, details: { person } }: StoredChange): SignUpDetails {
  if (kind !== 'passed_on' || person === undefined) return signUp;
  const { first_name: firstName, last_name: lastName, email } = person;
  return { ...signUp, firstName, lastName, email, emailKey: emailKey(email), hasOwnPages: false, events: [] };
}
