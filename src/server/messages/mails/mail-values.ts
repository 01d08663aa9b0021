import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { OF_ONE_EVENT } from '#contract/rules/mail/mail-placeholders.ts';
import { type MailValues, successLines } from '#contract/rules/mail/mail-template.ts';
import { senderOf, type SenderSettings } from '#server/services/sender.ts';
import type { SignUpDetails } from '../sign-up-details.ts';
import { confirmedLines, eventLines, hasLink, type Registrations, repeatedLines, waitingLines } from './registered-events.ts';

export interface MailText {
  readonly subject: string;
  readonly template: string;
}

export interface MailAbout {
  /** None: the confirmation. */
  readonly kind?: MailKind;
  readonly signUp: SignUpDetails;
  /** The event that it is about, by id and in words. */
  readonly eventId?: string | null;
  readonly event?: string;
  readonly values?: Pick<MailValues, 'OFFER_ENDS' | 'CHANGES' | 'NOTE'>;
  /** Lines above those of the person's own events. */
  readonly others?: readonly string[];
}

/** Those of the placeholders, and that of what a mail adds itself where it has something to add. */
export type AllValues = Required<Omit<MailValues, 'REPEATED'>> & Pick<MailValues, 'REPEATED'>;

export const namesLink = ({ subject, template }: MailText): boolean => `${subject}${template}`.includes('%LINK%');

const withoutLastBlanks = (lines: readonly string[]): string[] => lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);

/** What the placeholders of a mail to an attendee stand for. `newLink` is asked only where the mail has a link to the own page. */
export async function mailValues(
  { sender, timeZone }: { readonly sender: SenderSettings; readonly timeZone: string },
  text: MailText,
  { kind, signUp, eventId, event = '', values, others = [] }: MailAbout,
  registrations: Registrations,
  newLink: () => Promise<string>,
): Promise<AllValues> {
  const { events } = registrations;
  const from = signUp.settings.email_from;
  const isOfOneEvent = kind !== undefined && OF_ONE_EVENT.includes(kind);
  const about = events.filter(({ id }) => id === eventId);
  const REPEATED = repeatedLines(events, timeZone);
  return {
    SERIES: signUp.title,
    FNAME: signUp.firstName,
    SUCCESS: successLines(signUp.title, signUp.events, timeZone),
    FROM: from ?? senderOf(sender, from).from.address,
    EVENT: event,
    EVENTS: isOfOneEvent ? eventLines(about, timeZone) : withoutLastBlanks([...others, ...confirmedLines(events, timeZone)]),
    WAITING: waitingLines(events, timeZone),
    LINK: namesLink(text) && hasLink(registrations) ? await newLink() : '',
    OFFER_ENDS: '',
    CHANGES: [],
    NOTE: '',
    ...values,
    ...(REPEATED.length > 0 && { REPEATED }),
  };
}
