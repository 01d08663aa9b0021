import { momentOf } from '#contract/mailings/mail-moments.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangedValue, ChangeKind } from '#contract/registrations/registration-changes.ts';
import { clockTime, eventLine } from '#contract/rules/event-line.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { changesSeenBy } from '#contract/rules/mail/mail-items.ts';
import { ADDRESS_LIMIT } from '#contract/steps/causes.ts';
import * as texts from '#contract/texts/steps.ts';
import type { MailText } from '#contract/texts/words/mails.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { errorCode } from '#server/db/outage.ts';
import type { FormCache } from '#server/form-store/form-cache.ts';
import { createTokenFor, deleteTokens, hasLink } from '#server/registrations/links.ts';
import { changesAnything } from '#server/registrations/repeats/undo.ts';
import { startOffers } from '#server/registrations/waiting-list.ts';
import type { MailClient } from '#server/services/mail.ts';
import { notAttempted, permanent, ServiceError } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { type FullMailbox, HELD_MAX_MS, type OutgoingKind, reserveMail } from '#server/steps/mail-limits.ts';
import { type AttemptContext, HeldBack, Skipped, type Success } from '#server/steps/run-steps.ts';
import { selfServiceUrl } from '#server/tokens/access-token.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { SERVER, write, type WriteDeps } from '#server/write.ts';
import { promotedIn, type StoredChange } from '../change-details.ts';
import { keepAddress, type PersonMail } from '../mailing-details.ts';
import { eventsWith, type SignUpDetails, whyNoPlace } from '../sign-up-details.ts';
import { reserveTogether } from './held-mails.ts';

/** The status that a registration has while its mail about a change still applies. */
const HOLDS_WHILE: Readonly<Partial<Record<ChangeKind, RegistrationStatus>>> = {
  joined: 'waiting',
  offered: 'offered',
  accepted: 'confirmed',
  expired: 'cancelled',
  promoted: 'confirmed',
  cancelled: 'cancelled',
  restored: 'confirmed',
  withdrawn: 'waiting',
};

/** Sent by every limited series. Without mail on the server they are skipped rather than failed, since staff did not ask for them. */
const SENT_WITHOUT_SETTINGS: readonly OutgoingKind[] = ['waiting', 'place'];
export const MAIL_NOT_CONFIGURED = 'Email is not set up on this server. The person who runs it must set SMTP_URL; then retry.';
const SWITCHED_OFF = 'The email settings of this form were cleared before this email was sent.';

const FORM_FULL =
  'Held back: this form has sent as many confirmations within an hour as CONFIRMATIONS_PER_HOUR allows. If these sign-ups are genuine, retry them after the hour.';

/** What the person reads about a changed event: its current state. */
export function changesNow({ status, now, details: { before } }: StoredChange, timeZone: string): ChangedValue[] {
  if (status === null || before === undefined || now === null) return [];
  return changesSeenBy(status, before, now, (date, end) => eventLine(date, timeZone, end));
}

function whyNotOfEvent(change: StoredChange): string | undefined {
  if (change.now === null) return texts.EVENT_DELETED;
  if (change.status === null) return texts.REGISTRATION_DELETED;
  if (change.status === 'cancelled') return texts.STATUS_NOW.cancelled;
  if (change.isEventCancelled && change.isRepeated) return texts.LATER_MAIL;
  return changesNow(change, 'UTC').length === 0 ? 'the changes were undone' : undefined;
}

function whyOutdated({ kind, status, isRepeated, isEventCancelled }: StoredChange, holdsWhile: RegistrationStatus): string | undefined {
  if (status === null) return texts.REGISTRATION_DELETED;
  if (kind === 'offered' && status === 'waiting') return texts.NO_OFFER.withdrawn;
  if (status !== holdsWhile) return texts.STATUS_NOW[status];
  if (isEventCancelled && kind !== 'cancelled') return texts.EVENT_IS_CANCELLED;
  return isRepeated ? texts.LATER_MAIL : undefined;
}

