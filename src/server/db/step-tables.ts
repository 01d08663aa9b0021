import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { MailingKind } from '#contract/registrations/mail-kind.ts';
import type { StepName } from '#contract/steps/steps.ts';
import type { OptionalTimestamp, Timestamp } from './column-types.ts';

export type StepState = 'waiting' | 'running' | 'succeeded' | 'failed';

export interface StepTables {
  submission_steps: {
    id: Generated<string>;
    submission_id: string | null;
    change_id: string | null;
    mailing_person_id: string | null;
    step: StepName;
    state: StepState;
    attempts: Generated<number>;
    /** Whether it has failed, permanently or so far. */
    has_failed: GeneratedAlways<boolean>;
    message: Generated<string>;
    is_skipped: Generated<boolean>;
    next_try_at: OptionalTimestamp;
    first_tried_at: OptionalTimestamp;
    updated_at: Timestamp;
    is_released: Generated<boolean>;
    claims: Generated<number>;
    lost_claims: Generated<number>;
    cause: Generated<string>;
    dismissed_at: OptionalTimestamp;
    dismissed_by: string | null;
    dismissed_by_email: string | null;
    text_id: string | null;
    value_digests: Buffer | null;
    sent_with: string | null;
  };
  mailings: {
    id: string;
    form_id: string;
    kind: MailingKind;
    event_id: string | null;
    for_date: OptionalTimestamp;
    purpose: Generated<'service' | 'marketing'>;
    subject: string | null;
    template: string | null;
    audience: JSONColumnType<object, string, string>;
    people_shown: number | null;
    begins_at: ColumnType<Date, Date, Date>;
    reached_at: OptionalTimestamp;
    reached_id: string | null;
    part: Generated<number>;
    is_written: Generated<boolean>;
    /** The last part of which it is known how many were refused. */
    judged_part: Generated<number>;
    stopped_at: OptionalTimestamp;
    ended_at: OptionalTimestamp;
    why: string | null;
    counts: JSONColumnType<Record<string, number> | null, string | null | undefined, string | null>;
    by_name: string | null;
    by_email: string | null;
    created_at: Timestamp;
  };
  mailing_people: {
    id: Generated<string>;
    mailing_id: string;
    /** SHA-256 of `email_key`. */
    address: Buffer;
    submission_id: string | null;
    part: number;
    /** Why the person gets no mail. */
    left_out: string | null;
    /** What became of the mail to someone whose sign-up was deleted. */
    outcome: string | null;
  };
}
