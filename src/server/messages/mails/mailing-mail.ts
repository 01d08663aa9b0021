import type { Audience } from '#contract/attendees/audience.ts';
import { eventItem, type MailItem } from '#contract/rules/mail/mail-items.ts';
import { placeholdersOfMailing } from '#contract/rules/mail/mail-placeholders.ts';
import type { MailDraft } from '#contract/rules/mail/mail-template.ts';
import { onlyKnown } from '#contract/rules/mail/mail-values.ts';
import type { MailText } from '#contract/texts/words/mails.ts';
import type { SignUpDetails } from '../sign-up-details.ts';
import type { MailDeps } from './kind-mail.ts';
import { mailValues } from './registered-events.ts';

export interface MailingMail extends MailText {
  readonly signUp: SignUpDetails;
  /** The events that it was written for. */
  readonly events: readonly { readonly id: string; readonly title: string }[];
}

/** The events that a mailing of staff is written for, with those that the person has; "all" are several, also where the person has one. */
export function eventsOf({ audience }: { readonly audience: Audience }, { events }: SignUpDetails): MailingMail['events'] {
  const { events: chosen = [] } = audience;
  if (chosen === 'all') return [...events, { id: '', title: '' }];
  return [...new Set(chosen)].map((id) => ({ id, title: events.find((event) => event.id === id)?.title ?? '' }));
}

/** The chosen events in which the person has a place. A cancelled event is listed, without links, only when the mail is about that event alone. */
function chosenEvents(signUp: SignUpDetails, chosen: MailingMail['events'], timeZone: string): MailItem[] {
  return signUp.events
    .filter(({ id, status }) => status === 'confirmed' && chosen.some((each) => each.id === id))
    .filter(({ isCancelled }) => !isCancelled || chosen.length === 1)
    .map((event) => eventItem(event, { timeZone, canJoin: !event.isCancelled, hasMap: !event.isCancelled }));
}

/** A mail that staff write to many, to one of them. `newLink` is asked only where it has a link to the own page. */
export async function draftMailing(
  deps: Pick<MailDeps, 'sender' | 'timeZone'>,
  { signUp, events, ...written }: MailingMail,
  newLink: () => Promise<string>,
): Promise<MailDraft> {
  const event = events.length === 1 ? events[0]?.title : undefined;
  const text = onlyKnown(written, placeholdersOfMailing(events.length));
  const all = await mailValues(deps, text, { signUp, event }, newLink);
  // Its button and preheader do not mention the person's other events.
  const values = { ...all, EVENTS: chosenEvents(signUp, events, deps.timeZone), SUCCESS: [], WAITING: [], OFFERED: [] };
  const { canChange, canCancel, kind: formKind } = signUp;
  return { ...text, values, canChange, canCancel, formKind };
}
