import { sql } from 'kysely';
import * as words from '#contract/texts/words/own-page.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { lockForm } from '#server/forms/stored-form.ts';
import type { PlacesDeps } from '../promote-waiting.ts';
import type { RegistrationKey } from '../registration-status.ts';
import { findByToken } from '../registration-tokens.ts';
import { findSeriesOf, type OwnSignUp, readOwnSignUp } from './queries.ts';

/** Of one person, so that a link in wrong hands does no more than this. */
const CHANGES_AN_HOUR = 20;
const HOUR_S = 3_600;

export interface OwnDeps extends PlacesDeps {
  readonly timeZone: string;
}

const linkEnded = (): AppError => new AppError('not_found', words.LINK_ENDED);

/** The sign-up of a link. @throws AppError `not_found` when the link is unknown, was revoked or has ended */
export async function findOwn(db: Db, token: string): Promise<OwnSignUp> {
  const submissionId = await findByToken(db, token);
  const own = submissionId === undefined ? undefined : await readOwnSignUp(db, submissionId);
  if (own === undefined) throw linkEnded();
  return own;
}

/** What a change of one's own has done. */
export interface OwnChange {
  /** As it stands afterwards. */
  readonly own: OwnSignUp;
  /** Registrations of others that got another status by it. */
  readonly promoted: readonly RegistrationKey[];
  /** Why a part of it was left as it was, to be thrown once open screens were told of the rest. */
  readonly refusal?: AppError | undefined;
}

/**
 * Runs a change of one's own sign-up in one transaction, alone in its series.
 * @param act gets the sign-up as it stands; gives who was promoted
 * @throws AppError `not_found`, and what `act` throws
 */
export async function changeOwn(
  { db }: OwnDeps,
  token: string,
  act: (tx: Tx, own: OwnSignUp) => Promise<readonly RegistrationKey[]>,
): Promise<OwnChange> {
  return db.transaction().execute(async (tx) => {
    const submissionId = await findByToken(tx, token);
    const seriesId = submissionId === undefined ? undefined : await findSeriesOf(tx, submissionId);
    if (seriesId === undefined || !(await lockForm(tx, { kind: 'series', id: seriesId }))) throw linkEnded();
    // Once more: the link may have been revoked while this waited for the lock.
    const promoted = await act(tx, await findOwn(tx, token));
    return { own: await findOwn(tx, token), promoted };
  });
}

/** Counts a change that is about to be written, and gives the submission another version. @throws AppError `too_many` */
export async function countChange(tx: Tx, { row }: OwnSignUp): Promise<void> {
  // All changes of one call have the time of its transaction.
  const { rows } = await sql<{ changes: number }>`
    select count(distinct at)::integer as changes from registration_changes
    where submission_id = ${row.id} and actor = 'visitor' and kind <> 'link' and at > now() - make_interval(secs => ${HOUR_S})`.execute(tx);
  if ((rows[0]?.changes ?? 0) >= CHANGES_AN_HOUR) throw new AppError('too_many', words.TOO_MANY_CHANGES, { retryAfterSeconds: HOUR_S });
  await tx
    .updateTable('submissions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
}