/** Why a mail about a change no longer applies; undefined while it does. The latest of a kind replaces those that were held back. */
function whyNotOfChange(change: StoredChange, { events }: SignUpDetails, { wasHeldBack }: AttemptContext): string | undefined {
  const { kind, eventId, isRepeated, details } = change;
  const isAny = (ids: readonly string[] | undefined, as: RegistrationStatus) =>
    eventsWith({ events }, as).some(({ id }) => ids?.includes(id));
  if (details.before !== undefined) return whyNotOfEvent(change);
  // With several events, those that the person holds again are omitted from the mail.
  if (details.left !== undefined) return kind === 'cancelled' && !isAny(details.left, 'cancelled') ? texts.STATUS_NOW.confirmed : undefined;
  const holdsWhile = eventId === null ? undefined : HOLDS_WHILE[kind];
  if (holdsWhile === undefined) return wasHeldBack && isRepeated ? texts.LATER_MAIL : undefined;
  return isAny(details.promoted, holdsWhile) ? undefined : whyOutdated(change, holdsWhile);
}

/** People who had the mail for the old date get it again only if the new date is at least this far away. */
const OTHER_DATE_MS = DAY_MS;
/** Longer than any mailing stays stopped: "Send the rest" makes its mails due. */
const STOPPED_MS = 3_650 * DAY_MS;

/** Why an automatic mail no longer applies to its event: it was deleted, moved, or has begun; undefined while it does. */
function whyNotAutomatic({ kind, forDate, startsAt, title }: PersonMail): string | undefined {
  if (forDate === null) return undefined;
  if (title === null) return texts.EVENT_DELETED;
  if (startsAt === null || Math.abs(startsAt.getTime() - forDate.getTime()) >= OTHER_DATE_MS) return 'the event was moved';
  if (kind === 'thank_you') return undefined;
  return startsAt.getTime() <= Date.now() ? texts.NO_OFFER.begun : undefined;
}

/** @throws HeldBack for a thank-you whose moment was moved since it was begun; for an hour at most, as it may be moved again */
function waitForMoment({ kind, startsAt, endsAt, thankYouMinutes }: PersonMail, timeZone: string): void {
  if (kind !== 'thank_you' || startsAt === null) return;
  const event = momentsAsText({ date: startsAt, end_date: endsAt });
  const pauseMs = (momentOf(kind, thankYouMinutes, event, timeZone) ?? endOf(event, timeZone)) - Date.now();
  if (pauseMs > 0)
    throw new HeldBack('Held back until the time set after the event. Retry sends it now.', {
      pauseMs: Math.min(pauseMs, HOUR_MS),
      isDeferred: true,
    });
}

function whyNotToPerson(mailing: PersonMail, signUp: SignUpDetails): string | undefined {
  if (mailing.isCancelled) return texts.EVENT_WAS_CANCELLED;
  const ofEvent = whyNotAutomatic(mailing);
  if (ofEvent !== undefined) return ofEvent;
  if (mailing.isElsewhere) return texts.ADDRESS_HAS_IT;
  return mailing.isUnsubscribed ? 'the person has unsubscribed' : whyNotAmong(mailing, signUp);
}

function whyNotAmong({ audience, eventId, isEventDeleted }: PersonMail, { kind, events }: SignUpDetails): string | undefined {
  const { events: chosen = 'all', statuses = ['confirmed'] } = audience;
  if (kind === 'marketing') return undefined;
  const held = events.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  const matching = held.filter(({ status }) => statuses.includes(status));
  // With several events, none was cancelled when the mailing was confirmed.
  if (matching.some(({ isCancelled }) => !isCancelled || eventId !== null)) return undefined;
  if (matching.length > 0) return texts.EVENT_WAS_CANCELLED;
  if (held[0] !== undefined) return texts.STATUS_NOW[held[0].status];
  return isEventDeleted ? texts.EVENT_DELETED : texts.REGISTRATION_DELETED;
}

interface OutgoingDeps extends WriteDeps, Pick<Services, 'mail'>, Pick<Config, 'timeZone' | 'confirmationsPerHour'> {}

/** A mail whose step is being attempted. */
interface DueMail<Kind extends OutgoingKind> {
  /** Undefined if this is not mailed. */
  readonly kind: Kind | undefined;
  readonly signUp: SignUpDetails;
  readonly change?: StoredChange;
  /** For a mail about all sign-ups of the address: the others. */
  readonly others?: readonly SignUpDetails[];
  readonly mailing?: PersonMail;
}

