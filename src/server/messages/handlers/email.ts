import { withRegistrations } from '#contract/rules/mail/also-registered.ts';
import { knownValues, REGISTRATIONS } from '#contract/rules/mail/mail-placeholders.ts';
import { fillMail } from '#contract/rules/mail/mail-template.ts';
import { GIVEN_A_PLACE, HAS_NO_PLACE } from '#contract/texts/steps.ts';
import * as words from '#contract/texts/words/mails.ts';
import { hasLink } from '#server/registrations/links.ts';
import { messageIdOf, senderOf } from '#server/services/sender.ts';
import { permanent } from '#server/services/service-error.ts';
import { type AttemptContext, Skipped } from '#server/steps/step-task.ts';
import { confirmedFiles } from '../calendar-files.ts';
import type { StepHandler } from '../change-details.ts';
import { attemptMail, type AttendeeMailDeps, type MailAttemptDeps, ownLink, sendKindMail } from '../mails/kind-mail.ts';
import { checkMayLeave } from '../mails/may-leave.ts';
import { type MailText, mailValues } from '../mails/registered-events.ts';
import { eventsWith, type SignUpDetails } from '../sign-up-details.ts';

const SWITCHED_OFF = 'The email settings of this form were cleared before this email was sent.';

async function wasGivenPlace({ db }: AttendeeMailDeps, { id }: SignUpDetails): Promise<boolean> {
  const change = db.selectFrom('registration_changes').select('id').where('submission_id', '=', id);
  return (await change.where('kind', 'in', ['promoted', 'accepted']).executeTakeFirst()) !== undefined;
}

/** The confirmation with what it adds to its template, and what its placeholders stand for. Those of a marketing form have no registrations. */
async function draftConfirmation(deps: MailAttemptDeps, details: SignUpDetails, { subject, template }: MailText) {
  const { kind: formKind, canChange, canCancel, events } = details;
  const isWaiting = events.some(({ status }) => status === 'waiting');
  const hasRepeated = events.some(({ isRepeat }) => isRepeat);
  const text = { subject, template: withRegistrations(template, { isWaiting, hasRepeated, hasLink: hasLink(details) }) };
  const values = await mailValues(deps, text, { signUp: details }, () => ownLink(deps, details));
  return { ...text, canChange, canCancel, formKind, values: knownValues(formKind === 'marketing' ? [] : REGISTRATIONS, values) };
}

async function sendConfirmation(deps: MailAttemptDeps, details: SignUpDetails, context: AttemptContext): Promise<string> {
  const { sender } = deps;
  const { email_from: from, email_subject: subject, email_template: template } = details.settings;
  if (from === null || subject === null || template === null) {
    if (await wasGivenPlace(deps, details)) throw new Skipped(GIVEN_A_PLACE);
    throw permanent(SWITCHED_OFF, 'switched_off');
  }
  const mail = await checkMayLeave(deps, { kind: 'confirmation', id: details.id, signUp: details }, context);
  const { letterhead, logo } = await deps.letterhead(details.theme);
  const filled = fillMail({ ...(await draftConfirmation(deps, details, { subject, template })), letterhead });
  const calendarFiles = await confirmedFiles(deps, details);
  const message = {
    ...senderOf(sender, from),
    to: details.email,
    ...filled,
    logo,
    calendarFiles,
    messageId: messageIdOf(sender, details.id, 'email'),
  };
  return mail.send(message, context.signal);
}

/** Mails the confirmation of a sign-up, or to those who have no place yet that they are on the waiting list. */
export const emailHandler =
  (allDeps: AttendeeMailDeps): StepHandler =>
  async (details, context) =>
    attemptMail(allDeps, async (deps) => {
      if (details.events.length === 0 || eventsWith(details, 'confirmed').length > 0) return sendConfirmation(deps, details, context);
      const waiting = eventsWith(details, 'waiting');
      if (waiting.length === 0) throw new Skipped(HAS_NO_PLACE);
      const event = words.eventsInWords(waiting.map(({ title }) => title));
      const about = { event, eventId: null, isForSeveral: waiting.length > 1 };
      const kindMail = { ...about, kind: 'waiting', id: details.id, signUp: details } as const;
      return sendKindMail({ ...deps, mail: await checkMayLeave(deps, kindMail, context) }, kindMail, context.signal);
    });
