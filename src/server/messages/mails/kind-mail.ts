import { hash } from 'node:crypto';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { withAdditions } from '#contract/rules/mail/fit-template.ts';
import { placeholdersOf, showsCode } from '#contract/rules/mail/mail-placeholders.ts';
import { fillMail, type MailDraft } from '#contract/rules/mail/mail-template.ts';
import { onlyKnown } from '#contract/rules/mail/mail-values.ts';
import * as mailWords from '#contract/texts/words/mails.ts';
import type { Db } from '#server/db/connection.ts';
import type { VisitorEvent } from '#server/events/calendar.ts';
import { otherDates } from '#server/form-store/public-form.ts';
import { checkInCode, pngOfCode } from '#server/registrations/check-in-codes.ts';
import { hasLink } from '#server/registrations/links.ts';
import { changesAnything, type Undo } from '#server/registrations/repeats/undo.ts';
import type { Mail } from '#server/services/mail.ts';
import { messageIdOf, senderOf } from '#server/services/sender.ts';
import type { Success } from '#server/steps/run-steps.ts';
import type { SentText } from '#server/steps/step-store.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';
import { confirmedFiles, fileOf, FILES_MAX, formerFiles, withdrawnFiles } from '../calendar-files.ts';
import { eventsWith, type SignUpDetails } from '../sign-up-details.ts';
import type { AttendeeMailDeps, OwnLinks, SendingDeps } from './may-send.ts';
import { type AllValues, type MailAbout, mailValues } from './placeholder-values.ts';

/** The dependencies of mails that are only shown. */
export type ReadingDeps = Pick<AttendeeMailDeps, 'db' | 'forms' | 'eventsServerUrl' | 'sender' | 'timeZone'>;

export type DraftingDeps = ReadingDeps & OwnLinks;

export interface KindMail extends MailAbout {
  readonly kind: MailKind;
  readonly eventId: string | null;
  readonly event: string;
  /** Events that it removes from the calendar. */
  readonly withdrawn?: readonly string[];
  /** Events at which the person took a place, which it adds to the calendar. */
  readonly added?: readonly string[];
  /** What it lets the person confirm and undo. */
  readonly undo?: Undo | null;
  /** Whether an event sends it to many people. */
  readonly isAutomatic?: boolean;
  /** What the person has at that event; some mails have a different text depending on it. */
  readonly standing?: RegistrationStatus | null;
  readonly isForSeveral?: boolean;
  /** Its text, if it was already sent and is only being shown. */
  readonly sent?: mailWords.MailText | undefined;
  /** The entry of a deleted event that it removes from the calendar. */
  readonly formerEntry?: VisitorEvent | undefined;
}

/** A mail's text unless staff wrote their own. */
function defaultText({ kind, standing, isForSeveral, isReinstated }: KindMail): mailWords.MailText {
  const several = isForSeveral === true ? mailWords.MAILS_ABOUT_SEVERAL[kind] : undefined;
  const without = standing === 'waiting' || standing === 'offered' ? standing : undefined;
  const one =
    isReinstated === true
      ? mailWords.MAILS_ABOUT_REINSTATED[without ?? 'confirmed']
      : without && mailWords.MAILS_WITHOUT_PLACE[without][kind];
  return several ?? one ?? mailWords.DEFAULT_MAILS[kind];
}

/** A series' own text about changes does not say that a cancelled event is going ahead after all; that of a deleted series was kept. */
async function readText(db: Db, seriesId: string, kindMail: KindMail): Promise<mailWords.MailText> {
  const { kind, deleted, isReinstated = false } = kindMail;
  if (deleted !== undefined) return deleted.mail ?? mailWords.DEFAULT_MAILS[kind];
  const own = db.selectFrom('form_mails').select(['subject', 'template']).where('form_id', '=', seriesId).where('kind', '=', kind);
  return (isReinstated ? undefined : await own.executeTakeFirst()) ?? defaultText(kindMail);
}

