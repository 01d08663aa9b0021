import type { AutomaticMail } from '../registrations/mail-kind.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import { counted } from './counts.ts';

export const EVENT_MAILS = { title: 'Before and after an event', short: 'Before and after' } as const;
export const EVENT_MAILS_NOTE = 'Sent automatically to everyone with a place.';
export const ASK_FOR_FEEDBACK = 'Ask for feedback';
export const NOBODY_REMINDED = 'Email is not set up on this server, so nobody can be reminded.';

const UNITS = [
  ['week', (7 * DAY_MS) / MINUTE_MS],
  ['day', DAY_MS / MINUTE_MS],
  ['hour', HOUR_MS / MINUTE_MS],
] as const;

/** `1 day before`; `none` for 0. */
export function mailTimeText(kind: AutomaticMail, minutes: number): string {
  const found = UNITS.find(([, size]) => minutes % size === 0);
  if (minutes === 0 || found === undefined) return 'none';
  const [unit, size] = found;
  return `${counted(minutes / size, unit)} ${kind === 'thank_you' ? 'after' : 'before'}`;
}

export const AUTOMATIC_MAIL_NAMES: Readonly<Record<AutomaticMail, string>> = {
  reminder: 'reminder',
  starting_soon: '‘Starting soon’ email',
  thank_you: 'thank-you',
};

export const wentOutOn = (line: string, people: number): string =>
  people === 0 ? `Started going out on ${line}. Nobody has it yet.` : `Went out on ${line} to ${counted(people, 'person', 'people')}.`;

/** After a save: mails whose moment is over, each by its kind and the title of its event. */
export function tooLateToSend(late: readonly { readonly kind: AutomaticMail; readonly event: string }[]): string | undefined {
  const [first] = late;
  if (first === undefined) return undefined;
  const events = new Set(late.map(({ event }) => event)).size;
  return events === 1
    ? `It's too late to send the ${AUTOMATIC_MAIL_NAMES[first.kind]} of ‘${first.event}’.`
    : `It's too late to send those of ${events} events.`;
}
