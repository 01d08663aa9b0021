import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import { type ChangedValue, changesSeenBy } from '#contract/rules/event-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import {
  EVENT_DELETED,
  LATER_MAIL,
  MAIL_NOT_SET_UP,
  NO_OFFER,
  NOTHING_CHANGED,
  REGISTRATION_DELETED,
  STANDS_AS,
} from '#contract/texts/steps.ts';
import type { Db } from '#server/db/connection.ts';
import { permanent } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { CAUSED_BY_ANYONE, type Reservation, reserveMail } from '#server/steps/mail-limits.ts';
import { type AttemptContext, Skipped } from '#server/steps/step-task.ts';
import type { StoredChange } from '../change-details.ts';
import type { SignUpDetails } from '../sign-up-details.ts';

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
const NEVER_ASKED_FOR: readonly (MailKind | 'confirmation')[] = ['waiting', 'place'];

export const MAIL_NOT_CONFIGURED = 'Mail is not set up on this server. Whoever runs it has to set SMTP_URL; then retry.';

const HELD_BACK: Readonly<Record<Exclude<Reservation, 'reserved'>, string>> = {
  'mailbox-full': `Held back: this address already got ${CAUSED_BY_ANYONE.perHour} confirmations within an hour. Retry sends it anyway.`,
  'form-full':
    'Held back: this form has sent as many confirmations within an hour as CONFIRMATIONS_PER_HOUR allows. If these sign-ups are genuine, retry them after the hour.',
};

/** What the person is told about a changed event: what it is now. */
export function changesNow({ status, now, details: { before } }: StoredChange, timeZone: string): ChangedValue[] {
  if (status === null || before === undefined || now === null) return [];
  return changesSeenBy(status, before, now, (date, end) => eventLine(date, timeZone, end));
}

function whyNotChanged(change: StoredChange): string | undefined {
  if (change.now === null) return EVENT_DELETED;
  if (change.status === null) return REGISTRATION_DELETED;
  if (change.status === 'cancelled') return STANDS_AS.cancelled;
  return changesNow(change, 'UTC').length === 0 ? NOTHING_CHANGED : undefined;
}

/** Why what a mail says of a change no longer holds; undefined while it does. */
function whyNot(change: StoredChange): string | undefined {
  const { kind, eventId, status, isRepeated, details } = change;
  if (details.before !== undefined) return whyNotChanged(change);
  // Of several events, those that the person holds again are left out of the mail.
  if (details.left !== undefined) return undefined;
  const holdsWhile = HOLDS_WHILE[kind];
  if (holdsWhile === undefined || eventId === null) return undefined;
  if (status === null) return REGISTRATION_DELETED;
  if (kind === 'offered' && status === 'waiting') return NO_OFFER.withdrawn;
  if (status !== holdsWhile) return STANDS_AS[status];
  return isRepeated ? LATER_MAIL : undefined;
}

export interface LeavingDeps extends Pick<Services, 'mail'> {
  readonly db: Db;
  /** For one series or form (setting CONFIRMATIONS_PER_HOUR). */
  readonly confirmationsPerHour: number;
}

export type MailService = NonNullable<Services['mail']>;

interface LeavingMail {
  readonly kind: MailKind | 'confirmation';
  /** Of the sign-up or change. */
  readonly id: string;
  readonly signUp: SignUpDetails;
  readonly change?: StoredChange;
  /** Whether it was reserved when it was recorded, however long ago. */
  readonly isReserved?: boolean;
}

function mailOrThrow({ mail }: LeavingDeps, { kind, signUp }: LeavingMail): MailService {
  if (mail !== undefined) return mail;
  if (NEVER_ASKED_FOR.includes(kind) && signUp.settings.email_template === null) throw new Skipped(MAIL_NOT_SET_UP);
  throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
}

/**
 * Asks right before a mail leaves whether it may: whether it still holds, the server sends mails, and its mailbox and form have not had those of the
 * hour, unless staff retried it. @returns what sends it @throws Skipped when it is not needed, ServiceError when it is held back
 */
export async function checkMayLeave(
  deps: LeavingDeps,
  leaving: LeavingMail,
  { wasRetriedByStaff }: Pick<AttemptContext, 'wasRetriedByStaff'>,
): Promise<MailService> {
  const { kind, id, signUp, change, isReserved = false } = leaving;
  const why = change && whyNot(change);
  if (why !== undefined) throw new Skipped(why);
  const mail = mailOrThrow(deps, leaving);
  if (wasRetriedByStaff || isReserved) return mail;
  const reservation = await reserveMail(deps.db, { id, kind, email: signUp.email, formId: signUp.ownerId }, deps.confirmationsPerHour);
  if (reservation !== 'reserved') throw permanent(HELD_BACK[reservation], reservation === 'form-full' ? 'form_limit' : 'address_limit');
  return mail;
}
