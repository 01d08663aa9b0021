import { sql } from 'kysely';
import type { Audience, Purpose } from '#contract/attendees/audience.ts';
import type { MailingKind } from '#contract/registrations/mail-kind.ts';
import type { Db } from '#server/db/connection.ts';

/** The mail of a mailing to one person, with what it is about as it is now. */
export interface PersonMail {
  readonly personId: string;
  readonly mailingId: string;
  readonly kind: MailingKind;
  readonly formId: string;
  /** Written by staff. */
  readonly subject: string | null;
  readonly template: string | null;
  readonly purpose: Purpose;
  readonly audience: Audience;
  /** Of an automatic mail, with the start that it was made for. */
  readonly eventId: string | null;
  readonly forDate: Date | null;
  /** Of that event; null when it was deleted. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly note: string | null;
  readonly title: string | null;
  /** The list for which the thank-you of the series asks. */
  readonly feedbackListId: string | null;
  /** Whether the one event that it is about was cancelled since the mailing was made. */
  readonly isCancelled: boolean;
  /** Whether an event that was chosen is deleted. */
  readonly isEventDeleted: boolean;
  readonly isStopped: boolean;
  /** Whether it is marketing, to which the person does not agree. */
  readonly isUnsubscribed: boolean;
  /** Whether the person's present address has a mail of this mailing as somebody else. */
  readonly isElsewhere: boolean;
  /** Whether the person's address was changed since the mailing was written. */
  readonly hasOtherAddress: boolean;
}

const ADDRESS = sql`sha256(convert_to(submission.email_key, 'UTF8'))`;

/** The mails to these rows of `mailing_people`, by id; those of deleted mailings and people are omitted. */
export async function listPersonMails(db: Db, ids: readonly string[]): Promise<Map<string, PersonMail>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PersonMail>`
    select person.id as "personId", mailing.id as "mailingId", mailing.kind, mailing.form_id as "formId", mailing.subject, mailing.template,
      mailing.purpose, mailing.audience, mailing.event_id as "eventId", mailing.for_date as "forDate", event.starts_at as "startsAt", event.ends_at as "endsAt",
      event.reminder_note as note, event.title,
      (select feedback_list_id from forms where id = mailing.form_id) as "feedbackListId", coalesce(event.cancelled_at > mailing.created_at, false) as "isCancelled",
      exists (
        select from jsonb_array_elements(case jsonb_typeof(mailing.audience -> 'events') when 'array' then mailing.audience -> 'events' else '[]' end) as chosen
        where not exists (select from events where id = (chosen #>> '{}')::uuid)
      ) as "isEventDeleted",
      mailing.stopped_at is not null as "isStopped", person.address <> ${ADDRESS} as "hasOtherAddress",
      mailing.purpose = 'marketing' and (not submission.accepts_marketing or exists (select from suppressions where digest = ${ADDRESS})) as "isUnsubscribed",
      exists (
        select from mailing_people as other where other.mailing_id = mailing.id and other.address = ${ADDRESS} and other.id <> person.id
      ) as "isElsewhere"
    from mailing_people as person join mailings as mailing on mailing.id = person.mailing_id
    join submissions as submission on submission.id = person.submission_id
    left join events as event on event.id = mailing.event_id
    where person.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.personId, row]));
}

/** Makes the present address of the person that of the mail, so that no other sign-up of the address gets it too. */
export async function keepAddress(db: Db, { personId }: PersonMail): Promise<void> {
  await sql`
    update mailing_people as person set address = ${ADDRESS} from submissions as submission
    where person.id = ${personId} and submission.id = person.submission_id and address <> ${ADDRESS}`.execute(db);
}
