import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { Tx } from '#server/db/connection.ts';
import { PREPARED } from '#server/db/prepared.ts';
import type { SubmissionRow } from '#server/db/tables.ts';

interface EarlierSignUp {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  /** When it was made; seconds since 1970, to the microsecond. */
  readonly at: number;
}

/** A registration of the sign-up; `earlier` is the earliest sign-up of the address that is registered for this event, null without any. */
export interface ComparedRegistration {
  readonly eventId: string;
  readonly title: string;
  readonly status: RegistrationStatus;
  readonly earlier: EarlierSignUp | null;
}

interface Row extends Omit<ComparedRegistration, 'earlier'> {
  readonly earlier: readonly EarlierSignUp[];
}

/**
 * Locks the oldest sign-up in the outbox that has the address of this one. Requires `lockForm`.
 * @returns undefined when this one was settled meanwhile
 */
export async function lockOldest(tx: Tx, submissionId: string): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`${PREPARED}
    select own.* from submissions as asked
    join submissions as own on own.form_id = asked.form_id and own.email_key = asked.email_key and own.awaiting_fan_out
    where asked.id = ${submissionId} and asked.awaiting_fan_out
    order by own.submitted_at, own.id limit 1 for update of own`.execute(tx);
  return rows[0];
}

/** A name without case and blanks. */
const folded = ({ first_name: first, last_name: last }: Pick<SubmissionRow, 'first_name' | 'last_name'>): string =>
  JSON.stringify([first, last].map((name) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')));

/**
 * The registrations of a sign-up, compared with those of its address that stand, that is, are not cancelled: settled ones, and those
 * that came before. Where repeats are allowed only those that wait are compared, with people of the same name.
 */
export async function readRepeats(tx: Tx, signUp: SubmissionRow): Promise<ComparedRegistration[]> {
  const { rows } = await sql<Row>`${PREPARED}
    select registration.event_id as "eventId", event.title, registration.status, coalesce((
      select json_agg(json_build_object('id', other.id, 'first_name', other.first_name, 'last_name', other.last_name,
          'at', extract(epoch from other.submitted_at))
        order by other.submitted_at, other.id)
      from submissions as other
      join registrations as standing on standing.submission_id = other.id and standing.event_id = registration.event_id
      where other.form_id = own.form_id and other.email_key = own.email_key and other.id <> own.id and standing.status <> 'cancelled'
        and (not other.awaiting_fan_out or (other.submitted_at, other.id) < (own.submitted_at, own.id))
    ), '[]') as earlier
    from submissions as own join registrations as registration on registration.submission_id = own.id
    join events as event on event.id = registration.event_id
    where own.id = ${signUp.id} order by event.starts_at nulls last, event.id`.execute(tx);
  const allowsRepeats = (signUp.settles_by ?? 'allow') === 'allow';
  return rows.map(({ earlier, ...registration }) => {
    const isCompared = !allowsRepeats || registration.status === 'waiting' || registration.status === 'offered';
    const same = allowsRepeats ? earlier.filter((other) => folded(other) === folded(signUp)) : earlier;
    return { ...registration, earlier: (isCompared && registration.status !== 'cancelled' ? same[0] : undefined) ?? null };
  });
}
