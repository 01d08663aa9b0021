import type { Audience } from '#contract/attendees/audience.ts';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { eventItem, type MailItem } from '#contract/rules/mail/mail-items.ts';
import { placeholdersOfMailing } from '#contract/rules/mail/mail-placeholders.ts';
import type { MailDraft } from '#contract/rules/mail/mail-template.ts';
import { onlyKnown } from '#contract/rules/mail/mail-values.ts';
import type { MailText } from '#contract/texts/words/mails.ts';
import { unsubscribeUrl } from '#server/registrations/suppressions.ts';
import { limitsOurMail } from '#server/services/mail-failure.ts';
import { pauseService } from '#server/services/pace.ts';
import { notAttempted, ServiceError } from '#server/services/service-error.ts';
import type { AttemptContext, Success } from '#server/steps/run-steps.ts';
import type { PersonMail } from '../mailing-details.ts';
import { type KindMail, sendDraft, sendKindMail } from '../mails/kind-mail.ts';
import { attemptMail, type AttendeeMailDeps, type SendingDeps } from '../mails/may-send.ts';
import { mailValues } from '../mails/placeholder-values.ts';
import type { SignUpDetails } from '../sign-up-details.ts';

export interface MailingMail extends MailText {
  readonly signUp: SignUpDetails;
  /** The events that it was written for. */
  readonly events: readonly { readonly id: string; readonly title: string }[];
}

/** The events that a mailing by staff is written for, with those that the person has; "all" counts as several, even if the person has one. */
export function eventsOf({ audience }: { readonly audience: Audience }, { events }: SignUpDetails): MailingMail['events'] {
  const { events: chosen = [] } = audience;
  if (chosen === 'all') return [...events, { id: '', title: '' }];
  return [...new Set(chosen)].map((id) => ({ id, title: events.find((event) => event.id === id)?.title ?? '' }));
}

/** The chosen events in which the person has a place. A cancelled event is only listed, without links, if the mail is about that event alone. */
const chosenEvents = (signUp: SignUpDetails, chosen: MailingMail['events'], timeZone: string): MailItem[] =>
  signUp.events
    .filter(({ id, status }) => status === 'confirmed' && chosen.some((each) => each.id === id))
    .filter(({ isCancelled }) => !isCancelled || chosen.length === 1)
    .map((event) => eventItem(event, { timeZone, canJoin: !event.isCancelled, hasMap: !event.isCancelled }));

/** The feedback page for the event of a mail; empty if its series has no list, or it is about several. */
const feedbackOf = (listId: string | null, eventId: string | null | undefined, publicUrl: string): string =>
  listId === null || !eventId ? '' : `${publicUrl}/feedback/${listId}/view?event=${eventId}`;

/** A mail that staff write to many, as sent to one of them. `newLink` is only called if it has a link to the self-service page. */
export async function draftMailing(
  deps: Pick<AttendeeMailDeps, 'sender' | 'timeZone'>,
  { signUp, events, ...written }: MailingMail,
  newLink: () => Promise<string>,
): Promise<MailDraft> {
  const event = events.length === 1 ? events[0] : undefined;
  const text = onlyKnown(written, placeholdersOfMailing(events.length));
  const all = await mailValues(
    deps,
    text,
    { signUp, event: event?.title, values: { FEEDBACK: feedbackOf(signUp.feedbackListId, event?.id, deps.sender.publicUrl) } },
    newLink,
  );
  // Its button and preheader do not mention the person's other events.
  const values = { ...all, EVENTS: chosenEvents(signUp, events, deps.timeZone), SUCCESS: [], WAITING: [], OFFERED: [] };
  const { canChange, canCancel, kind: formKind } = signUp;
  return { ...text, values, canChange, canCancel, formKind };
}

/** The pace of all mailings, and how long they rest while the mail server refuses connections. */
export const MAILINGS = 'mailings';
const REST_MS = 60_000;

/** Whether the mail server refuses the connection or the password, closes its service for now or limits how much we send. */
const isAway = ({ reason = '', message, mayHaveSucceeded }: ServiceError): boolean =>
  !mayHaveSucceeded && (['unreachable', 'timeout', 'mail_sign_in', 'mail_encryption'].includes(reason) || limitsOurMail(message));

export function eventMail(kind: MailKind, { eventId, title, note }: PersonMail, signUp: SignUpDetails, publicUrl: string): KindMail {
  const values = { NOTE: note ?? '', FEEDBACK: feedbackOf(signUp.feedbackListId, eventId, publicUrl) };
  return { kind, signUp, eventId, event: title ?? '', values, isAutomatic: true };
}

async function sendToPerson(deps: SendingDeps, mailing: PersonMail, signUp: SignUpDetails): Promise<Success> {
  const { kind, personId: id, purpose } = mailing;
  if (kind !== 'mailing') return sendKindMail(deps, id, eventMail(kind, mailing, signUp, deps.sender.publicUrl));
  const { subject, template } = mailing;
  const about = { subject: subject ?? '', template: template ?? '', signUp, events: eventsOf(mailing, signUp) };
  const draft = await draftMailing(deps, about, () => deps.ownLink(signUp));
  const unsubscribe = purpose === 'marketing' ? await unsubscribeUrl(deps.db, deps.eventsServerUrl, signUp.emailKey) : undefined;
  return sendDraft(deps, draft, { id, signUp, bulk: { isAutomatic: false, unsubscribeUrl: unsubscribe } });
}

/** Sends the mail of a mailing to one of its people, unless it no longer applies. */
export const mailPerson = (allDeps: AttendeeMailDeps, mailing: PersonMail, signUp: SignUpDetails, context: AttemptContext) =>
  attemptMail(allDeps, { kind: mailing.kind, signUp, mailing }, context, async (deps) => {
    try {
      return await sendToPerson(deps, mailing, signUp);
    } catch (error) {
      if (!(error instanceof ServiceError && isAway(error))) throw error;
      await pauseService(deps.db, MAILINGS, REST_MS);
      // This is not about the person.
      throw error.isTemporary ? error : notAttempted(error.message, REST_MS, error.reason);
    }
  });