function mailOrThrow({ mail }: OutgoingDeps, kind: OutgoingKind, signUp: SignUpDetails): MailClient {
  if (mail !== undefined) return mail;
  if (SENT_WITHOUT_SETTINGS.includes(kind) && signUp.settings.email_template === null) throw new Skipped('email is not set up');
  throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
}

/** Holds a mail back while its mailbox is over its limit: until its next mail may be sent, but not for long. */
function heldBack({ mails, within, freeInMs }: FullMailbox, kind: OutgoingKind, timeZone: string, context: AttemptContext): Error {
  const why = `this address got ${mails} emails within ${within === 'hour' ? 'an hour' : 'a day'}.`;
  const next = kind === 'offer' ? 'The place was offered to the next person.' : 'Retry sends it now.';
  if (context.sinceFirstAttemptMs + freeInMs > HELD_MAX_MS) return permanent(`Held back: ${why} ${next}`, ADDRESS_LIMIT);
  const until = clockTime(new Date(Date.now() + freeInMs), timeZone);
  return new HeldBack(`Held back until ${until}: ${why} Retry sends it now.`, { reason: ADDRESS_LIMIT, pauseMs: freeInMs });
}

/** One that may leave now. */
export interface ClearedMail<Kind extends OutgoingKind = OutgoingKind> {
  readonly kind: Kind;
  readonly mail: MailClient;
  /** Sign-ups whose confirmations were also waiting for the mailbox, and are sent with this one. */
  readonly held: readonly SignUpDetails[];
  /** When the offers of the mail end, by event. */
  readonly offerEnds: ReadonlyMap<string, Date>;
}

/** The text of the confirmation that a sign-up gets. @throws ServiceError when staff cleared it, Skipped when another mail said the same */
export async function confirmationText({ db }: Pick<OutgoingDeps, 'db'>, { id, settings }: SignUpDetails): Promise<MailText> {
  const { email_from: from, email_subject: subject, email_template: template } = settings;
  if (from !== null && subject !== null && template !== null) return { subject, template };
  const changes = db.selectFrom('registration_changes').select('id').where('submission_id', '=', id);
  const place = await changes.where('kind', 'in', ['promoted', 'accepted']).executeTakeFirst();
  if (place !== undefined) throw new Skipped('has since been given a place, and was emailed about it');
  throw permanent(SWITCHED_OFF, 'switched_off');
}

/** Whether a mail with the links of an address has anything to say. */
const saysAnything = (signUp: SignUpDetails, others: readonly SignUpDetails[]): boolean =>
  [signUp, ...others].some((each) => hasLink(each) || [...eventsWith(each, 'confirmed'), ...eventsWith(each, 'waiting')].length > 0);

function whyNoLongerTrue(due: DueMail<OutgoingKind>, context: AttemptContext): string | undefined {
  const { kind, signUp, change, mailing, others = [] } = due;
  if (mailing !== undefined) return whyNotToPerson(mailing, signUp);
  if (change === undefined) return undefined;
  if (kind === 'link' && !saysAnything(signUp, others)) return 'the address no longer has a registration';
  return whyNotOfChange(change, signUp, context);
}

/** @throws Skipped, HeldBack or ServiceError if the mail must not be sent now, however many its mailbox has had */
async function checkWanted<Kind extends OutgoingKind>(deps: OutgoingDeps, due: DueMail<Kind>, context: AttemptContext) {
  const { kind, signUp, change, mailing } = due;
  if (kind === undefined) throw new Skipped(change === undefined ? whyNoPlace(signUp) : 'there is no email about this');
  if (mailing?.isStopped === true && !context.wasRetriedByStaff)
    throw new HeldBack(texts.MAILING_STOPPED, { pauseMs: STOPPED_MS, isDeferred: true });
  const why = whyNoLongerTrue(due, context);
  if (why !== undefined) throw new Skipped(why);
  if (mailing !== undefined && !context.wasRetriedByStaff) waitForMoment(mailing, deps.timeZone);
  if (kind === 'confirmation') await confirmationText(deps, signUp);
  return kind;
}