/** What the mail about a repeat adds to any text. */
async function undoOf({ undo, sent }: Pick<KindMail, 'undo' | 'sent'>, newLink: () => Promise<string>) {
  if (!undo && sent === undefined) return { paragraphs: [], values: {} };
  const { consent, ...changed } = undo ?? { fields: [], events: [] };
  const link = await newLink();
  return {
    paragraphs: [
      ...(consent === undefined ? [] : [mailWords.CONFIRM_CONSENT]),
      ...(changesAnything(changed) ? [mailWords.UNDO_THE_CHANGE] : []),
    ],
    values: { CONSENT: (consent ?? '').replace(/\.$/, ''), CONFIRM: `${link}/consent`, UNDO: `${link}/undo` },
  };
}

/** The series' other dates, for the mail about a cancelled event. */
async function otherDatesOf(
  { forms }: Pick<AttendeeMailDeps, 'forms'>,
  { kind, eventId, signUp, deleted }: KindMail,
): Promise<Pick<KindMail, 'hasOtherDates'>> {
  if (kind !== 'event_cancelled') return {};
  const form = deleted === undefined ? await forms.current({ kind: 'series', id: signUp.ownerId }) : undefined;
  if (form === undefined) return { hasOtherDates: false };
  const held = signUp.events.filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
  return { hasOtherDates: otherDates(form, await forms.places(form), Date.now(), new Set([...held, eventId ?? ''])).length > 0 };
}

/** A mail before its placeholders are filled in. `newLink` is only called if the mail has a link to the self-service page. */
export async function draftKindMail(deps: Omit<ReadingDeps, 'eventsServerUrl'>, kindMail: KindMail, newLink: () => Promise<string>) {
  const { kind, signUp, standing, others = [], sent } = kindMail;
  const own = sent ?? onlyKnown(await readText(deps.db, signUp.ownerId, kindMail), placeholdersOf(kind));
  const undo = await undoOf(kindMail, newLink);
  const added = {
    isWaiting: false,
    hasRepeated: kind === 'waiting' && signUp.events.some(({ isRepeat }) => isRepeat),
    hasLink: kind === 'link' && hasLink(signUp),
    more: [...(others.length > 0 ? ['%OTHERS%'] : []), ...undo.paragraphs],
  };
  const text = { subject: own.subject, template: sent?.template ?? withAdditions(own.template, added) };
  const about = { ...kindMail, ...(await otherDatesOf(deps, kindMail)) };
  const values: AllValues = { ...(await mailValues(deps, text, about, newLink)), ...undo.values };
  const { canChange, canCancel } = signUp;
  return { kind, standing, canChange, canCancel, ...text, values };
}

async function calendarFilesOf(deps: AttendeeMailDeps, { kind, signUp, eventId, withdrawn = [], added = [], formerEntry }: KindMail) {
  if (kind === 'place') return confirmedFiles(deps, signUp);
  if (kind === 'passed_on') return formerFiles(deps, signUp, withdrawn);
  if (formerEntry !== undefined) return [fileOf(deps, 'CANCEL', formerEntry, signUp)];
  const shown = kind === 'event_changed' && eventId !== null ? [eventId] : added;
  return [...(await withdrawnFiles(deps, signUp, withdrawn)), ...(await confirmedFiles(deps, signUp, shown))].slice(0, FILES_MAX);
}

/** Whether staff wrote the mail, to many people; it shows no check-in code. */
const isWrittenToMany = (bulk: Mail['bulk']): boolean => bulk?.isAutomatic === false;

/** The check-in code of someone with a place, if a mail of this kind shows it. */
export function checkInCodeOf(signUp: SignUpDetails, kind?: MailKind): Mail['code'] {
  const { id, codeKey } = signUp;
  if (codeKey === null || !showsCode(kind) || eventsWith(signUp, 'confirmed').length === 0) return undefined;
  const content = pngOfCode(checkInCode(codeKey, id));
  return { cid: 'check-in-code@turnout', type: 'image/png', name: 'check-in-code.png', content };
}

