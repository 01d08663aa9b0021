import type { MailKind } from '../../registrations/mail-kind.ts';
import type { ChangedValue } from '../../registrations/registration-changes.ts';
import { SAMPLE } from '../../texts/settings.ts';
import * as words from '../../texts/words/mails.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';
import { eventLine } from '../event-line.ts';
import { isBlank, trimmedOrNull } from '../text.ts';
import { withAdditions } from './fit-template.ts';
import { chosenItems, type EventInMail, eventItem } from './mail-items.ts';
import type { MailLetterhead } from './mail-layout.ts';
import { ABOUT_PLACES, OF_ONE_EVENT, placeholdersOf, showsCode } from './mail-placeholders.ts';
import { type FilledMail, fillMail, type MailDraft } from './mail-template.ts';
import { type MailValues, onlyKnown } from './mail-values.ts';

export interface SampleMail extends Pick<MailDraft, 'formKind' | 'kind' | 'subject' | 'template'> {
  readonly values: Readonly<Record<'SERIES' | 'FNAME' | 'FROM', string>>;
  /** The person's events with a place, and one on whose waiting list they are. */
  readonly held: readonly EventInMail[];
  readonly waitedFor: EventInMail | undefined;
  readonly hasSelfService: boolean;
  readonly timeZone: string;
  readonly letterhead: MailLetterhead;
}

const POSITION = 3;
/** Mails about an event at which the person has no place, or is offered one. */
const WITHOUT_PLACE: readonly MailKind[] = ['waiting', 'offer_ended', 'cancelled'];
const WITH_SELF_SERVICE: readonly MailKind[] = ['waiting', 'offer'];
const UNNAMED: EventInMail = { title: SAMPLE.event, startsAt: null, endsAt: null, venue: null, venueAddress: null };

const inFullHours = (time: number): string => new Date(Math.floor(time / HOUR_MS) * HOUR_MS).toISOString();

function changeItems(kind: MailKind | undefined, { startsAt, endsAt }: EventInMail, timeZone: string): ChangedValue[] {
  if (kind !== 'event_changed' || startsAt === null) return [SAMPLE.change];
  const before = new Date(Date.parse(startsAt) - 7 * DAY_MS).toISOString();
  return [{ label: words.EVENT_VALUES.date, before: eventLine(before, timeZone, null), now: eventLine(startsAt, timeZone, endsAt) }];
}

/** The events of a mail: the one it is about, those it lists, and the one that is waited for. */
function eventsOf({ kind, held, waitedFor }: SampleMail) {
  const about = (kind === 'waiting' ? waitedFor : undefined) ?? held[0] ?? waitedFor ?? UNNAMED;
  if (kind === undefined) return { about, listed: held, awaited: waitedFor };
  if (OF_ONE_EVENT.includes(kind)) return { about, listed: [about], awaited: waitedFor };
  const listed = WITHOUT_PLACE.includes(kind) ? held.filter((event) => event !== about) : held;
  return { about, listed, awaited: kind === 'waiting' ? about : waitedFor };
}

function sampleValues(mail: SampleMail): MailValues {
  const { kind, values, held, waitedFor, hasSelfService, timeZone, letterhead } = mail;
  const { about, listed, awaited } = eventsOf(mail);
  const isOver = kind === 'event_cancelled';
  const canJoin = kind !== 'offer' && !isOver;
  const hasLink = hasSelfService || waitedFor !== undefined || (kind !== undefined && WITH_SELF_SERVICE.includes(kind));
  return {
    ...values,
    SUCCESS: chosenItems(values.SERIES, held, timeZone),
    EVENTS: listed.map((event) => eventItem(event, { timeZone, canJoin, hasMap: !isOver })),
    WAITING: awaited === undefined ? [] : [eventItem(awaited, { timeZone, position: POSITION })],
    LINK: hasLink ? SAMPLE.link : '',
    CONTACT: ABOUT_PLACES.includes(kind) && held.length > 0 ? words.contactBy(trimmedOrNull(values.FROM), letterhead.name) : '',
    EVENT: about.title,
    DATE: eventLine(about.startsAt, timeZone, about.endsAt),
    OFFER_ENDS: eventLine(inFullHours(Date.now() + DAY_MS), timeZone),
    CHANGES: changeItems(kind, about, timeZone),
    NOTE: SAMPLE.note,
    FEEDBACK: SAMPLE.feedback,
    QR: [],
  };
}

function additionsOf({ kind, waitedFor, hasSelfService }: SampleMail) {
  const isWaiting = kind === undefined && waitedFor !== undefined;
  return { isWaiting, hasRepeated: false, hasLink: kind === 'link' || isWaiting || (kind === undefined && hasSelfService) };
}

/** A mail of a series or marketing form as someone would get it, filled in by the code that sends it, with sample values for anything that has not happened yet. */
export function fillSampleMail(mail: SampleMail): FilledMail {
  const { formKind, kind, held, values } = mail;
  if (formKind === 'marketing') return fillMail({ ...mail, values: { ...values, SUCCESS: values.SERIES } });
  const letterhead = { ...mail.letterhead, code: showsCode(kind) && held.length > 0 ? mail.letterhead.code : undefined };
  const { subject, template } = onlyKnown(mail, placeholdersOf(kind));
  const standing = kind === 'waiting' ? 'waiting' : null;
  const whole = isBlank(template) ? template : withAdditions(template, additionsOf(mail));
  return fillMail({ kind, standing, subject, template: whole, values: sampleValues(mail), letterhead });
}
