import { CONSEQUENCES } from '#contract/registrations/registration-changes.ts';
import { addressesIn } from '#contract/rules/email.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { headerLine, inLayout } from '#contract/rules/mail/mail-template.ts';
import { unlinked } from '#contract/rules/mail/mail-values.ts';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { escapeHtml } from '#contract/rules/text.ts';
import { messageIdOf, senderOf } from '#server/services/sender.ts';
import { permanent, ServiceError } from '#server/services/service-error.ts';
import type { AttemptContext } from '#server/steps/run-steps.ts';
import type { ChangeOfSignUp } from '../change-details.ts';
import { type AttendeeMailDeps, MAIL_NOT_CONFIGURED } from '../mails/may-send.ts';
import { answerText, labelledAnswers, nameOf, type SignUpDetails } from '../sign-up-details.ts';
import { changedLines, reportedEvents, shownLine } from './slack.ts';

type Line = readonly [label: string, value: string];

const sourceLines = ({ source }: SignUpDetails): Line[] =>
  SOURCE_KEYS.flatMap((key): Line[] => {
    const value = source[key];
    return value === undefined ? [] : [[key === 'source_page' ? 'Page' : key, value]];
  });

function answersWithoutField({ answers, fields }: SignUpDetails): Line[] {
  const known = new Set(fields.map((field) => field.key));
  return Object.entries(answers).flatMap(([key, answer]): Line[] => (known.has(key) ? [] : [[key, answerText(answer)]]));
}

function linesOf(details: SignUpDetails, timeZone: string): Line[] {
  const lines: Line[] = [
    ['First name', unlinked(details.firstName)],
    ['Last name', unlinked(details.lastName)],
    ['Job title', unlinked(details.jobTitle)],
    ['Organisation', unlinked(details.organisation)],
    ['Email', details.email],
    ...reportedEvents(details).map((event): Line => ['Event', shownLine(event, timeZone)]),
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
      `<tr><th scope="row" dir="auto" align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td dir="auto" style="padding:4px 0;white-space:pre-wrap">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
  );
  return `<table style="font-size:15px;border-collapse:collapse">${rows.join('')}</table>`;
};

/** The addresses of the copies are a setting: correcting that of an attendee would not help. A cause has no room for five. */
function aboutCopies(error: unknown, [first = '', ...more]: readonly string[]): unknown {
  if (!(error instanceof ServiceError) || error.reason !== 'mailbox') return error;
  const reason = `copy_address ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  return new ServiceError(error.message, { isTemporary: false, reason, cause: error });
}

/** Sends the organiser the details of a submission; a reply goes to the attendee. */
async function sendCopy(
  { mail, sender, letterhead: readLetterhead }: AttendeeMailDeps,
  { settings, email, theme }: SignUpDetails,
  { id, subject, lines, signal }: { id: string; subject: string; lines: readonly Line[]; signal: AbortSignal },
): Promise<string> {
  const { email_forward: to, email_from: from } = settings;
  if (to === null) throw permanent('The forwarding address was removed before this copy was sent.', 'switched_off');
  if (mail === undefined) throw permanent(MAIL_NOT_CONFIGURED, 'not_connected');
  const { letterhead, logo } = await readLetterhead(theme);
  const sent = mail.send(
    {
      ...senderOf(sender, from),
      replyTo: email,
      to: addressesIn(to),
      ...inLayout({ subject: headerLine(subject), html: asHtml(lines), text: asText(lines), letterhead }),
      logo,
      messageId: messageIdOf(sender, id, 'forward'),
    },
    signal,
  );
  return sent.catch((error: unknown) => {
    throw aboutCopies(error, addressesIn(to));
  });
}

export async function copySignUp(deps: AttendeeMailDeps, details: SignUpDetails, { signal }: AttemptContext): Promise<string> {
  const subject = `New sign-up for ${details.title}: ${nameOf(details)}`;
  return sendCopy(deps, details, { id: details.id, subject, lines: linesOf(details, deps.timeZone), signal });
}

export async function copyChange(deps: AttendeeMailDeps, about: ChangeOfSignUp, { signal }: AttemptContext): Promise<string> {
  const { change, signUp } = about;
  const lines: Line[] = [
    ['Name', unlinked(nameOf(signUp))],
    ['Email', signUp.email],
    ...changedLines(about, deps.timeZone).map(({ label, value }): Line => [label, value]),
    ['Changed', eventLine(change.at.toISOString(), deps.timeZone)],
  ];
  const subject = `${CONSEQUENCES[change.kind].copy ?? 'Changed'}: ${nameOf(signUp)} – ${signUp.title}`;
  return sendCopy(deps, signUp, { id: change.id, subject, lines, signal });
}
