import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { mailOfChange } from '#contract/registrations/registration-changes.ts';
import { containsAddress } from '#contract/rules/address-in-name.ts';
import type { ChangedValue } from '#contract/rules/event-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import type { ChangeItem, MailItem } from '#contract/rules/mail/mail-items.ts';
import { EVENT_DELETED, NO_MAIL_ABOUT_THIS, NO_OFFER, STANDS_AS } from '#contract/texts/steps.ts';
import * as words from '#contract/texts/words/mails.ts';
import * as pageWords from '#contract/texts/words/own-page.ts';
import type { Db } from '#server/db/connection.ts';
import { hasLink } from '#server/registrations/links.ts';
import { clearOfferEnd, makeUnreachable, startOffer } from '#server/registrations/offers.ts';
import { changesAnything, findUndo, startUndo } from '#server/registrations/repeats/undo.ts';
import { ServiceError } from '#server/services/service-error.ts';
import { Skipped } from '#server/steps/step-task.ts';
import type { WriteDeps } from '#server/write.ts';
import { type ChangeHandler, type ChangeOfSignUp, type StoredChange, titleOf } from '../change-details.ts';
import {
  attemptMail,
  type AttendeeMailDeps,
  type KindMail,
  type MailAttemptDeps,
  ownLink,
  type SendingDeps,
  sendKindMail,
} from '../mails/kind-mail.ts';
import { changesNow, checkMayLeave } from '../mails/may-leave.ts';
import { allItems } from '../mails/registered-events.ts';
import { listSignUpDetails, type SignUpDetails } from '../sign-up-details.ts';

/** Of what visitors typed; longer values are not told. */
const SHOWN_MAX_LENGTH = 200;

/** A change of what visitors typed. With an address in its line, anyone could have our server mail links to whoever is signed up. */
const typedChange = (change: ChangedValue): ChangeItem =>
  [change.before, change.now].some((value) => value.length > SHOWN_MAX_LENGTH || containsAddress(value))
    ? { label: change.label, before: '', now: '' }
    : change;

/** %CHANGES% */
const changeItems = (change: StoredChange, timeZone: string): ChangeItem[] => {
  const { before, changes = [] } = change.details;
  return before === undefined ? changes.map(typedChange) : changesNow(change, timeZone);
};

function deletedOf({ eventId, deleted, details: { person } }: StoredChange): KindMail['deleted'] {
  if (deleted === null || eventId === null) return undefined;
  const { startsAt, endsAt, mail, hasCalendarEntries, ...event } = deleted;
  const isInCalendars = hasCalendarEntries && startsAt !== null && person?.has_entry === true;
  const dates = { startsAt: new Date(startsAt ?? 0), endsAt: endsAt === null ? null : new Date(endsAt) };
  return { text: mail, entry: isInCalendars ? { ...event, ...dates, id: eventId, joinUrl: null } : null };
}

/** Why the address of someone unreachable was permanently refused. */
const UNREACHABLE: readonly string[] = ['mailbox', 'mailbox_full'];

/** Mails an offer, whose time begins when the mail leaves. */
async function sendOffer(deps: SendingDeps, kindMail: KindMail, signal: AbortSignal): Promise<string> {
  const { signUp, eventId } = kindMail;
  if (eventId === null) throw new Skipped(EVENT_DELETED);
  const registration = { submissionId: signUp.id, eventId };
  const ends = await startOffer(deps, signUp.ownerId, { ...registration, changeId: kindMail.id });
  if (!(ends instanceof Date)) throw new Skipped(NO_OFFER[ends]);
  try {
    const values = { OFFER_ENDS: eventLine(ends.toISOString(), deps.timeZone) };
    return await sendKindMail(deps, { ...kindMail, values }, signal);
  } catch (error) {
    // The worker that has the step by now may have sent the mail, with the same end.
    if (!signal.aborted) await clearOfferEnd(deps, registration, ends);
    if (error instanceof ServiceError && UNREACHABLE.includes(error.reason ?? '') && !error.isTemporary)
      await makeUnreachable(deps, signUp.ownerId, registration);
    throw error;
  }
}

/** An offer whose mail was given up has no end. */
export const giveUpOffer =
  (deps: WriteDeps) =>
  async ({ change: { eventId, details }, signUp }: ChangeOfSignUp): Promise<void> => {
    if (eventId === null || details.until === undefined) return;
    await clearOfferEnd(deps, { submissionId: signUp.id, eventId }, new Date(details.until));
  };

