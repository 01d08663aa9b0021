import { type RawBuilder, sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Theme } from '#contract/forms/public-face.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { EventInMail } from '#contract/rules/mail/mail-items.ts';
import type { Source } from '#contract/rules/payload-keys.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { SETTING_NAMES, type SettingName } from '#contract/steps/steps.ts';
import { EVENT_IS_CANCELLED } from '#contract/texts/steps.ts';
import { type Db, PREPARED, rowOf, rowsOf } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { CAN_CHANGE, isNotDeleted } from '#server/form-store/form-rows.ts';
import { isDroppedRepeat } from '#server/registrations/changes.ts';
import { POSITION } from '#server/registrations/waiting-list.ts';

/** An event of a sign-up, with what messages say about it. */
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
  readonly hasSelfService: boolean;
  /** Whether people may correct, change or cancel anything on their self-service pages. */
  readonly canChange: boolean;
  readonly canCancel: boolean;
  readonly hasCalendarEntries: boolean;
  /** Encrypts the check-in codes of the series; null if it has none. */
  readonly codeKey: string | null;
  /** The feedback list to which its mails link. */
  readonly feedbackListId: string | null;
  /** In order of date, including those where it is waiting or cancelled. */
  readonly events: readonly RegisteredEvent[];
  readonly fields: readonly AnsweredField[];
}

export const nameOf = ({ firstName, lastName }: Pick<SignUpDetails, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

const OWNER_COLUMNS = sql`
  owner.id as "ownerId", owner.kind, owner.title, owner.theme, owner.calendar_entries as "hasCalendarEntries", case when owner.check_in_codes then owner.code_key end as "codeKey",
  owner.feedback_list_id as "feedbackListId", owner.self_service as "hasSelfService", owner.self_service and owner.self_service_cancel as "canCancel",
  ${CAN_CHANGE} as "canChange",
  json_build_object(${sql.join(SETTING_NAMES.map((name) => sql`${sql.lit(name)}, owner.${sql.ref(name)}`))}) as settings`;

const SUBMISSION_COLUMNS = sql`
  s.id, s.first_name as "firstName", s.last_name as "lastName", s.job_title as "jobTitle", s.organisation, s.email,
  s.email_key as "emailKey", s.accepts_marketing as "acceptsMarketing", s.message, s.submitted_at as "submittedAt", s.answers, s.source`;

/** A column for `json_build_object`, which would write a timestamp in the time zone of the session. */
const inUtc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const IS_REPEAT = sql`registration.status = 'cancelled' and ${isDroppedRepeat('registration.submission_id', 'registration.event_id')}`;

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
  from (
    select key, label, show_on_slack as "showOnSlack", false as is_deleted, position, form_id from form_fields
    union all
    select key, label, false, true, position, form_id from deleted_fields
  ) as field where field.form_id = owner.id), '[]') as fields`;

/** The sign-ups with these ids, by id, without deleted ones. */
export async function listSignUpDetails(db: Db, ids: readonly string[]): Promise<Map<string, SignUpDetails>> {
  const rows = await rowsOf<SignUpDetails>(db)`${PREPARED}
    select ${SUBMISSION_COLUMNS}, ${OWNER_COLUMNS}, ${EVENTS}, ${FIELDS_OF_FORM}
    from submissions s join forms owner on owner.id = s.form_id
    where s.id = any(${[...ids]}::uuid[]) and ${isNotDeleted(sql.ref('s.id'))}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A sample person with a place at these events of a form; undefined if there is no such form. */
export async function sampleSignUp(db: Db, formId: string, chosen: readonly { readonly id: string }[]): Promise<SignUpDetails | undefined> {
  return rowOf<SignUpDetails>(db)`
    select ${SUBMISSION_COLUMNS}, ${OWNER_COLUMNS}, ${FIELDS_OF_FORM}, coalesce((
      select ${listOf(sql`'status', 'confirmed', 'position', null, 'offerEndsAt', null, 'isRepeat', false`)}
      from events as event where event.id = any(${chosen.map(({ id }) => id)}::uuid[])), '[]') as events
    from forms as owner, (
      select gen_random_uuid() as id, 'Sam' as first_name, 'Sample' as last_name, '' as job_title, '' as organisation, 'sam@example.com' as email,
        'sam@example.com' as email_key, true as accepts_marketing, null as message, now() as submitted_at, '{}'::json as answers, '{}'::json as source
    ) as s
    where owner.id = ${formId}`;
}

/** Without places, offers and positions in events that are cancelled. */
export const eventsWith = ({ events }: Pick<SignUpDetails, 'events'>, status: RegistrationStatus): RegisteredEvent[] =>
  events.filter((event) => event.status === status && (status === 'cancelled' || !event.isCancelled));

/** Which mail a sign-up itself gets; none without a place. */
export function mailKindOf(signUp: Pick<SignUpDetails, 'events'>): 'confirmation' | 'waiting' | undefined {
  if (signUp.events.length === 0 || eventsWith(signUp, 'confirmed').length > 0) return 'confirmation';
  return eventsWith(signUp, 'waiting').length > 0 ? 'waiting' : undefined;
}

/** Why a sign-up has no place: skipped mails and leads of cancelled events are sent once these are reinstated. */
export const whyNoPlace = ({ events }: Pick<SignUpDetails, 'events'>): string =>
  events.some(({ status, isCancelled }) => isCancelled && status !== 'cancelled') ? EVENT_IS_CANCELLED : 'has no place';

export function answerText(answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return answer;
}

/** The answers with their fields, in the order of the form. */
export const labelledAnswers = ({ fields, answers }: SignUpDetails): (AnsweredField & { readonly text: string })[] =>
  fields.flatMap((field) => {
    const answer = Object.hasOwn(answers, field.key) ? answers[field.key] : undefined;
    return answer === undefined ? [] : [{ ...field, text: answerText(answer) }];
  });
