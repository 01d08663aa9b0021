import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { ChangeDetails, ChangedValue, ChangeKind } from '#contract/registrations/registration-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import type { MailItem } from '#contract/rules/mail/mail-items.ts';
import { ADDRESS_LIMIT } from '#contract/steps/causes.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as words from '#contract/texts/words/mails.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import { type Db, valuesOf } from '#server/db/connection.ts';
import { hasLink } from '#server/registrations/links.ts';
import { startUndo } from '#server/registrations/repeats/undo.ts';
import { clearOfferEnds, makeUnreachable } from '#server/registrations/waiting-list.ts';
import { ServiceError } from '#server/services/service-error.ts';
import type { AttemptContext, Success } from '#server/steps/run-steps.ts';
import type { WriteDeps } from '#server/write.ts';
import { type ChangeOfSignUp, mailFor, promotedIn, type StoredChange, titleOf } from '../change-details.ts';
import { type DraftingDeps, type KindMail, sendKindMail } from '../mails/kind-mail.ts';
import { attemptMail, type AttendeeMailDeps, changesNow, type ClearedMail, type SendingDeps } from '../mails/may-send.ts';
import { allItems } from '../mails/placeholder-values.ts';
import { eventsWith, listSignUpDetails, type SignUpDetails } from '../sign-up-details.ts';

/** Typed values longer than this are not shown. */
const SHOWN_MAX_LENGTH = 200;

/** A change of typed values. Those of a repeat are hidden, since anyone who knows the address may have typed them. */
const typedChange = ({ label, before, now }: ChangedValue, kind: ChangeKind): ChangedValue =>
  kind === 'updated' || Math.max(before.length, now.length) > SHOWN_MAX_LENGTH ? { label, before: '', now: '' } : { label, before, now };

/** %CHANGES% */
const changeItems = (change: StoredChange, timeZone: string): MailItem[] => {
  const { before, changes = [], titles } = change.details;
  if (before !== undefined) return changesNow(change, timeZone);
  const ofEvents = titles === undefined ? [] : words.addedAndRemoved(titles);
  const others = titles === undefined ? changes : changes.filter(({ label }) => label !== formWords.EVENTS_LABEL);
  return [...ofEvents, ...others.map((typed) => typedChange(typed, change.kind))];
};

/** The entry of a deleted event in the person's calendar, if there may be one. */
function formerEntry({ eventId, deleted, details: { person } }: StoredChange): KindMail['formerEntry'] {
  if (eventId === null || !deleted?.hasCalendarEntries || deleted.startsAt === null || person?.has_entry !== true) return undefined;
  const dates = { startsAt: new Date(deleted.startsAt), endsAt: deleted.endsAt === null ? null : new Date(deleted.endsAt) };
  return { ...deleted, ...dates, id: eventId, joinUrl: null, cancelledAt: null };
}

/** The permanent failures that make someone unreachable. */
const UNREACHABLE: readonly string[] = ['mailbox', 'mailbox_full'];

/** The content of a mail about one or more of a person's events. */
function aboutEvents(signUp: SignUpDetails, linesByEvent: ReadonlyMap<string, string>): Partial<KindMail> {
  const events = signUp.events.filter(({ id }) => linesByEvent.has(id));
  const event = words.eventsInWords(events.map(({ title }) => title));
  const [first, ...others] = events;
  if (first !== undefined && others.length === 0) return { event, eventId: first.id };
  return { event, eventId: null, isForSeveral: true, linesByEvent };
}

export function withEnds(kindMail: KindMail, ends: ReadonlyMap<string, Date>, timeZone: string): KindMail {
  const lineOf = (end: Date): string => eventLine(end.toISOString(), timeZone);
  const [first] = [...ends.values()].toSorted((a, b) => a.getTime() - b.getTime());
  const linesByEvent = new Map([...ends].map(([eventId, end]) => [eventId, words.replyBy(lineOf(end))]));
  return { ...kindMail, ...aboutEvents(kindMail.signUp, linesByEvent), values: { OFFER_ENDS: first === undefined ? '' : lineOf(first) } };
}

/** Mails offers, whose time begins when the mail is sent. */
async function sendOffers(deps: SendingDeps, changeId: string, kindMail: KindMail, ends: ClearedMail['offerEnds']): Promise<Success> {
  try {
    return await sendKindMail(deps, changeId, withEnds(kindMail, ends, deps.timeZone));
  } catch (error) {
    // The worker that now has the step may have sent the mail, with the same end of the offer.
    if (!deps.signal.aborted) await clearOfferEnds(deps, changeId);
    throw error;
  }
}

/** Offers whose mail can never arrive go to the next people. */
async function offerToNext(deps: WriteDeps, { change, signUp }: ChangeOfSignUp, error: unknown): Promise<void> {
  if (!(error instanceof ServiceError) || error.isTemporary) return;
  const isHeldBack = error.reason === ADDRESS_LIMIT;
  if (!isHeldBack && !UNREACHABLE.includes(error.reason ?? '')) return;
  await makeUnreachable(deps, signUp.ownerId, { submissionId: signUp.id, eventIds: promotedIn(change) }, isHeldBack);
}

/** Offers whose mail was abandoned have no end. */
export async function giveUpOffer(deps: WriteDeps, { change: { id, kind } }: ChangeOfSignUp): Promise<void> {
  if (kind === 'offered') await clearOfferEnds(deps, id);
}

