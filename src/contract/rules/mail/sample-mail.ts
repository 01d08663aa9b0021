import type { MailKind } from '../../registrations/mail-kind.ts';
import * as words from '../../texts/words/mails.ts';
import { changeLine } from '../event-changes.ts';
import { eventLine } from '../event-line.ts';
import { isBlank } from '../text.ts';
import { withRegistrations } from './also-registered.ts';
import { type EventInMail, eventLines, waitingLine } from './event-in-mail.ts';
import { knownValues, OF_ONE_EVENT, placeholdersOfConfirmation, placeholdersOfKind } from './mail-placeholders.ts';
import {
  type FilledMail,
  fillKindMail,
  fillMail,
  type MailLetterhead,
  type MailValues,
  type OfRepeats,
  successLines,
} from './mail-template.ts';

export interface SampleMail {
  /** None: the confirmation. */
  readonly kind?: MailKind | undefined;
  readonly subject: string;
  readonly template: string;
  readonly values: Readonly<Record<'SERIES' | 'FNAME' | 'FROM', string>>;
  /** Of the person: events with a place, and one that is waited for. */
  readonly held: readonly EventInMail[];
  readonly waitedFor: EventInMail | undefined;
  readonly hasOwnPages: boolean;
  readonly hasWaitingList: boolean;
  readonly timeZone: string;
  readonly letterhead: MailLetterhead;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const POSITION = 3;

/** Mails about an event in which the person has no place, or is offered one. */
const WITHOUT_PLACE: readonly MailKind[] = ['waiting', 'offer_ended', 'cancelled'];
const WITH_OWN_PAGE: readonly MailKind[] = ['waiting', 'offer'];

const UNNAMED: EventInMail = { title: words.SAMPLE.event, startsAt: null, endsAt: null, venue: null, venueAddress: null, joinUrl: null };

const inFullHours = (time: number): string => new Date(Math.floor(time / HOUR_MS) * HOUR_MS).toISOString();

function changeLines(kind: MailKind | undefined, { startsAt, endsAt }: EventInMail, timeZone: string): string[] {
  if (kind !== 'event_changed' || startsAt === null) return [words.SAMPLE.change];
  const before = new Date(Date.parse(startsAt) - 7 * DAY_MS).toISOString();
  return [changeLine({ label: words.SAMPLE.date, before: eventLine(before, timeZone), now: eventLine(startsAt, timeZone, endsAt) })];
}

/** The events of a mail: what it is about, those that it lists, and the one that is waited for. */
function eventsOf({ kind, held, waitedFor }: SampleMail) {
  const about = (kind === 'waiting' ? waitedFor : undefined) ?? held[0] ?? waitedFor ?? UNNAMED;
  if (kind === undefined) return { about, listed: held, awaited: waitedFor };
  if (OF_ONE_EVENT.includes(kind)) return { about, listed: [about], awaited: waitedFor };
  const listed = WITHOUT_PLACE.includes(kind) ? held.filter((event) => event !== about) : held;
  return { about, listed, awaited: kind === 'waiting' ? about : waitedFor };
}

function valuesOf(mail: SampleMail, now: number): Required<Omit<MailValues, OfRepeats>> {
  const { kind, values, held, waitedFor, hasOwnPages, timeZone } = mail;
  const { about, listed, awaited } = eventsOf(mail);
  const canJoin = kind !== 'offer';
  const hasLink = hasOwnPages || waitedFor !== undefined || (kind !== undefined && WITH_OWN_PAGE.includes(kind));
  return {
    ...values,
    SUCCESS: successLines(values.SERIES, held, timeZone),
    EVENTS: eventLines(
      listed.map((event) => ({ ...event, canJoin })),
      timeZone,
    ),
    WAITING: awaited === undefined ? [] : [waitingLine(awaited, POSITION, timeZone)],
    LINK: hasLink ? words.SAMPLE.link : '',
    EVENT: about.title,
    OFFER_ENDS: eventLine(inFullHours(now + DAY_MS), timeZone),
    CHANGES: changeLines(kind, about, timeZone),
    NOTE: words.SAMPLE.note,
  };
}

/** A mail of a series as somebody would get it, filled in by the code that sends it, with sample values for what nobody has caused yet. */
export function fillSampleMail(mail: SampleMail, now = Date.now()): FilledMail {
  const { kind, subject, template, waitedFor, hasOwnPages, hasWaitingList, letterhead } = mail;
  const known = kind === undefined ? placeholdersOfConfirmation(hasOwnPages || hasWaitingList) : placeholdersOfKind(kind);
  const values: MailValues = knownValues(known, valuesOf(mail, now));
  if (kind !== undefined) return fillKindMail({ subject, template, values, letterhead });
  const isWaiting = waitedFor !== undefined;
  const additions = { isWaiting, hasRepeated: false, hasLink: hasOwnPages || isWaiting };
  return fillMail({ subject, template: isBlank(template) ? template : withRegistrations(template, additions), values, letterhead });
}