/** Which of the events that were given up together are so still. */
const listLeft = async (db: Db, submissionId: string, eventIds: readonly string[]) =>
  db
    .selectFrom('registrations as registration')
    .innerJoin('events as event', 'event.id', 'registration.event_id')
    .select(['event.id', 'event.title'])
    .where('registration.submission_id', '=', submissionId)
    .where('registration.status', '=', 'cancelled')
    .where('event.id', 'in', eventIds)
    .orderBy('event.starts_at')
    .orderBy('event.id')
    .execute();

/** What the mail calls its events, and those it takes from the calendar; undefined when all that were given up together are held again. */
async function aboutOf(
  db: Db,
  change: StoredChange,
  kind: MailKind,
  submissionId: string,
): Promise<Pick<KindMail, 'event' | 'withdrawn' | 'isForSeveral'> | undefined> {
  const { eventId, details } = change;
  if (details.left === undefined) return { event: titleOf(change), withdrawn: kind === 'cancelled' && eventId !== null ? [eventId] : [] };
  const left = await listLeft(db, submissionId, details.left);
  if (left.length === 0 && kind === 'cancelled') return undefined;
  const titles = left.map(({ title }) => title);
  return {
    event: words.eventsInWords(titles) || titleOf(change),
    withdrawn: left.map(({ id }) => id),
    isForSeveral: left.length > 1,
  };
}

function detailsOf(
  change: StoredChange,
  timeZone: string,
): Pick<KindMail, 'id' | 'eventId' | 'standing' | 'values' | 'added' | 'deleted' | 'deletedEvent'> {
  const { id, eventId, status, details } = change;
  const deleted = deletedOf(change);
  return {
    id,
    eventId,
    standing: status,
    values: { CHANGES: changeItems(change, timeZone), NOTE: details.note ?? '' },
    added: details.added ?? [],
    ...(deleted === undefined ? {} : { deleted, deletedEvent: change.deleted ?? undefined }),
  };
}

/** Mails a person what became of the registration, unless that no longer holds. */
export const changeEmailHandler =
  (allDeps: AttendeeMailDeps): ChangeHandler =>
  async ({ change, signUp }: ChangeOfSignUp, context) =>
    attemptMail(allDeps, async (deps) => {
      const { id, details } = change;
      const kind = details.mail ?? mailOfChange(change.kind)?.mail;
      if (kind === undefined) throw new Skipped(NO_MAIL_ABOUT_THIS);
      const about = await aboutOf(deps.db, change, kind, signUp.id);
      if (about === undefined) throw new Skipped(STANDS_AS.confirmed);
      const undo = ['updated', 'repeated'].includes(change.kind) ? await findUndo(deps.db, id) : undefined;
      // A change that can be undone was made only once its mail was reserved.
      const isReserved = undo !== undefined && changesAnything(undo);
      const mail = await checkMayLeave(deps, { kind, id, signUp, change, isReserved }, context);
      const others = details.all === true ? await otherSignUps(deps, signUp) : [];
      const kindMail = { ...detailsOf(change, deps.timeZone), ...about, kind, signUp, others, undo };
      const sent = await (kind === 'offer' ? sendOffer : sendKindMail)({ ...deps, mail }, kindMail, context.signal);
      if (undo !== undefined) await startUndo(deps.db, id);
      return sent;
    });

/** What the other sign-ups of the same address to the series are for, each with a link of its own, or whom to write to. */
async function otherSignUps(
  deps: MailAttemptDeps,
  { id, ownerId, emailKey, settings }: Pick<SignUpDetails, 'id' | 'ownerId' | 'emailKey' | 'settings'>,
): Promise<MailItem[]> {
  const others = await deps.db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', ownerId)
    .where('email_key', '=', emailKey)
    .where('id', '<>', id)
    .orderBy('submitted_at')
    .execute();
  const ids = others.map((other) => other.id);
  const details = await listSignUpDetails(deps.db, ids);
  const items: MailItem[] = [];
  for (const other of ids.flatMap((otherId) => details.get(otherId) ?? [])) {
    const held = allItems(other, deps.timeZone);
    if (hasLink(other)) items.push(...held, `${words.SEE_OR_MANAGE}\n${await ownLink(deps, { id: other.id, emailKey })}`);
    else if (held.length > 0) items.push(...held, pageWords.toChangeIt(settings.email_from));
  }
  return items;
}
