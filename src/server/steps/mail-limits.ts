import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MailingKind, MailKind } from '#contract/registrations/mail-kind.ts';
import { mailboxKey } from '#contract/rules/email.ts';
import { HOUR_MS } from '#contract/time.ts';
import { type Db, oneRowOf } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

/** The mails that count towards one limit of a mailbox. */
interface MailLimit {
  readonly name: string;
  readonly perHour: number;
  readonly perDay: number;
  /** Whether they count for the limit of their form. */
  readonly isOfForm: boolean;
}

/** For mails that anyone who knows an address can cause: with more, the form could be used to flood a stranger. */
const CAUSED_BY_ANYONE: MailLimit = { name: 'anyone', perHour: 3, perDay: 20, isOfForm: true };
/** For mails caused by others, such as when many places are given up together. */
const CAUSED_BY_OTHERS: MailLimit = { name: 'others', perHour: 6, perDay: 24, isOfForm: false };
/** For automatic mails, since anyone can sign an address up for many events. */
const REMINDERS: MailLimit = { name: 'reminders', perHour: 20, perDay: 20, isOfForm: false };

/** The kinds of mail to people who signed up. */
export type OutgoingKind = MailKind | MailingKind | 'confirmation';

const MAIL_LIMITS: Readonly<Record<OutgoingKind, MailLimit | undefined>> = {
  confirmation: CAUSED_BY_ANYONE,
  waiting: CAUSED_BY_ANYONE,
  offer: CAUSED_BY_OTHERS,
  place: CAUSED_BY_OTHERS,
  offer_ended: CAUSED_BY_OTHERS,
  cancelled: CAUSED_BY_ANYONE,
  updated: CAUSED_BY_ANYONE,
  repeated: CAUSED_BY_ANYONE,
  link: CAUSED_BY_ANYONE,
  event_changed: undefined,
  event_cancelled: undefined,
  passed_on: undefined,
  reminder: REMINDERS,
  starting_soon: REMINDERS,
  thank_you: REMINDERS,
  mailing: undefined,
};

/** The longest that a mail waits because its mailbox has had enough. */
export const HELD_MAX_MS = 3 * HOUR_MS;

export interface LimitedMail {
  /** The id of the sign-up or change that it is about, which keeps its reservation for an hour. */
  readonly id: string;
  readonly kind: OutgoingKind;
  readonly email: string;
  readonly formId: string;
}

/** How many mails a mailbox has had, within what time, and when it may get the next one. */
export interface FullMailbox {
  readonly mails: number;
  readonly within: 'hour' | 'day';
  readonly freeInMs: number;
}

export type Reservation = 'reserved' | 'form-full' | FullMailbox;

/** Reserves a place among its mailbox's mails, if its kind has a limit. @param perHour mails under a limit for one series or form (setting CONFIRMATIONS_PER_HOUR) */
export async function reserveMail(db: Db, { id, kind, email, formId }: LimitedMail, perHour: number): Promise<Reservation> {
  const limit = MAIL_LIMITS[kind];
  if (limit === undefined) return 'reserved';
  const mailbox = hash('sha256', `${limit.name} ${mailboxKey(email)}`, 'buffer');
  const { outcome, ...full } = await oneRowOf<{ outcome: 'reserved' | 'form-full' | 'mailbox-full' } & Omit<FullMailbox, 'mails'>>(db)`
    select outcome, within, free_in as "freeInMs" from reserve_mail(
      ${id}, ${mailbox}, ${limit.isOfForm ? formId : null}, ${limit.perHour}, ${limit.perDay}, ${perHour})`;
  if (outcome !== 'mailbox-full') return outcome;
  return { mails: full.within === 'hour' ? limit.perHour : limit.perDay, ...full };
}

/** Deletes reservations older than a day; for the hourly cleanup. */
export async function purgeReservations(db: Db): Promise<void> {
  await deleteInBatches(db, { table: 'mail_reservations', where: sql`reserved_at <= now() - interval '1 day'`, by: 'reserved_at' });
}
