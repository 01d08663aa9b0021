import type { MailingKind, MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import { type ChangedValue, changesSeenBy } from '#contract/rules/event-changes.ts';
import { clockTime, eventLine } from '#contract/rules/event-line.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { ADDRESS_LIMIT } from '#contract/steps/causes.ts';
import {
  ADDRESS_HAS_IT,
  EVENT_DELETED,
  EVENT_IS_CANCELLED,
  EVENT_WAS_CANCELLED,
  EVENT_WAS_MOVED,
  HAS_UNSUBSCRIBED,
  gotMails,
  heldBackTooLong,
  heldBackUntil,
  LATER_MAIL,
  MAIL_NOT_SET_UP,
  MAILING_STOPPED,
  NO_OFFER,
  NOTHING_CHANGED,
  offerHeldBackTooLong,
  REGISTRATION_DELETED,
  REMINDED_ENOUGH,
  STANDS_AS,
} from '#contract/texts/steps.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Db } from '#server/db/connection.ts';
import { permanent } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { type FullMailbox, HELD_MAX_MS, reserveMail } from '#server/steps/mail-limits.ts';
import { type AttemptContext, HeldBack, Skipped } from '#server/steps/step-task.ts';
import { SERVER, write, type WriteDeps } from '#server/write.ts';
import type { StoredChange } from '../change-details.ts';
import type { PersonMail } from '../mailing-details.ts';
import { eventsWith, type SignUpDetails } from '../sign-up-details.ts';
import { claimHeld, isAnyHeld } from './held-mails.ts';

/** The status that a registration has while its mail about a change is true. */
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

/** Sent by every limited series. Where the server has no mail they are skipped, not failed, since staff did not ask for them. */
const NEVER_ASKED_FOR: readonly (MailKind | MailingKind | 'confirmation')[] = ['waiting', 'place'];

export const MAIL_NOT_CONFIGURED = 'Mail is not set up on this server. Whoever runs it has to set SMTP_URL; then retry.';

const FORM_FULL =
  'Held back: this form has sent as many confirmations within an hour as CONFIRMATIONS_PER_HOUR allows. If these sign-ups are genuine, retry them after the hour.';

/** What the person is told about a changed event: what it is now. */
export function changesNow({ status, now, details: { before } }: StoredChange, timeZone: string): ChangedValue[] {
  if (status === null || before === undefined || now === null) return [];
  return changesSeenBy(status, before, now, (date, end) => eventLine(date, timeZone, end));
}

function whyNotChanged(change: StoredChange): string | undefined {
  if (change.now === null) return EVENT_DELETED;
  if (change.status === null) return REGISTRATION_DELETED;
  if (change.status === 'cancelled') return STANDS_AS.cancelled;
  if (change.isEventCancelled && change.isRepeated) return LATER_MAIL;
  return changesNow(change, 'UTC').length === 0 ? NOTHING_CHANGED : undefined;
}

function whyNotStanding({ kind, status, isRepeated, isEventCancelled }: StoredChange, holdsWhile: RegistrationStatus): string | undefined {
  if (status === null) return REGISTRATION_DELETED;
  if (kind === 'offered' && status === 'waiting') return NO_OFFER.withdrawn;
  if (status !== holdsWhile) return STANDS_AS[status];
  if (isEventCancelled && kind !== 'cancelled') return EVENT_IS_CANCELLED;
  return isRepeated ? LATER_MAIL : undefined;
}

/** Why what a mail says of a change no longer holds; undefined while it does. The latest of a kind replaces those that were held back. */
function whyNot(change: StoredChange, { events }: SignUpDetails, { wasHeldBack }: AttemptContext): string | undefined {
  const { kind, eventId, isRepeated, details } = change;
  const isAny = (ids: readonly string[] | undefined, as: RegistrationStatus) =>
    eventsWith({ events }, as).some(({ id }) => ids?.includes(id));
  if (details.before !== undefined) return whyNotChanged(change);
  // Of several events, those that the person holds again are left out of the mail.
  if (details.left !== undefined) return kind === 'cancelled' && !isAny(details.left, 'cancelled') ? STANDS_AS.confirmed : undefined;
  const holdsWhile = eventId === null ? undefined : HOLDS_WHILE[kind];
  if (holdsWhile === undefined) return wasHeldBack && isRepeated ? LATER_MAIL : undefined;
  return isAny(details.promoted, holdsWhile) ? undefined : whyNotStanding(change, holdsWhile);
}

/** A mail to somebody who has that of the old date is not sent again for one less than this away. */
const OTHER_DATE_MS = DAY_MS;
/** Longer than any mailing stays stopped: "Send the rest" makes its mails due. */
const STOPPED_MS = 3_650 * DAY_MS;

/** Why an automatic mail no longer suits its event: it was deleted, moved, or has begun; undefined while it does. */
function whyNotForEvent({ kind, forDate, startsAt, endsAt, title }: PersonMail, timeZone: string): string | undefined {
  if (forDate === null) return undefined;
  if (title === null) return EVENT_DELETED;
  if (startsAt === null || Math.abs(startsAt.getTime() - forDate.getTime()) >= OTHER_DATE_MS) return EVENT_WAS_MOVED;
  const ends = endOf({ date: startsAt.toISOString(), end_date: endsAt?.toISOString() }, timeZone);
  if (kind === 'thank_you') return ends > Date.now() ? EVENT_WAS_MOVED : undefined;
  return startsAt.getTime() <= Date.now() ? NO_OFFER.begun : undefined;
}

/** Why a mail of a mailing no longer goes to this person; undefined while it does. */
function whyNotToPerson(mailing: PersonMail, signUp: SignUpDetails, timeZone: string): string | undefined {
  if (mailing.isCancelled) return EVENT_WAS_CANCELLED;
  const ofEvent = whyNotForEvent(mailing, timeZone);
  if (ofEvent !== undefined) return ofEvent;
  if (mailing.isElsewhere) return ADDRESS_HAS_IT;
  return mailing.isUnsubscribed ? HAS_UNSUBSCRIBED : whyNotAmong(mailing, signUp);
}

/** Why the person is no longer among those whom a mailing is for; undefined while they are. */
function whyNotAmong({ audience, eventId, isEventDeleted }: PersonMail, { kind, events }: SignUpDetails): string | undefined {
  const { events: chosen = 'all', statuses = ['confirmed'] } = audience;
  if (kind === 'marketing') return undefined;
  const held = events.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  const matching = held.filter(({ status }) => statuses.includes(status));
  // Of several events, none was cancelled when the mailing was confirmed.
  if (matching.some(({ isCancelled }) => !isCancelled || eventId !== null)) return undefined;
  if (matching.length > 0) return EVENT_WAS_CANCELLED;
  if (held[0] !== undefined) return STANDS_AS[held[0].status];
  return isEventDeleted ? EVENT_DELETED : REGISTRATION_DELETED;
}

export interface LeavingDeps extends Pick<Services, 'mail'>, WriteDeps {
  readonly timeZone: string;
  /** For one series or form (setting CONFIRMATIONS_PER_HOUR). */
  readonly confirmationsPerHour: number;
}

export type MailService = NonNullable<Services['mail']>;

interface LeavingMail {
  readonly kind: MailKind | MailingKind | 'confirmation';
  /** Of the sign-up, change or person of a mailing. */
  readonly id: string;
  readonly signUp: SignUpDetails;
  readonly change?: StoredChange;
  readonly mailing?: PersonMail;
  /** Whether it was reserved when it was recorded, however long ago. */
  readonly isReserved?: boolean;
}

function mailOrThrow({ mail }: LeavingDeps, { kind, signUp }: LeavingMail): MailService {
  if (mail !== undefined) return mail;
  if (NEVER_ASKED_FOR.includes(kind) && signUp.settings.email_template === null) throw new Skipped(MAIL_NOT_SET_UP);
  throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
}

/** What holds a mail back while its mailbox is full: until its next mail may leave, but not for long. */
function heldBack({ mails, within, freeInMs }: FullMailbox, kind: LeavingMail['kind'], timeZone: string, context: AttemptContext): Error {
  const why = gotMails(mails, within);
  const isTooLong = context.sinceFirstAttemptMs + freeInMs > HELD_MAX_MS;
  if (isTooLong) return permanent(kind === 'offer' ? offerHeldBackTooLong(why) : heldBackTooLong(why), ADDRESS_LIMIT);
  return new HeldBack(heldBackUntil(clockTime(new Date(Date.now() + freeInMs), timeZone), why), ADDRESS_LIMIT, freeInMs);
}

export interface Leaving {
  readonly mail: MailService;
  /** Sign-ups whose confirmations waited for the mailbox too, and leave with this one. */
  readonly heldToo: readonly string[];
}

/** @throws HeldBack or ServiceError while it may not leave, Skipped when another mail has claimed it */
async function reserve(
  deps: LeavingDeps,
  { kind, id, signUp, change, mailing }: LeavingMail,
  context: AttemptContext,
): Promise<readonly string[]> {
  const reserveIn = async (db: Db) => {
    const { email, ownerId: formId } = signUp;
    const reservation = await reserveMail(db, { id, kind, email, formId }, deps.confirmationsPerHour);
    if (reservation === 'form-full') throw permanent(FORM_FULL, 'form_limit');
    if (reservation !== 'reserved' && mailing !== undefined) throw new Skipped(REMINDED_ENOUGH);
    if (reservation !== 'reserved') throw heldBack(reservation, kind, deps.timeZone, context);
  };
  const isSignUp = change === undefined && mailing === undefined;
  if (!isSignUp || (context.attempts === 1 && !(await isAnyHeld(deps.db, signUp)))) {
    await reserveIn(deps.db);
    return [];
  }
  return write(deps, SERVER, async (w) => {
    await reserveIn(w);
    return claimHeld(w, context);
  });
}

/**
 * Asks right before a mail leaves whether it may: whether it still holds, the server sends mails, and its mailbox and form have not had those of the
 * hour, unless staff retried it. @throws Skipped when it is not needed, HeldBack or ServiceError when it is held back
 */
export async function checkMayLeave(deps: LeavingDeps, leaving: LeavingMail, context: AttemptContext): Promise<Leaving> {
  const { change, mailing, signUp, isReserved = false } = leaving;
  if (mailing?.isStopped === true && !context.wasRetriedByStaff) throw new HeldBack(MAILING_STOPPED, '', STOPPED_MS, true);
  const why = change ? whyNot(change, signUp, context) : mailing && whyNotToPerson(mailing, signUp, deps.timeZone);
  if (why !== undefined) throw new Skipped(why);
  const mail = mailOrThrow(deps, leaving);
  return { mail, heldToo: context.wasRetriedByStaff || isReserved ? [] : await reserve(deps, leaving, context) };
}
