import { fillMail, type MailLetterhead, successLines } from '#contract/rules/mail-template.ts';
import type { Db } from '#server/db/connection.ts';
import type { MailClient } from '#server/integrations/mail.ts';
import { ServiceError } from '#server/integrations/service-error.ts';
import { CONFIRMATIONS_AN_HOUR, takePlace } from '#server/jobs/confirmations.ts';
import { messageIdOf, type SenderSettings, senderOf } from '#server/jobs/mail-sender.ts';
import type { StepHandler } from '#server/jobs/step-handler.ts';

/** What both mails of a sign-up need. */
export interface MailDeps {
  readonly db: Db;
  /** Undefined: mail is not configured on this server. */
  readonly mail: MailClient | undefined;
  readonly sender: SenderSettings;
  readonly letterhead: MailLetterhead;
  readonly timeZone: string;
}

/** Said of a step that is asked for on a server without SMTP (decision 33). */
export const MAIL_NOT_CONFIGURED = 'Mail is not set up on this server. Whoever runs it has to set SMTP_URL; then retry.';

const HELD_BACK = `Held back: this address already got ${CONFIRMATIONS_AN_HOUR} confirmations within an hour. Retry sends it all the same.`;
const SWITCHED_OFF = 'The mail settings of this form were emptied before this mail was sent.';

/** Confirms a sign-up to the person, by the template of the series or form (decision 34). */
export const emailHandler =
  ({ db, mail, sender, letterhead, timeZone }: MailDeps): StepHandler =>
  async (details, { isReleased, signal }) => {
    const { emailFrom, emailSubject, emailTemplate } = details;
    if (emailFrom === null || emailSubject === null || emailTemplate === null) throw new ServiceError(SWITCHED_OFF, { isTemporary: false });
    if (mail === undefined) throw new ServiceError(MAIL_NOT_CONFIGURED, { isTemporary: false });
    if (!isReleased && !(await takePlace(db, details.emailKey, details.id))) throw new ServiceError(HELD_BACK, { isTemporary: false });
    const values = {
      SERIES: details.title,
      FNAME: details.firstName,
      SUCCESS: successLines(details.title, details.events, timeZone),
      FROM: emailFrom,
    };
    const filled = fillMail({ subject: emailSubject, template: emailTemplate, values, letterhead });
    return mail.send(
      { ...senderOf(sender, emailFrom), to: details.email, ...filled, messageId: messageIdOf(sender, details.id, 'email') },
      signal,
    );
  };
