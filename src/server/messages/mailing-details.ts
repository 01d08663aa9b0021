import { sql } from 'kysely';
import type { Audience, Purpose } from '#contract/attendees/audience.ts';
import type { MailingKind } from '#contract/registrations/mail-kind.ts';
import { type Db, PREPARED, rowsOf } from '#server/db/connection.ts';
import { ADDRESS_DIGEST } from '#server/registrations/suppressions.ts';

/** The mail of a mailing to one person, with the current values of its subject. */
export interface PersonMail {
  readonly personId: string;
  readonly mailingId: string;
  readonly kind: MailingKind;
  /** Null for an automatic mail, which has the text of its series. */
  readonly subject: string | null;
  readonly template: string | null;
  readonly purpose: Purpose;
  readonly audience: Audience;
  /** The event of an automatic mail, and its start when the mailing was created. */
  readonly eventId: string | null;
  readonly forDate: Date | null;
  /** The event's current times, note and title; null if it was deleted. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly note: string | null;
  readonly title: string | null;
  readonly thankYouMinutes: number;
  /** Whether the mailing is about one event, which was cancelled after the mailing was made. */
  readonly isCancelled: boolean;
  readonly isEventDeleted: boolean;
  readonly isStopped: boolean;
  /** Whether it is marketing and the person has not agreed to it, or has unsubscribed. */
  readonly isUnsubscribed: boolean;
  /** Whether another person of this mailing now has the same address. */
  readonly isElsewhere: boolean;
  /** Whether the person's address was changed since the mailing was written. */
  readonly hasOtherAddress: boolean;
}

/** Reads the mails to these rows of `mailing_people`, by id; those of deleted mailings and people are omitted. */
export async function listPersonMails(db: Db, ids: readonly string[]): Promise<Map<string, PersonMail>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<PersonMail>(db)`${PREPARED}
    select person.id as "personId", mailing.id as "mailingId", mailing.kind, mailing.subject, mailing.template,
      mailing.purpose, mailing.audience, mailing.event_id as "eventId", mailing.for_date as "forDate", event.starts_at as "startsAt", event.ends_at as "endsAt",
      event.reminder_note as note, event.title,
      coalesce(event.thank_you_minutes, form.thank_you_minutes) as "thankYouMinutes", coalesce(event.cancelled_at > mailing.created_at, false) as "isCancelled",
      exists (
        select from jsonb_array_elements(case jsonb_typeof(mailing.audience -> 'events') when 'array' then mailing.audience -> 'events' else '[]' end) as chosen
        where not exists (select from events where id = (chosen #>> '{}')::uuid)
      ) as "isEventDeleted",
      mailing.stopped_at is not null as "isStopped", person.address <> ${ADDRESS_DIGEST} as "hasOtherAddress",
      mailing.purpose = 'marketing' and (not submission.accepts_marketing or exists (select from suppressions where digest = ${ADDRESS_DIGEST})) as "isUnsubscribed",
      exists (
        select from mailing_people as other where other.mailing_id = mailing.id and other.address = ${ADDRESS_DIGEST} and other.id <> person.id
      ) as "isElsewhere"
    from mailing_people as person join mailings as mailing on mailing.id = person.mailing_id
    join submissions as submission on submission.id = person.submission_id join forms as form on form.id = mailing.form_id
    left join events as event on event.id = mailing.event_id
    where person.id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.personId, row]));
}

/** Stores the person's current address in the mailing, so that no other sign-up with this address gets the mail too. */
export async function keepAddress(db: Db, { personId }: PersonMail): Promise<void> {
  await sql`
    update mailing_people as person set address = ${ADDRESS_DIGEST} from submissions as submission
    where person.id = ${personId} and submission.id = person.submission_id and address <> ${ADDRESS_DIGEST}`.execute(db);
}