/** @returns sign-ups whose confirmations are sent with this one @throws HeldBack or ServiceError while it may not leave, Skipped when another mail has claimed it */
async function reserveOrHoldBack(
  deps: OutgoingDeps,
  kind: OutgoingKind,
  { signUp, change, mailing }: DueMail<OutgoingKind>,
  context: AttemptContext,
): Promise<readonly SignUpDetails[]> {
  const id = mailing?.personId ?? change?.id ?? signUp.id;
  const reserveIn = async (db: Db) => {
    const { email, ownerId: formId } = signUp;
    const reservation = await reserveMail(db, { id, kind, email, formId }, deps.confirmationsPerHour);
    if (reservation === 'form-full') throw permanent(FORM_FULL, 'form_limit');
    if (reservation !== 'reserved' && mailing !== undefined) throw new Skipped('this address got 20 reminders today');
    if (reservation !== 'reserved') throw heldBack(reservation, kind, deps.timeZone, context);
  };
  if (change === undefined && mailing === undefined) return reserveTogether(deps, signUp, context, reserveIn);
  await reserveIn(deps.db);
  return [];
}

/** Records the current address of a mailing's person, and starts offers, just before their mail is sent. @returns when the offers end @throws Skipped */
async function prepare(deps: OutgoingDeps, { kind, signUp, change, mailing }: DueMail<OutgoingKind>): Promise<ClearedMail['offerEnds']> {
  if (mailing?.hasOtherAddress === true) {
    await write(deps, SERVER, async (w) => keepAddress(w, mailing)).catch((error: unknown) => {
      // Another sign-up with the address was mailed at the same moment.
      throw errorCode(error) === '23505' ? new Skipped(texts.ADDRESS_HAS_IT) : error;
    });
  }
  if (kind !== 'offer' || change === undefined) return new Map();
  const ends = await startOffers(deps, signUp.ownerId, { submissionId: signUp.id, eventIds: promotedIn(change), changeId: change.id });
  if (typeof ends === 'string') throw new Skipped(texts.NO_OFFER[ends]);
  return ends;
}

/** Checks right before a mail is sent that it still applies and is within its limits, unless staff retried it; then starts its offers. @throws Skipped, or HeldBack or ServiceError if it must wait */
async function checkMaySend<Kind extends OutgoingKind>(deps: OutgoingDeps, due: DueMail<Kind>, context: AttemptContext) {
  const { signUp, change } = due;
  const kind = await checkWanted(deps, due, context);
  const mail = mailOrThrow(deps, kind, signUp);
  // A change that can be undone was only made once its mail was reserved.
  const isReserved = !!change?.undo && changesAnything(change.undo);
  const held = context.wasRetriedByStaff || isReserved ? [] : await reserveOrHoldBack(deps, kind, due, context);
  return { kind, mail, held, offerEnds: await prepare(deps, due) };
}

export interface OwnLinks {
  /** A new link to the self-service page of a sign-up. @throws ServiceError once it has another address */
  readonly ownLink: (signUp: Pick<SignUpDetails, 'id' | 'emailKey'>) => Promise<string>;
}

export interface AttendeeMailDeps extends OutgoingDeps, Pick<Services, 'sender' | 'letterhead'>, Pick<Config, 'eventsServerUrl'> {
  readonly forms: FormCache;
}

export interface SendingDeps extends AttendeeMailDeps, OwnLinks {
  readonly mail: MailClient;
  readonly signal: AbortSignal;
}

/** Makes one attempt at a mail to a person; if it definitely failed, its tokens are deleted, since too many would end the links of mails that did arrive. @throws as `checkMaySend` and `send` do */
export async function attemptMail<Kind extends OutgoingKind>(
  deps: AttendeeMailDeps,
  due: DueMail<Kind>,
  context: AttemptContext,
  send: (deps: SendingDeps, cleared: ClearedMail<Kind>) => Promise<Success>,
): Promise<Success> {
  const { db, eventsServerUrl } = deps;
  const cleared = await checkMaySend(deps, due, context);
  const tokens: string[] = [];
  const ownLink: OwnLinks['ownLink'] = async ({ id, emailKey }) => {
    const token = await createTokenFor(db, id, emailKey);
    if (token === undefined) throw notAttempted('The address was corrected in the meantime.', SECOND_MS);
    tokens.push(token);
    return selfServiceUrl(eventsServerUrl, token);
  };
  try {
    return await send({ ...deps, mail: cleared.mail, signal: context.signal, ownLink }, cleared);
  } catch (error) {
    if (!(error instanceof ServiceError && error.mayHaveSucceeded)) await deleteTokens(db, tokens);
    throw error;
  }
}
