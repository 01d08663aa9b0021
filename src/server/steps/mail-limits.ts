import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { mailboxKey } from '#contract/rules/email.ts';
import type { Db } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

interface MailLimit {
  /** Mails under this limit to one mailbox. */
  readonly perHour: number;
}

/** Of mails that anybody who knows an address can cause: with more, the form could be used to flood a stranger. */
export const CAUSED_BY_ANYONE: MailLimit = { perHour: 3 };

/** The limit that a kind of mail is under. */
const MAIL_LIMITS: Readonly<Record<MailKind | 'confirmation', MailLimit | undefined>> = {
  confirmation: CAUSED_BY_ANYONE,
  waiting: CAUSED_BY_ANYONE,
  offer: undefined,
  place: undefined,
  offer_ended: undefined,
  cancelled: CAUSED_BY_ANYONE,
  updated: CAUSED_BY_ANYONE,
  repeated: CAUSED_BY_ANYONE,
  link: CAUSED_BY_ANYONE,
  event_changed: undefined,
  event_cancelled: undefined,
};

export interface LimitedMail {
  /** Of the sign-up or change that it is about, which keeps its reservation for an hour. */
  readonly id: string;
  readonly kind: MailKind | 'confirmation';
  readonly email: string;
  readonly formId: string;
}

/** Whether the mail may be sent, or the limit that forbids it. */
export type Reservation = 'reserved' | 'mailbox-full' | 'form-full';

/** Reserves one of a mailbox's mails of the hour, where its kind has a limit. @param perHour mails under a limit for one series or form (setting CONFIRMATIONS_PER_HOUR) */
export async function reserveMail(db: Db, { id, kind, email, formId }: LimitedMail, perHour: number): Promise<Reservation> {
  const limit = MAIL_LIMITS[kind];
  if (limit === undefined) return 'reserved';
  const mailbox = hash('sha256', mailboxKey(email), 'buffer');
  const { rows } = await sql<{ outcome: Reservation }>`
    select reserve_mail(${id}, ${mailbox}, ${formId}, ${limit.perHour}, ${perHour}) as outcome`.execute(db);
  return rows[0]?.outcome ?? 'mailbox-full';
}

/** Deletes reservations older than an hour; for the hourly cleaning. */
export async function purgeReservations(db: Db): Promise<void> {
  const where = sql<boolean>`reserved_at <= now() - interval '1 hour'`;
  await deleteInBatches(db, { table: 'mail_reservations', where, by: 'reserved_at' });
}