/** The tokens of self-service pages, calendars and unsubscribe links. */
const TOKENS = new RegExp(`(${Object.values(TOKEN_PATHS).join('|')})(?:[\\w-]{22}|[\\w-]{66})(?![\\w-])`, 'g');
const DIGEST_BYTES = 8;

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES);

/** A text whose links have no valid token. */
export const withoutTokens = (text: string): string => text.replaceAll(TOKENS, '$1…');

/** What is stored of a sent mail; the digests are of its address, the values that its text uses, and anything else that affects it. */
export function sentTextOf(draft: MailDraft, { from, to, code, bulk }: Pick<Mail, 'from' | 'to' | 'code' | 'bulk'>): SentText {
  const { kind = isWrittenToMany(bulk) ? 'mailing' : 'confirmation', subject, template, values, ...rest } = draft;
  const named = Object.entries(values).filter(([name]) => name === 'SERIES' || `${subject}${template}`.includes(`%${name}%`));
  const details = [from, code !== undefined, rest, named];
  const digests = [digestOf(String(to)), digestOf(withoutTokens(JSON.stringify(details)))];
  return { kind, subject, template, digests: Buffer.concat(digests) };
}

/** Which of them have changed between two mails of the same text. */
export const changedBetween = (before: Buffer, now: Buffer): ('email' | 'details')[] => [
  ...(before.compare(now, 0, DIGEST_BYTES, 0, DIGEST_BYTES) === 0 ? [] : (['email'] as const)),
  ...(before.compare(now, DIGEST_BYTES, undefined, DIGEST_BYTES) === 0 ? [] : (['details'] as const)),
];

/** A draft as mailed to a sign-up's person. */
export async function asMail(
  { sender, letterhead: letterheadOf }: Pick<AttendeeMailDeps, 'sender' | 'letterhead'>,
  draft: MailDraft,
  signUp: SignUpDetails,
  bulk?: Mail['bulk'],
): Promise<Omit<Mail, 'messageId'>> {
  const { letterhead, logo } = await letterheadOf(signUp.theme);
  const code = isWrittenToMany(bulk) ? undefined : checkInCodeOf(signUp, draft.kind);
  return {
    ...senderOf(sender, signUp.settings.email_from),
    to: signUp.email,
    ...fillMail({ ...draft, letterhead: { ...letterhead, code: code && `cid:${code.cid}`, unsubscribeUrl: bulk?.unsubscribeUrl } }),
    logo,
    code,
    bulk,
  };
}

interface Sending extends Pick<Mail, 'bulk' | 'calendarFiles'> {
  /** The id of the sign-up, change or person of a mailing, for the Message-ID. */
  readonly id: string;
  readonly signUp: SignUpDetails;
}

/** Mails a draft to the person of a sign-up. @throws ServiceError */
export async function sendDraft(deps: SendingDeps, draft: MailDraft, sending: Sending): Promise<Success> {
  const { id, signUp, bulk, calendarFiles } = sending;
  const mail = await asMail(deps, draft, signUp, bulk);
  const messageId = messageIdOf(deps.sender, id, bulk === undefined ? 'email' : 'mailing');
  const sent = sentTextOf(draft, mail);
  return { message: await deps.mail.send({ ...mail, calendarFiles, messageId }, deps.signal), sent };
}

/** Sends one of the mails that a series has besides the confirmation. @param id as in `Sending` @throws ServiceError */
export async function sendKindMail(deps: SendingDeps, id: string, kindMail: KindMail): Promise<Success> {
  const { signUp, isAutomatic = false } = kindMail;
  let link: Promise<string> | undefined;
  const draft = await draftKindMail(deps, kindMail, () => (link ??= deps.ownLink(signUp)));
  const calendarFiles = await calendarFilesOf(deps, kindMail);
  return sendDraft(deps, draft, { id, signUp, calendarFiles, bulk: isAutomatic ? { isAutomatic } : undefined });
}
