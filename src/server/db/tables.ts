import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { AnnouncedValues } from '#contract/events/event.ts';
import type { RepeatPolicy } from '#contract/forms/event-series.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Cover, Speaker, Theme } from '#contract/forms/public-face.ts';
import type { StoredPicture } from '#contract/pictures.ts';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { Registration, WaitingListMode } from '#contract/registrations/places.ts';
import type { FieldType } from '#contract/rules/field-types.ts';
import type { Source } from '#contract/rules/payload-keys.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import type { ServiceName, TextSetting } from '#contract/steps/steps.ts';
import type { OptionalTimestamp, Timestamp } from './column-types.ts';
import type { RegistrationTables } from './registration-tables.ts';
import type { StepTables } from './step-tables.ts';

/** Per column, the version in which it last changed. */
type FieldVersions = JSONColumnType<Record<string, number>, string | undefined, string>;

interface Versioned {
  version: Generated<number>;
  field_versions: FieldVersions;
}

export interface FormsTable extends Versioned, Record<TextSetting, string | null> {
  id: string;
  kind: FormRef['kind'];
  title: string;
  send_notifications_slack: Generated<boolean>;
  is_archived: Generated<boolean>;
  success_text: string | null;
  form_version: Generated<number>;
  created_at: Timestamp;
  description: string | null;
  cover: ColumnType<Cover | null, Cover | null | undefined, Cover | null>;
  theme: ColumnType<Theme | null, Theme | null | undefined, Theme | null>;
  in_search: Generated<boolean>;
  /** Only marketing forms have it. */
  has_downloadable_content: Generated<boolean>;
  /** This and the following columns are only for series. */
  closed_text: string | null;
  speakers: JSONColumnType<readonly Speaker[], string | undefined, string>;
  repeat_policy: Generated<RepeatPolicy>;
  calendar_entries: Generated<boolean>;
  self_service: Generated<boolean>;
  self_service_answers: Generated<boolean>;
  self_service_events: Generated<boolean>;
  self_service_cancel: Generated<boolean>;
  self_service_hours: Generated<number>;
  check_in_codes: Generated<boolean>;
  code_key: Generated<string>;
  reminder_minutes: Generated<number>;
  starting_soon_minutes: Generated<number>;
  thank_you_minutes: Generated<number>;
  mails_timed_at: Timestamp;
  feedback_list_id: string | null;
}

/** What people know about an event that was changed since; `changed_at` is the moment of the last change. */
export type AnnouncedDetails = AnnouncedValues & { readonly changed_at: string };

export interface EventsTable extends Versioned {
  id: string;
  form_id: string;
  title: string;
  starts_at: OptionalTimestamp;
  ends_at: OptionalTimestamp;
  is_on_form: Generated<boolean>;
  is_brunch: Generated<boolean>;
  calendar_id: string | null;
  target_participants: number | null;
  maximum_participants: number | null;
  closes_when_full: Generated<boolean>;
  places_left_from: ColumnType<number | null, number | null | undefined, number | null>;
  waiting_list: Generated<WaitingListMode>;
  offer_hours: Generated<number>;
  venue: string | null;
  venue_address: string | null;
  join_url: string | null;
  opens_at: OptionalTimestamp;
  closes_at: OptionalTimestamp;
  cancelled_at: OptionalTimestamp;
  copper_tag: string | null;
  description: string | null;
  price: string | null;
  speakers: Generated<string[]>;
  calendar_sequence: Generated<number>;
  announced_details: JSONColumnType<AnnouncedDetails | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  /** Null means as in the series. */
  reminder_minutes: number | null;
  starting_soon_minutes: number | null;
  thank_you_minutes: number | null;
  reminder_note: string | null;
  mails_timed_at: Timestamp;
}

export interface FormFieldsTable extends Versioned {
  id: string;
  form_id: string;
  key: string;
  label: string;
  type: FieldType;
  is_required: Generated<boolean>;
  options: JSONColumnType<string[], string, string>;
  position: number;
  show_on_slack: Generated<boolean>;
  is_brunch: Generated<boolean>;
  brunch_event_id: string | null;
  help_text: string | null;
  created_at: Timestamp;
}

export interface SubmissionsTable extends Versioned {
  id: string;
  form_id: string;
  first_name: string;
  last_name: string;
  job_title: Generated<string>;
  organisation: Generated<string>;
  email: string;
  email_key: string;
  accepts_marketing: Generated<boolean>;
  message: string | null;
  answers: JSONColumnType<Record<string, Answer>, string | undefined, string>;
  source: JSONColumnType<Source, string | undefined, string>;
  submitted_at: Timestamp;
  is_added_by_staff: Generated<boolean>;
  upload_id: string | null;
  awaiting_fan_out: Generated<boolean>;
  /** One bit per step; see `asksFor`. */
  asks_for: Generated<number>;
  settles_by: RepeatPolicy | null;
  idempotency_key: string | null;
  body_hash: string | null;
  first_answer: JSONColumnType<Registration[] | null, string | null | undefined, string | null>;
}

