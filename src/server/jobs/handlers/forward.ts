import { eventLine } from '#contract/rules/event-line.ts';
import { escapeHtml, headerLine, addLetterhead } from '#contract/rules/mail-template.ts';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { permanent, ServiceError } from '#server/integrations/service-error.ts';
import { messageIdOf, senderOf } from '#server/jobs/mail-sender.ts';
import { answerText, labelledAnswers, type SignUpDetails } from '#server/jobs/sign-up-details.ts';
import type { StepHandler } from '#server/jobs/step-handler.ts';
import { MAIL_NOT_CONFIGURED, type MailDeps } from './email.ts';

type Line = readonly [label: string, value: string];

function sourceLines({ source }: SignUpDetails): Line[] {
  return SOURCE_KEYS.flatMap((key): Line[] => {
    const value = source[key];
    return value === undefined ? [] : [[key === 'source_page' ? 'Page' : key, value]];
  });
}

/** Answers whose field no longer exists. */
function answersWithoutField({ answers, fields }: SignUpDetails): Line[] {
  const known = new Set(fields.map((field) => field.key));
  return Object.entries(answers).flatMap(([key, answer]): Line[] => (known.has(key) ? [] : [[key, answerText(answer)]]));
}

function linesOf(details: SignUpDetails, timeZone: string): Line[] {
  const lines: Line[] = [
    ['First name', details.firstName],
    ['Last name', details.lastName],
    ['Job title', details.jobTitle],
    ['Organisation', details.organisation],
    ['Email', details.email],
    ...details.events.map(({ title, startsAt, endsAt }): Line => ['Event', `${title} – ${eventLine(startsAt, timeZone, endsAt)}`]),
    ...labelledAnswers(details).map(({ label, text }): Line => [label, text]),
    ...answersWithoutField(details),
    ['Accepts marketing', details.acceptsMarketing ? 'Yes' : 'No'],
    ...(details.message === null ? [] : [['Message', details.message] as const]),
    ...sourceLines(details),
    ['Submitted', eventLine(details.submittedAt.toISOString(), timeZone)],
  ];
  return lines.filter(([, value]) => value.trim() !== '');
}

const asText = (lines: readonly Line[]): string => lines.map(([label, value]) => `${label}: ${value}`).join('\n');

const asHtml = (lines: readonly Line[]): string => {
  const rows = lines.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td style="padding:4px 0;white-space:pre-wrap">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="font-family:sans-serif;font-size:15px;border-collapse:collapse">${rows.join('')}</table>`;
};

/** The address of the copies is a setting: correcting that of an attendee would not help. */
function aboutCopies(error: unknown, address: string): unknown {
  if (!(error instanceof ServiceError) || error.reason !== 'mailbox') return error;
  return new ServiceError(error.message, { isTemporary: false, reason: `copy_address ${address}`, cause: error });
}

/** Sends the organiser a copy of a submission; a reply goes to the attendee. */
export const forwardHandler =
  ({ mail, sender, letterhead, timeZone }: MailDeps): StepHandler =>
  async (details, { signal }) => {
    const { email_forward: to, email_from: from } = details.settings;
    if (to === null) throw permanent('The forwarding address was removed before this copy was sent.', 'switched_off');
    if (mail === undefined) throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
    const lines = linesOf(details, timeZone);
    const sent = mail.send(
      {
        ...senderOf(sender, from),
        replyTo: details.email,
        to,
        subject: headerLine(`New sign-up for ${details.title}: ${details.firstName} ${details.lastName}`),
        ...addLetterhead({ html: asHtml(lines), text: asText(lines) }, letterhead),
        messageId: messageIdOf(sender, details.id, 'forward'),
      },
      signal,
    );
    return sent.catch((error: unknown) => {
      throw aboutCopies(error, to);
    });
  };
