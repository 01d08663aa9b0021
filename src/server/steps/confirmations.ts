import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { mailboxKey } from '#contract/rules/email.ts';
import type { Db } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

/** With more confirmation mails to one mailbox within an hour, the form could be used to flood a stranger. */
export const CONFIRMATIONS_AN_HOUR = 3;

/** Two that reserve at the same time may pick the same place; the slower one tries again. */
const ATTEMPTS = CONFIRMATIONS_AN_HOUR + 1;

const digestOf = (email: string): Buffer => hash('sha256', mailboxKey(email), 'buffer');

interface Confirmation {
  readonly submissionId: string;
  readonly email: string;
  readonly ownerId: string;
  /** Confirmations of one series or form within an hour, roughly: simultaneous ones do not count each other. */
  readonly perHour: number;
}

/** Whether the mail may be sent, or the limit that forbids it. */
export type Reservation = 'reserved' | 'mailbox-full' | 'form-full';

/** Null when another reservation took the place that this one picked. */
async function tryReserve(db: Db, { submissionId, email, ownerId, perHour }: Confirmation): Promise<Reservation | null> {
  const digest = digestOf(email);
  const { rows } = await sql<{ outcome: Reservation | null }>`
    with fresh as (
      select place, submission_id from confirmations where email_digest = ${digest} and sent_at > now() - interval '1 hour'
    ), of_form as (
      select count(*) >= ${perHour} as is_full from (
        select from confirmations where form_id = ${ownerId} and sent_at > now() - interval '1 hour' limit ${perHour}) as sent
    ), taken as (
      insert into confirmations as c (email_digest, place, submission_id, form_id)
      select ${digest}::bytea, place, ${submissionId}::uuid, ${ownerId}::uuid from generate_series(1, ${CONFIRMATIONS_AN_HOUR}::int) as place
      where place not in (select fresh.place from fresh) and not exists (select from fresh where submission_id = ${submissionId})
        and not (select is_full from of_form)
      order by place limit 1
      on conflict (email_digest, place) do update set submission_id = excluded.submission_id, form_id = excluded.form_id, sent_at = now()
        where c.sent_at <= now() - interval '1 hour'
      returning 1
    )
    select case
      when exists (select from taken) or exists (select from fresh where submission_id = ${submissionId}) then 'reserved'
      when (select count(*) from fresh) >= ${CONFIRMATIONS_AN_HOUR} then 'mailbox-full'
      when (select is_full from of_form) then 'form-full'
    end as outcome`.execute(db);
  return rows[0]?.outcome ?? null;
}

/** Reserves one of the mailbox's three confirmations an hour, unless its form has used up its own limit. The same sign-up keeps its reservation. */
export async function reserveConfirmation(db: Db, confirmation: Confirmation): Promise<Reservation> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = await tryReserve(db, confirmation);
    if (outcome !== null) return outcome;
  }
  return 'mailbox-full';
}

/** Whether a mailbox has got as many confirmations within the hour as it may. */
export async function isMailboxFull(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from confirmations where email_digest = ${digestOf(email)} and sent_at > now() - interval '1 hour'`.execute(db);
  return rows.length >= CONFIRMATIONS_AN_HOUR;
}

/** Deletes reservations older than an hour; for the hourly cleaning. */
export async function purgeConfirmations(db: Db): Promise<void> {
  await deleteInBatches(db, { table: 'confirmations', where: sql<boolean>`sent_at <= now() - interval '1 hour'`, by: 'sent_at' });
}
