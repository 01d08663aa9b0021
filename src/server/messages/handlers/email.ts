import { withRegistrations } from '#contract/rules/mail/also-registered.ts';
import { knownValues, placeholdersOfConfirmation } from '#contract/rules/mail/mail-placeholders.ts';
import { fillMail } from '#contract/rules/mail/mail-template.ts';
import { GIVEN_A_PLACE, HAS_NO_PLACE } from '#contract/texts/steps.ts';
import * as words from '#contract/texts/words/mails.ts';
import { messageIdOf, senderOf } from '#server/services/sender.ts';
import { permanent } from '#server/services/service-error.ts';
import { type AttemptContext, Skipped } from '#server/steps/step-task.ts';
import { confirmedFiles } from '../calendar-files.ts';
import type { StepHandler } from '../change-details.ts';
import {
  attemptMail,
  type AttendeeMailDeps,
  MAIL_NOT_CONFIGURED,
  type MailAttemptDeps,
  ownLink,
  reserveOrThrow,
  sendKindMail,
} from '../mails/kind-mail.ts';
import { hasLink, type MailText, mailValues, NO_REGISTRATIONS, readRegistrations, type Registrations } from '../mails/registered-events.ts';
import type { SignUpDetails } from '../sign-up-details.ts';

const SWITCHED_OFF = 'The email settings of this form were cleared before this email was sent.';
const OF_REGISTRATIONS = /%(?:LINK|EVENTS|WAITING)%/;

async function wasGivenPlace({ db }: AttendeeMailDeps, { id }: SignUpDetails): Promise<boolean> {
  const change = db.selectFrom('registration_changes').select('id').where('submission_id', '=', id);
  return (await change.where('kind', 'in', ['promoted', 'accepted']).executeTakeFirst()) !== undefined;
}

/** Registrations are read only where the confirmation may say more of them than their events. */
async function readWhereNeeded({ db }: AttendeeMailDeps, details: SignUpDetails): Promise<Registrations | undefined> {
  const { kind, hasOwnPages, hasOtherEvents, settings } = details;
  if (kind === 'marketing') return undefined;
  const isNeeded = hasOwnPages || hasOtherEvents || OF_REGISTRATIONS.test(`${settings.email_subject}${settings.email_template}`);
  return isNeeded ? readRegistrations(db, details.id) : undefined;
}

/** The confirmation with what it adds to its template, and what its placeholders stand for. */
async function draftConfirmation(deps: MailAttemptDeps, details: SignUpDetails, { subject, template }: MailText, read?: Registrations) {
  const registrations = read ?? NO_REGISTRATIONS;
  const { hasOwnPages, hasWaitingList, events } = registrations;
  const isWaiting = events.some(({ status }) => status === 'waiting');
  const hasRepeated = events.some(({ isRepeat }) => isRepeat);
  const text = { subject, template: withRegistrations(template, { isWaiting, hasRepeated, hasLink: hasLink(registrations) }) };
  const values = await mailValues(deps, text, { signUp: details }, registrations, () => ownLink(deps, details));
  const known = read === undefined ? [] : placeholdersOfConfirmation(hasOwnPages || hasWaitingList);
  return { ...text, values: knownValues(known, values) };
}

async function sendConfirmation(
  deps: MailAttemptDeps,
  details: SignUpDetails,
  registrations: Registrations | undefined,
  context: AttemptContext,
): Promise<string> {
  const { mail, sender, letterhead } = deps;
  const { email_from: from, email_subject: subject, email_template: template } = details.settings;
  if (from === null || subject === null || template === null) {
    if (await wasGivenPlace(deps, details)) throw new Skipped(GIVEN_A_PLACE);
    throw permanent(SWITCHED_OFF, 'switched_off');
  }
  if (mail === undefined) throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
  await reserveOrThrow(deps, details, context);
  const filled = fillMail({ ...(await draftConfirmation(deps, details, { subject, template }, registrations)), letterhead });
  const calendarFiles = await confirmedFiles(deps, details);
  const message = {
    ...senderOf(sender, from),
    to: details.email,
    ...filled,
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
      const registrations = await readWhereNeeded(deps, details);
      if (details.events.length > 0 || !details.hasOtherEvents) return sendConfirmation(deps, details, registrations, context);
      const waiting = (registrations?.events ?? []).filter(({ status }) => status === 'waiting');
      if (waiting.length === 0) throw new Skipped(HAS_NO_PLACE);
      const event = words.eventsInWords(waiting.map(({ title }) => title));
      const about = { event, eventId: null, isForSeveral: waiting.length > 1 };
      return sendKindMail(deps, { ...about, kind: 'waiting', id: details.id, signUp: details }, context);
    });
