import type { Audience, AudienceCounts } from '../attendees/audience.ts';
import type { MailingState, PersonState } from '../mailings/mailing-calls.ts';
import { filterLabel } from './attendance.ts';
import { counted, formatCount } from './counts.ts';
import { REGISTRATIONS } from './places.ts';

export const SHOWN_EVENTS = 3;

export const CHOOSE_EVENTS = 'Choose the events whose people should get it.';

/** In a subject, instead of its title. */
export const DELETED_EVENT = 'a deleted event';
export const MAILINGS = 'Mailings';
export const WRITE_TO_ATTENDEES = 'Write to attendees';
export const ABOUT = {
  service: { label: 'An event they signed up for', description: 'Such as where to park. No advertising.' },
  marketing: { label: 'News and offers', description: 'Only for people who agreed to it, with a link to unsubscribe.' },
} as const;
export const peopleInWords = (people: number): string => counted(people, 'person', 'people');
export const NOBODY_TO_SEND_TO = 'Nobody to send to';
/** @param people undefined while their number is not known */
export const sendTo = (people: number | undefined): string =>
  people === 0 ? NOBODY_TO_SEND_TO : `Send${people === undefined ? '' : ` to ${peopleInWords(people)}`}…`;
export const matchesThen = (people: number): string => `Everyone who matches at that time gets it; ${counted(people, 'does', 'do')} now.`;

const SKIPPED: Readonly<Record<keyof AudienceCounts['left_out'], (count: string) => string>> = {
  duplicate: (count) => `${count} with an address that is already included`,
  refused: (count) => `${count} whose address is refused`,
  no_address: (count) => `${count} without an address`,
  no_consent: (count) => `${count} who didn't agree to it`,
  unsubscribed: (count) => `${count} who ${count === '1' ? 'has' : 'have'} unsubscribed`,
};

/** How many match, and why some are skipped; empty if all get it. */
export function skippedInWords({ matched, left_out: reasons }: AudienceCounts): string {
  const names = ['duplicate', 'refused', 'no_address', 'no_consent', 'unsubscribed'] as const;
  const parts = names.flatMap((name) => (reasons[name] === 0 ? [] : [SKIPPED[name](formatCount(reasons[name]))]));
  const match = `${counted(matched, 'sign-up')} ${matched === 1 ? 'matches' : 'match'}.`;
  return parts.length === 0 ? '' : `${match} Skipped: ${parts.join(', ')}.`;
}

export function changedNumber(before: number, now: number): string {
  const which = now > before ? 'more' : 'fewer';
  return `${counted(Math.abs(now - before), `${which} person now matches`, `${which} people now match`)}.`;
}

const [SECONDS_MAX, MINUTES_MAX, MINUTE] = [90, 90, 60];

/** About how long something takes, rounded up. */
export function durationInWords(seconds: number): string {
  if (seconds <= SECONDS_MAX) return counted(Math.max(seconds, 1), 'second');
  const minutes = Math.ceil(seconds / MINUTE);
  return minutes <= MINUTES_MAX ? counted(minutes, 'minute') : counted(Math.ceil(minutes / MINUTE), 'hour');
}

export const STATES: Readonly<Record<PersonState | MailingState, string>> = {
  scheduled: 'Scheduled',
  running: 'Sending',
  done: 'Sent',
  sent: 'Sent',
  refused: 'Refused',
  not_known: 'Not known',
  left_out: 'Skipped',
  waiting: 'Waiting',
  stopped: 'Stopped',
};
export const sendingIn = (people: number, seconds: number): string =>
  `Sending ${people === 0 ? '' : `to ${peopleInWords(people)} `}in ${counted(seconds, 'second')}`;
export const matchNoLonger = (people: number): string => `${counted(people, 'person no longer matches', 'people no longer match')}.`;
export const matchNow = (people: number): string => `${counted(people, 'person matches', 'people match')} now.`;
export const secondsLeft = (seconds: number): string => `About ${durationInWords(seconds)} left`;
export const sentAndSkipped = ({ people, sent, left_out: skipped }: Readonly<Record<'people' | 'sent' | 'left_out', number>>): string =>
  `${formatCount(sent)} of ${formatCount(people)}${skipped === 0 ? '' : `, ${formatCount(skipped)} skipped`}`;
export const allSkipped = (people: number): string => `Sent to nobody: ${peopleInWords(people)} skipped`;
export const needAttention = (mails: number): string => counted(mails, 'needs attention', 'need attention');
export const allEvents = (count: number): string => (count === 1 ? 'The only event' : `All ${counted(count, 'event')}`);
export const andMore = (count: number): string => `and ${formatCount(count)} more`;
/** @param answers those that people are filtered by, in words */
export function narrowedInWords(narrowed: Omit<Audience, 'events' | 'statuses'>, answers: readonly string[], isOver: boolean): string {
  const { filter, search, ids, import: upload } = narrowed;
  const by = [
    ids && markedRows(ids.length),
    upload && 'one upload',
    ...answers,
    filter && filterLabel(filter, isOver),
    search && `‘${search}’`,
  ].filter((each) => each !== undefined);
  return by.length === 0 ? '' : `, filtered: ${by.join(', ')}`;
}
/** Whom a mailing is for: `Attendees of ‘Day one’, filtered: No-shows`, `All events: Attendees, Waiting`. */
export function audienceInWords(
  { events, statuses = ['confirmed'], ...narrowed }: Audience,
  known: readonly { readonly id: string; readonly event_title: string }[],
  answers: readonly string[],
  isOver: boolean,
): string {
  const filtered = narrowedInWords(narrowed, answers, isOver);
  if (events === undefined) return `People of this form${filtered}`;
  const titles = known.filter(({ id }) => events.includes(id)).map((event) => `‘${event.event_title}’`);
  const some = titles.length === events.length && titles.length <= SHOWN_EVENTS ? titles.join(', ') : counted(events.length, 'event');
  const where = events === 'all' ? 'All events' : some; // Later there may be more.
  const who = statuses.map((status) => REGISTRATIONS[status]).join(', ');
  return (who === REGISTRATIONS.confirmed && events !== 'all' ? `${who} of ${where}` : `${where}: ${who}`) + filtered;
}
export const markedRows = (count: number): string => `${formatCount(count)} selected`;
export const WRITE_TO = {
  series: 'Write to the people of one or more events.',
  marketing: 'Write to everyone who signed up, or to some of them.',
} as const;
export const stoppedAutomatically = (refused: number, people: number): string =>
  `Stopped: ${formatCount(refused)} of the last ${counted(people, 'email was', 'emails were')} refused. Look at the reasons in Needs attention, then send the rest.`;
export const mailingLoss = (mailings: number): string =>
  mailings === 0
    ? ''
    : `${counted(mailings, 'mailing')} ${mailings === 1 ? 'has' : 'have'} not gone out to everyone: the rest will not be sent.`;
export const NO_MAIL_SERVER = 'Email is not set up on this server, so nothing can be sent.';