function aboutPassedOn({
  titles: { removed } = { added: [], removed: [] },
  entries = [],
}: ChangeDetails): Pick<KindMail, 'event'> & Partial<KindMail> {
  return { event: words.eventsInWords(removed), withdrawn: entries, isForSeveral: removed.length > 1 };
}

/** An event that is cancelled or has lost its date is removed from calendars. */
const ABOUT_EVENT: readonly MailKind[] = ['event_cancelled', 'event_changed'];

/** How the mail names its events, and which it removes from calendars; if several were given up together, those that were not rejoined. */
function eventsOfMail(change: StoredChange, kind: MailKind, signUp: SignUpDetails): Pick<KindMail, 'event'> & Partial<KindMail> {
  const { eventId, details } = change;
  if (details.promoted !== undefined) {
    const held = eventsWith(signUp, kind === 'offer' ? 'offered' : 'confirmed').filter(({ id }) => promotedIn(change).includes(id));
    return { event: '', ...aboutEvents(signUp, new Map(held.map(({ id }) => [id, '']))) };
  }
  if (change.kind === 'passed_on') return aboutPassedOn(details);
  const isWithdrawn = kind === 'cancelled' || (ABOUT_EVENT.includes(kind) && change.status === 'confirmed');
  if (details.left === undefined) return { event: titleOf(change), withdrawn: isWithdrawn && eventId !== null ? [eventId] : [] };
  const left = eventsWith(signUp, 'cancelled').filter(({ id }) => details.left?.includes(id));
  return {
    event: words.eventsInWords(left.map(({ title }) => title)) || titleOf(change),
    withdrawn: left.map(({ id }) => id),
    isForSeveral: left.length > 1,
  };
}

/** With the names from before a repeat, since anyone who knows the address may have typed the new ones. */
function withNamesBefore(signUp: SignUpDetails, undo: StoredChange['undo']): SignUpDetails {
  const before = (column: string, now: string): string => {
    const stored = undo?.fields.find(({ name }) => name === column)?.before;
    return typeof stored === 'string' ? stored : now;
  };
  return { ...signUp, firstName: before('first_name', signUp.firstName), lastName: before('last_name', signUp.lastName) };
}

export async function kindMailOf(
  deps: DraftingDeps,
  { change, signUp }: ChangeOfSignUp,
  kind: MailKind,
  others: readonly SignUpDetails[],
): Promise<KindMail> {
  const { eventId, status: standing, details, undo } = change;
  return {
    kind,
    signUp: withNamesBefore(signUp, undo),
    undo,
    eventId,
    standing,
    isReinstated: mailFor(change).isReinstated ?? false,
    values: { CHANGES: changeItems(change, deps.timeZone), NOTE: details.note ?? '' },
    added: details.added ?? [],
    others: await otherItems(deps, signUp, others),
    deleted: change.deleted ?? undefined,
    formerEntry: formerEntry(change),
    ...eventsOfMail(change, kind, signUp),
  };
}

async function sendChange(allDeps: AttendeeMailDeps, subject: ChangeOfSignUp, context: AttemptContext): Promise<Success> {
  const { change, signUp } = subject;
  const others = await listOtherSignUps(allDeps.db, subject);
  return attemptMail(allDeps, { kind: mailFor(change).kind, signUp, change, others }, context, async (deps, { kind, offerEnds }) => {
    const kindMail = await kindMailOf(deps, subject, kind, others);
    if (kind === 'offer') return sendOffers(deps, change.id, kindMail, offerEnds);
    const sent = await sendKindMail(deps, change.id, kindMail);
    if (change.undo !== null) await startUndo(deps.db, change.id);
    return sent;
  });
}

/** Mails a person what happened to the registration, unless that no longer applies. */
export async function mailChange(deps: AttendeeMailDeps, subject: ChangeOfSignUp, context: AttemptContext): Promise<Success> {
  try {
    return await sendChange(deps, subject, context);
  } catch (error) {
    if (subject.change.kind === 'offered') await offerToNext(deps, subject, error);
    throw error;
  }
}

/** The other sign-ups of the address, if the mail lists all. */
export async function listOtherSignUps(db: Db, { change, signUp: { id, ownerId, emailKey } }: ChangeOfSignUp): Promise<SignUpDetails[]> {
  if (change.details.all !== true) return [];
  const ids = await valuesOf<string>(db)`
    select id from submissions where form_id = ${ownerId} and email_key = ${emailKey} and id <> ${id} order by submitted_at`;
  const details = await listSignUpDetails(db, ids);
  return ids.flatMap((otherId) => details.get(otherId) ?? []);
}

/** The events of each other sign-up, with its own link or whom to write to. */
async function otherItems(deps: DraftingDeps, { emailKey }: SignUpDetails, others: readonly SignUpDetails[]): Promise<MailItem[]> {
  const items: MailItem[] = [];
  for (const other of others) {
    const held = allItems(other, deps.timeZone);
    if (hasLink(other)) items.push(...held, `${words.SEE_OR_MANAGE}\n${await deps.ownLink({ id: other.id, emailKey })}`);
    else if (held.length > 0) items.push(...held, pageWords.toChangeIt(other.settings.email_from));
  }
  return items;
}