export interface Database extends RegistrationTables, StepTables {
  forms: FormsTable;
  events: EventsTable;
  form_fields: FormFieldsTable;
  deleted_fields: Pick<FormFieldsTable, 'id' | 'form_id' | 'key' | 'label' | 'type' | 'position'> & { deleted_at: Timestamp };
  submissions: SubmissionsTable;
  uploads: {
    id: string;
    event_id: string;
    file_name: string;
    by_email: string;
    by_name: string;
    at: Timestamp;
    rows: number;
    updates: Generated<number>;
    state: Generated<'done' | 'undoing' | 'undone'>;
    undone_by: string | null;
    undone_at: OptionalTimestamp;
    removed: Generated<number>;
    kept: number | null;
  };
  pictures: Pick<StoredPicture, 'type' | 'width' | 'height'> & { sha256: Buffer; bytes: Buffer; at: Timestamp };
  mail_texts: { id: string; kind: string; subject: string; template: string; used_on: Generated<string> };
  repeat_undos: { change_id: string; kept: JSONColumnType<object, string, string>; ends_at: ColumnType<Date, Date, Date> };
  registration_tokens: { token_hash: Buffer; submission_id: string; created_at: Timestamp };
  form_mails: { form_id: string; kind: MailKind; subject: string; template: string };
  calendar_feeds: {
    id: string;
    token_hash: Buffer;
    owner_email: string;
    owner_subject: string;
    form_id: string | null;
    read_on: string | null;
    owner_seen_on: ColumnType<string, string | undefined, string>;
    created_at: Timestamp;
  };
  /** Deletions whose submissions are still being removed. */
  deletions: {
    id: string;
    kind: 'form' | 'event';
    /** The series, if an event was deleted. */
    form_id: string | null;
    deleted_at: Timestamp;
  };
  service_outcomes: { service: ServiceName; succeeded_at: OptionalTimestamp; failed_at: OptionalTimestamp; failure: string | null };
  sending_pause: { is_on: Generated<boolean>; since: Timestamp; backup_taken_at: Timestamp };
  service_pace: { service: string; next_at: Timestamp; paused_until: Generated<Timestamp> };
  nightly_backups: {
    succeeded_at: Timestamp | null;
    bytes: string | number | null;
    kept: number;
    failed_at: Timestamp | null;
    failure: string | null;
  };
  work_leases: { name: string; holder: Generated<string>; held_until: Timestamp };
  mail_reservations: { id: string; email_digest: Buffer; form_id: string | null; reserved_at: Timestamp };
  suppressions: { digest: Buffer; reason: 'unsubscribed' | 'staff'; at: Timestamp; by_name: string | null; by_email: string | null };
  unsubscribe_key: { is_only: Generated<boolean>; key: Buffer };
  lost_links: { id: string; form_id: string; email_key: string };
  slack_minutes: { channel_id: string; minute: number; messages: number };
  slack_summaries: { submission_id: string; channel_id: string; added_at: Generated<Timestamp>; summarised_with: number | null };
  duplicate_lead_reads: {
    id: string;
    started_at: Timestamp;
    alive_at: Timestamp;
    leads_read: Generated<number>;
    leads_total: number | null;
    claims: Generated<number>;
    finished_at: OptionalTimestamp;
    result: ColumnType<unknown, string | null | undefined, string | null>;
    failure: string | null;
  };
  address_counts: { form_id: string; email_key: string; registrations: number };
  form_counts: { form_id: string; signups: Generated<number> };
  recounts: { form_id: string; reached: Generated<string> };
  view_counts: { form_id: string; day: ColumnType<string, string, string>; views: Generated<number> };
  blocked_submissions: { form_id: string; day: ColumnType<string, string, string>; tries: number };
  form_setups: {
    form_id: string;
    dismissed_at: OptionalTimestamp;
    form_seen_at: OptionalTimestamp;
    mail_tested_at: OptionalTimestamp;
    tested_mail: string | null;
    slack_tested_at: OptionalTimestamp;
    tested_channel: string | null;
  };
  form_hosts: { form_id: string; host: string; first_seen_at: Timestamp; last_seen_at: Timestamp };
  call_counts: { minute: number; key: string; calls: number };
  ended_tokens: { digest: string; ends_at: Timestamp; issued_before: OptionalTimestamp };
  idempotency_keys: { scope: string; key: string; body_hash: string; row_id: string | null; created_at: Timestamp };
  feedback_lists: { id: string; title: string; entries_count: Generated<number>; created_at: Timestamp };
  feedback_entries: Record<'comment' | 'event_id', string | null> & {
    id: string;
    list_id: string;
    rating: number;
    submitted_at: Timestamp;
  };
}

export type Row<Table extends keyof Database> = Readonly<Selectable<Database[Table]>>;
export type FormRow = Selectable<FormsTable>;
export type EventRow = Selectable<EventsTable>;
export type FormFieldRow = Selectable<FormFieldsTable>;
export type SubmissionRow = Selectable<SubmissionsTable>;
export type SubmissionStepRow = Selectable<StepTables['submission_steps']>;
