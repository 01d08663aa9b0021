import { sql } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import * as words from '#contract/texts/words/own-page.ts';
import type { Db } from '#server/db/connection.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { isForm } from '#server/forms/stored-form.ts';
import { CONFIRMATIONS_AN_HOUR, isMailboxFull } from '#server/steps/confirmations.ts';
import { endRegistrations } from '../end-registration.ts';
import { acceptOffer, declineOffer } from '../offers.ts';
import { recordChanges } from '../registration-changes.ts';
import { changeOwn, countChange, type OwnChange, type OwnDeps } from './change-own.ts';
import { canCancel, whyNot } from './permissions.ts';
import type { OwnEvent, OwnSignUp } from './queries.ts';

const keyOf =
  ({ row }: OwnSignUp) =>
  ({ id }: OwnEvent) => ({ eventId: id, submissionId: row.id });

/** @throws AppError `invalid` at `path` when one is not of the sign-up */
function eventsWith(own: OwnSignUp, ids: readonly string[], path: string): OwnEvent[] {
  const events = own.events.filter(({ id }) => ids.includes(id));
  if (events.length < new Set(ids).size) throw invalid([{ path, message: words.NOT_YOUR_EVENT }]);
  return events;
}

/**
 * Gives places, offers and positions on waiting lists up, all or none. What is given up already stays so.
 * @throws AppError `not_found`, `invalid`, `conflict` or `too_many`
 */
export async function cancelOwn(deps: OwnDeps, token: string, eventIds: readonly string[]): Promise<OwnChange> {
  return changeOwn(deps, token, async (tx, own) => {
    const held = eventsWith(own, eventIds, 'event_ids').filter(({ status }) => status !== 'cancelled');
    const kept = held.filter((event) => !canCancel(own, event));
    if (kept.length > 0) throw new AppError('conflict', whyNot(own, kept, deps.timeZone));
    if (held.length === 0) return [];
    await countChange(tx, own);
    const key = keyOf(own);
    const { true: offers = [], false: others = [] } = Object.groupBy(held, ({ status }) => (status === 'offered' ? 'true' : 'false'));
    const { canMail } = deps;
    return [
      ...(await endRegistrations(tx, own.series.id, others.map(key), {
        kind: 'cancelled',
        actor: 'visitor',
        details: { reason: 'visitor' },
        toldAtOnce: true,
        canMail,
      })),
      ...(await endRegistrations(tx, own.series.id, offers.map(key), {
        kind: 'declined',
        actor: 'visitor',
        details: { reason: 'declined' },
        canMail,
      })),
    ];
  });
}

/** Takes an offered place. @throws AppError `not_found`, `invalid`, `conflict` or `too_many` */
export async function acceptOwn(deps: OwnDeps, token: string, eventId: string): Promise<OwnChange> {
  return changeOwn(deps, token, async (tx, own) => {
    const [event] = eventsWith(own, [eventId], 'event_id');
    if (event?.status === 'offered') await countChange(tx, own);
    await acceptOffer(tx, { seriesId: own.series.id, eventId, submissionId: own.row.id });
    return [];
  });
}

/** Declines an offered place. @throws AppError `not_found`, `invalid`, `conflict` or `too_many` */
export async function declineOwn(deps: OwnDeps, token: string, eventId: string): Promise<OwnChange> {
  return changeOwn(deps, token, async (tx, own) => {
    const [event] = eventsWith(own, [eventId], 'event_id');
    if (event?.status === 'offered') await countChange(tx, own);
    return declineOffer(tx, { seriesId: own.series.id, eventId, submissionId: own.row.id }, deps);
  });
}

/** Sends the registration with a new link, a few times an hour. @throws AppError `not_found` or `too_many` */
export async function resendLink(deps: OwnDeps, token: string): Promise<OwnChange> {
  return changeOwn(deps, token, async (tx, { row, series }) => {
    const { rows } = await sql`
      select from registration_changes where submission_id = ${row.id} and kind = 'link' and at > now() - interval '1 hour'`.execute(tx);
    if (rows.length >= CONFIRMATIONS_AN_HOUR || (await isMailboxFull(tx, row.email))) throw new AppError('too_many', words.SENT_ALREADY);
    await recordChanges(tx, [{ seriesId: series.id, submissionId: row.id, eventId: null, kind: 'link', actor: 'visitor' }]);
    return [];
  });
}

/**
 * Has the links of an address mailed to it. It is looked up by a worker only, so that neither the answer nor its time tells whether the
 * address is signed up.
 * @throws AppError `not_found` without such a series
 */
export async function askForLink(db: Db, seriesId: string, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const series = await tx
      .selectFrom('forms')
      .select('id')
      .where(isForm({ kind: 'series', id: seriesId }))
      .executeTakeFirst();
    if (series === undefined) throw notFound('Event series');
    const details = { address: emailKey(email) };
    await recordChanges(tx, [{ seriesId, submissionId: null, eventId: null, kind: 'link', actor: 'visitor', details }]);
  });
}
