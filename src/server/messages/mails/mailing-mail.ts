import type { Purpose } from '#contract/attendees/audience.ts';
import type { MailLetterhead } from '#contract/rules/mail/mail-layout.ts';
import { knownValues, placeholdersOfMailing } from '#contract/rules/mail/mail-placeholders.ts';
import { fillMail } from '#contract/rules/mail/mail-template.ts';
import type { Mail } from '#server/services/mail.ts';
import { senderOf } from '#server/services/sender.ts';
import type { SignUpDetails } from '../sign-up-details.ts';
import type { MailDeps } from './kind-mail.ts';
import { itemsOf, type MailText, mailValues } from './registered-events.ts';

export interface MailingMail extends MailText {
  readonly purpose: Purpose;
  readonly signUp: SignUpDetails;
  /** The events that it was written for. */
  readonly events: readonly { readonly id: string; readonly title: string }[];
  /** Where the person unsubscribes, of marketing. */
  readonly unsubscribeUrl?: string | undefined;
}

/** A mail that staff write to many, as one of them gets it. `newLink` is asked only where it has a link to the own page. */
export async function mailingMail(
  deps: Omit<MailDeps, 'db' | 'mail'>,
  { subject, template, signUp, events, unsubscribeUrl }: MailingMail,
  newLink: () => Promise<string>,
): Promise<Omit<Mail, 'messageId'>> {
  const { letterhead, logo } = await deps.letterhead(signUp.theme);
  const event = events.length === 1 ? events[0]?.title : undefined;
  const text = { subject, template };
  const all = await mailValues(deps, text, { signUp, event }, newLink);
  const chosen = { events: signUp.events.filter(({ id }) => events.some((each) => each.id === id)) };
  const values = {
    ...knownValues(placeholdersOfMailing(events.length), { ...all, EVENTS: itemsOf(chosen, 'confirmed', deps.timeZone) }),
    // Mailings do not know it, so that it stays as typed.
    SUCCESS: '%SUCCESS%',
  };
  const { canChange, canCancel, kind: formKind } = signUp;
  const head: MailLetterhead = { ...letterhead, unsubscribeUrl };
  return {
    ...senderOf(deps.sender, signUp.settings.email_from),
    to: signUp.email,
    ...fillMail({ ...text, values, canChange, canCancel, formKind, letterhead: head }),
    logo,
    bulk: { isAutomatic: false, unsubscribeUrl },
  };
}
