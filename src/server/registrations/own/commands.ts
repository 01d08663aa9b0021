import { sql } from 'kysely';
import type { ChangeDetails } from '#contract/registrations/registration-changes.ts';
import { allSignUpErrors, arrivalAt, cleanPerson } from '#contract/rules/check-sign-up.ts';
import { emailKey } from '#contract/rules/email.ts';
import { clockTime } from '#contract/rules/event-line.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { type Payload, valueIn } from '#contract/rules/sign-up.ts';
import * as words from '#contract/texts/words/self-service.ts';
import type { Config } from '#server/config/config.ts';
import { type Db, numberOf, type Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { wakeWorkers } from '#server/db/notify.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { FORM_NAMES, isForm, lockForm, lockRegistrations } from '#server/form-store/form-rows.ts';
import { HELD_MAX_MS } from '#server/steps/mail-limits.ts';
import { checkEdit, conflictOf, conflictsOf, type SentField, sentFields } from '#server/versioned-edit.ts';
import { VISITOR, type Write, write, type WriteDeps } from '#server/write.ts';
import { aboutSignUp } from '../changes.ts';
import { givenAnswers, recordCorrection, sentAnswers, writeFields } from '../edits.ts';
import { findByToken, recordLink } from '../links.ts';
import { changeStatus, registrationNotices } from '../status.ts';
import { addressDigest, subscribeAgain } from '../suppressions.ts';
import { endRegistrations } from '../waiting-list.ts';
import {
  asPublicEvents,
  canGiveUp,
  canCorrect,
  fieldsOf,
  heldEvents,
  type OwnEvent,
  type OwnSignUp,
  readOwnSignUp,
  whyNot,
} from './queries.ts';

/** By one person, so that a link in the wrong hands can do no more than this. */
const CHANGES_AN_HOUR = 20;
const HOUR_S = 3_600;

export interface OwnDeps extends WriteDeps, Pick<Config, 'timeZone' | 'confirmationsPerHour'> {}

const linkEnded = (): AppError => new AppError('not_found', words.LINK_ENDED);

/** The sign-up of a link. @throws AppError `not_found` when the link is unknown, was revoked or has ended */
export async function findOwn(db: Db, token: string): Promise<OwnSignUp> {
  const found = await findByToken(db, token);
  const own = found === undefined ? undefined : await readOwnSignUp(db, found.submissionId);
  if (own === undefined) throw linkEnded();
  return own;
}

/** The key of the person's registration for an event. */
export const ownKey =
  ({ row }: OwnSignUp) =>
  ({ id }: OwnEvent) => ({ eventId: id, submissionId: row.id });

/** Changes one's own sign-up under the lock of its series. @param act gets its current state @returns what `act` returns @throws AppError `not_found`, and what `act` throws */
export const changeOwn = async <T>(deps: OwnDeps, token: string, act: (w: Write, own: OwnSignUp) => Promise<T>): Promise<T> =>
  write(deps, VISITOR, async (w) => {
    const found = await findByToken(w, token);
    if (found === undefined || !(await lockForm(w, { kind: 'series', id: found.seriesId }))) throw linkEnded();
    // So that nobody is checked in at the same time.
    await lockRegistrations(w, undefined, [found.submissionId]);
    // Again: the link may have been revoked while this waited for the lock.
    const own = await findOwn(w, token);
    w.changed(...registrationNotices(found.seriesId, own.events.map(ownKey(own))));
    return act(w, own);
  });

/** Counts a change that is about to be written, and gives the submission another version. @throws AppError `too_many` */
export async function countChange(tx: Tx, { row }: Pick<OwnSignUp, 'row'>): Promise<void> {
  // All changes of one call have the time of its transaction. What others cause by signing up with the address does not count.
  const changes = await numberOf(tx)`
    select count(distinct at)::integer from registration_changes
    where submission_id = ${row.id} and actor = 'visitor' and kind not in ('link', 'repeated', 'updated')
      and at > now() - make_interval(secs => ${HOUR_S})`;
  if (changes >= CHANGES_AN_HOUR) throw new AppError('too_many', words.TOO_MANY_CHANGES, { retryAfterSeconds: HOUR_S });
  await sql`update submissions set version = version + 1 where id = ${row.id}`.execute(tx);
}

/** @throws AppError `conflict` when it is not of the sign-up */
export function ownEvent({ events }: OwnSignUp, eventId: string): OwnEvent {
  const event = events.find(({ id }) => id === eventId);
  if (event === undefined) throw new AppError('conflict', words.NOT_YOUR_EVENT);
  return event;
}

/** Why someone gives up a place, offer or position. */
export type GivenWhy = Pick<ChangeDetails, 'why' | 'why_note'>;

/** Ends these registrations on behalf of their person. Requires `lockForm`. */
export async function endHeld(w: Write, own: OwnSignUp, held: readonly OwnEvent[], given?: GivenWhy): Promise<void> {
  const offers = held.filter(({ status }) => status === 'offered');
  const others = held.filter(({ status }) => status !== 'offered');
  await endRegistrations(
    w,
    own.series.id,
    { registrations: others.map(ownKey(own)), kind: 'cancelled', details: { reason: 'visitor', ...given } },
    { registrations: offers.map(ownKey(own)), kind: 'declined', details: { reason: 'declined', ...given } },
  );
}

/** Gives up places, offers and positions, all or none. @returns the previous events @throws AppError as `changeOwn`, `conflict` or `too_many` */
export const cancelOwn = async (deps: OwnDeps, token: string, eventIds: readonly string[] | 'all', given?: GivenWhy): Promise<OwnEvent[]> =>
  changeOwn(deps, token, async (w, own) => {
    const events = eventIds === 'all' ? heldEvents(own) : eventIds.map((id) => ownEvent(own, id));
    const held = events.filter(({ status }) => status !== 'cancelled');
    const kept = held.filter((event) => !canGiveUp(own, event));
    if (kept.length > 0) throw new AppError('conflict', whyNot(own, kept, deps.timeZone));
    if (held.length > 0) {
      await countChange(w, own);
      await endHeld(w, own, held, given);
    }
    return events;
  });

/** Accepts or declines an offered place, unless that was done already. @returns the previous event @throws AppError `not_found`, `too_many`, or `conflict` with the present status when the offer has ended */
export const answerOffer = async (deps: OwnDeps, token: string, eventId: string, answer: 'accept' | 'decline'): Promise<OwnEvent> =>
  changeOwn(deps, token, async (w, own) => {
    const event = ownEvent(own, eventId);
    const { status, title, cancelledAt, hasOfferEnded } = event;
    const isAccepted = answer === 'accept';
    if (status === 'offered') await countChange(w, own);
    if (status === (isAccepted ? 'confirmed' : 'cancelled')) return event;
    if (isAccepted && cancelledAt !== null) throw new AppError('conflict', words.hasBeenCancelled(title));
    if (status !== 'offered' || (isAccepted && hasOfferEnded))
      throw new AppError('conflict', words.OFFER_HAS_ENDED, { current: { status } });
    if (isAccepted) await changeStatus(w, own.series.id, [ownKey(own)(event)], { status: 'confirmed', kind: 'accepted' });
    else await endHeld(w, own, [event]);
    return event;
  });

/** Sends the registration with a new link, a few times an hour. @returns the message if that takes a while @throws AppError `not_found` or `too_many` */
export const resendLink = async (deps: OwnDeps, token: string): Promise<string | undefined> =>
  changeOwn(deps, token, async (w, { row, series }) => {
    const full = await recordLink(w, { seriesId: series.id, submissionId: row.id, email: row.email }, deps.confirmationsPerHour);
    if (full === undefined) return undefined;
    const { mails, within, freeInMs } = full;
    if (freeInMs > HELD_MAX_MS) throw new AppError('too_many', words.SENT_ALREADY);
    return words.sentSoMany(mails, within, clockTime(new Date(Date.now() + freeInMs), deps.timeZone));
  });

/** A worker mails an address its links, so that neither the answer nor its timing shows whether it is signed up. @throws AppError `not_found` */
export async function askForLink(deps: WriteDeps, seriesId: string, email: string): Promise<void> {
  await write(deps, VISITOR, async (w) => {
    const { numAffectedRows } = await sql`
      insert into lost_links (id, form_id, email_key)
      select ${newId()}, id, ${emailKey(email)} from forms where ${isForm({ kind: 'series', id: seriesId })} for key share`.execute(w);
    if (numAffectedRows !== 1n) throw notFound(FORM_NAMES.series);
    await wakeWorkers(w, 'lost links');
  });
}

/** What was sent, as it is stored, without the address and keys that were not sent. */
function storedColumns(sent: Payload): Record<string, unknown> {
  const { email: _address, ...texts } = cleanPerson(sent);
  const consent = valueIn(sent, 'accepts_marketing');
  return { ...texts, ...(consent === undefined ? {} : { accepts_marketing: consent === true }) };
}

/** Checked by the form's rules; what was not sent is not checked. @throws AppError `invalid` */
function check(own: OwnSignUp, sent: Payload, timeZone: string): void {
  const { row } = own;
  const events = asPublicEvents(heldEvents(own));
  const form = { kind: 'series', events, fields: own.fields } as const;
  const payload = { ...row, ...row.answers, ...sent, events: events.map(({ id }) => id) };
  const errors = allSignUpErrors(form, payload, arrivalAt(Date.now(), timeZone)).filter(
    // Fields that staff left empty may stay empty.
    ({ path }) => path !== 'events' && ![undefined, valueIn<unknown>({ ...row }, path)].includes(valueIn(sent, path)),
  );
  if (errors.length > 0) throw invalid(errors);
}

/** Writes these fields of one's own sign-up, and records the correction. @throws AppError `too_many` */
export async function writeCorrection(
  w: Write,
  own: Pick<OwnSignUp, 'row'> & { readonly fields: readonly Pick<PublicField, 'name' | 'label'>[] },
  sent: readonly SentField[],
): Promise<void> {
  const { row } = own;
  const accepted = checkEdit(w, { about: aboutSignUp(row), row, sent, ifMatch: undefined });
  if (accepted === undefined) return;
  await countChange(w, own);
  await writeFields(w, row, sent, accepted);
  await recordCorrection(w, row, { changed: accepted.changed, sent, fields: own.fields });
  // The link to the self-service page was mailed to the address, so nobody else can consent.
  if (sent.some(({ name, stored, sent: now }) => name === 'accepts_marketing' && stored !== now && now === true))
    await subscribeAgain(w, addressDigest(row.email_key));
}

/** Corrects details and answers, except for what staff changed after `readAt`. @throws AppError `not_found`, `invalid`, `too_many`, or `conflict` with what was left unchanged or may not be corrected */
export async function correctOwn(deps: OwnDeps, token: string, sent: Payload, readAt: number | undefined): Promise<void> {
  const conflicts = await changeOwn(deps, token, async (w, own) => {
    if (!canCorrect(own)) throw new AppError('conflict', whyNot(own, heldEvents(own), deps.timeZone));
    check(own, sent, deps.timeZone);
    const all = [...sentFields({ ...own.row }, storedColumns(sent)), ...sentAnswers(own.row, givenAnswers(fieldsOf(own), sent))];
    const left = conflictsOf(own.row, all, readAt);
    const others = all.filter((field) => !left.includes(field));
    await writeCorrection(w, own, others);
    return left;
  });
  if (conflicts.length > 0) throw conflictOf(conflicts);
}
