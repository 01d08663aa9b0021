import { fillMail, type MailLetterhead, successLines } from '#contract/rules/mail-template.ts';
import type { Db } from '#server/db/connection.ts';
import type { MailClient } from '#server/integrations/mail.ts';
import { permanent } from '#server/integrations/service-error.ts';
import { confirmedFiles } from '#server/jobs/calendar-files.ts';
import { CONFIRMATIONS_AN_HOUR, type Reservation, reserveConfirmation } from '#server/jobs/confirmations.ts';
import { messageIdOf, type SenderSettings, senderOf } from '#server/jobs/mail-sender.ts';
import type { StepHandler } from '#server/jobs/step-handler.ts';

export interface MailDeps {
  readonly db: Db;
  readonly mail: MailClient | undefined;
  readonly sender: SenderSettings;
  readonly letterhead: MailLetterhead;
  readonly timeZone: string;
}

interface ConfirmationDeps extends MailDeps {
  /** For one series or form (setting CONFIRMATIONS_PER_HOUR). */
  readonly confirmationsPerHour: number;
}

export const MAIL_NOT_CONFIGURED = 'Mail is not set up on this server. Whoever runs it has to set SMTP_URL; then retry.';

const HELD_BACK: Readonly<Record<Exclude<Reservation, 'reserved'>, string>> = {
  'mailbox-full': `Held back: this address already got ${CONFIRMATIONS_AN_HOUR} confirmations within an hour. Retry sends it all the same.`,
  'form-full':
    'Held back: this form has sent as many confirmations within an hour as CONFIRMATIONS_PER_HOUR allows. If these sign-ups are genuine, retry them after the hour.',
};
const NO_PLACE = 'Not sent: has no place';
const SWITCHED_OFF = 'The mail settings of this form were emptied before this mail was sent.';

export const emailHandler =
  ({ db, mail, sender, letterhead, timeZone, confirmationsPerHour }: ConfirmationDeps): StepHandler =>
  async (details, { wasRetriedByStaff, signal }) => {
    const { email_from: from, email_subject: subject, email_template: template } = details.settings;
    if (from === null || subject === null || template === null) throw permanent(SWITCHED_OFF, 'switched_off');
    if (details.events.length === 0 && details.hasOtherEvents) return NO_PLACE;
    if (mail === undefined) throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
    const { id: submissionId, email, ownerId } = details;
    const reservation = wasRetriedByStaff
      ? 'reserved'
      : await reserveConfirmation(db, { submissionId, email, ownerId, perHour: confirmationsPerHour });
    if (reservation !== 'reserved') throw permanent(HELD_BACK[reservation], reservation === 'form-full' ? 'form_limit' : 'address_limit');
    const values = {
      SERIES: details.title,
      FNAME: details.firstName,
      SUCCESS: successLines(details.title, details.events, timeZone),
      FROM: from,
    };
    const filled = fillMail({ subject, template, values, letterhead });
    const calendarFiles = await confirmedFiles({ db, sender, timeZone }, details);
    return mail.send(
      { ...senderOf(sender, from), to: details.email, ...filled, calendarFiles, messageId: messageIdOf(sender, details.id, 'email') },
      signal,
    );
  };
