import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { unsubscribeUrl } from '#server/registrations/suppressions.ts';
import { pauseService } from '#server/services/pace.ts';
import { notAttempted, ServiceError } from '#server/services/service-error.ts';
import type { AttemptContext, Success } from '#server/steps/run-steps.ts';
import type { PersonMail } from '../mailing-details.ts';
import {
  attemptMail,
  type AttendeeMailDeps,
  type KindMail,
  ownLink,
  type SendingDeps,
  sendDraft,
  sendKindMail,
} from '../mails/kind-mail.ts';
import { draftMailing, eventsOf } from '../mails/mailing-mail.ts';
import { checkMayLeave } from '../mails/may-leave.ts';
import type { SignUpDetails } from '../sign-up-details.ts';

/** The pace of all mailings, and how long they rest while the mail server takes no connection. */
export const MAILINGS = 'mailings';
const REST_MS = 60_000;

/** Whether the mail server refuses the connection or the password, or closes its service for now (421). */
const isAway = ({ reason = '', message, mayHaveSucceeded }: ServiceError): boolean =>
  !mayHaveSucceeded &&
  (['unreachable', 'timeout', 'mail_sign_in', 'mail_encryption'].includes(reason) || message.startsWith('The mail server answered: 421'));

/** An automatic mail of an event to one of its people. */
export function eventMail(
  kind: MailKind,
  { personId: id, eventId, title, note, feedbackListId: listId }: PersonMail,
  signUp: SignUpDetails,
  publicUrl: string,
): KindMail {
  const feedback = listId === null ? '' : `${publicUrl}/feedback/${listId}/view?event=${eventId}`;
  return { kind, id, signUp, eventId, event: title ?? '', values: { NOTE: note ?? '', FEEDBACK: feedback }, isAutomatic: true };
}

async function sendToPerson(deps: SendingDeps, mailing: PersonMail, signUp: SignUpDetails, signal: AbortSignal): Promise<string> {
  const { kind, personId: id, purpose } = mailing;
  if (kind !== 'mailing') return sendKindMail(deps, eventMail(kind, mailing, signUp, deps.sender.publicUrl), signal);
  const { subject, template } = mailing;
  const about = { subject: subject ?? '', template: template ?? '', signUp, events: eventsOf(mailing, signUp) };
  const draft = await draftMailing(deps, about, () => ownLink(deps, signUp));
  const unsubscribe = purpose === 'marketing' ? await unsubscribeUrl(deps.db, deps.pagesUrl, signUp.emailKey) : undefined;
  return sendDraft(deps, draft, { id, signUp, bulk: { isAutomatic: false, unsubscribeUrl: unsubscribe } }, signal);
}

/** Sends the mail of a mailing to one of its people, unless it no longer suits. */
export const mailingHandler =
  (allDeps: AttendeeMailDeps) =>
  async (mailing: PersonMail, signUp: SignUpDetails, context: AttemptContext): Promise<Success> =>
    attemptMail(allDeps, async (deps) => {
      const { mail } = await checkMayLeave(deps, { kind: mailing.kind, id: mailing.personId, signUp, mailing }, context);
      try {
        return await sendToPerson({ ...deps, mail }, mailing, signUp, context.signal);
      } catch (error) {
        if (!(error instanceof ServiceError && isAway(error))) throw error;
        await pauseService(deps.db, MAILINGS, REST_MS);
        // This is not about the person.
        throw error.isTemporary ? error : notAttempted(error.message, REST_MS, error.reason);
      }
    });
