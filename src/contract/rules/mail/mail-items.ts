import type { z } from 'zod';
import type { eventItemSchema, mailItem } from '../../events/announcement-preview.ts';
import type { AnnouncedValues } from '../../events/event.ts';
import type { RegistrationStatus } from '../../registrations/places.ts';
import type { ChangedValue } from '../../registrations/registration-changes.ts';
import { DATE_TO_BE_ANNOUNCED } from '../../texts/words/form.ts';
import * as words from '../../texts/words/mails.ts';
import { byTimeZone } from '../../time.ts';
import { eventLine, placeLine } from '../event-line.ts';

export interface EventInMail {
  readonly title: string;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly venue: string | null;
  readonly venueAddress: string | null;
  readonly joinUrl?: string | null;
}

export type EventItem = z.infer<typeof eventItemSchema>;
export type MailItem = z.infer<typeof mailItem>;

export const isEvent = (item: MailItem): item is EventItem => typeof item === 'object' && 'title' in item;

export const isCode = (item: MailItem): item is Extract<MailItem, { readonly code: string }> => typeof item === 'object' && 'code' in item;

export const isChange = (item: MailItem): item is ChangedValue => typeof item === 'object' && 'before' in item;

const tileFormatOf = byTimeZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }));

/** The day of a date, and its month in three letters. */
export function tileOf(date: string, timeZone: string): NonNullable<EventItem['tile']> {
  const [day = '', month = ''] = tileFormatOf(timeZone).format(new Date(date)).split(' ');
  return { month: month.slice(0, 3), day };
}

interface EventView {
  readonly timeZone: string;
  /** Whether to include the join link, which only people with a place get. */
  readonly canJoin?: boolean;
  readonly hasMap?: boolean;
  /** The position of someone on its waiting list. */
  readonly position?: number | null;
}

export function eventItem(
  { title, startsAt, endsAt, venue, venueAddress, joinUrl }: EventInMail,
  { timeZone, canJoin = false, hasMap = true, position }: EventView,
): EventItem {
  const address = placeLine(null, venueAddress);
  return {
    title,
    position: position === undefined ? '' : words.atPosition(position),
    date: eventLine(startsAt, timeZone, endsAt),
    tile: startsAt === null ? null : tileOf(startsAt, timeZone),
    place: placeLine(venue, venueAddress),
    map: hasMap && address !== '' ? { address, name: placeLine(venue, null) || address } : null,
    join: (canJoin ? joinUrl : null) ?? '',
  };
}

/** What %SUCCESS% lists: the chosen events, or the title of a marketing form. */
export const chosenItems = (title: string, events: readonly EventInMail[], timeZone: string): string | EventItem[] =>
  events.length === 0 ? title : events.map((event) => eventItem(event, { timeZone }));

/** The lines of an event in plain text, in the order of its card. */
const linesOfEvent = ({ title, position, date, place, join }: EventItem): string[] =>
  [title, position, date, place, join === '' ? '' : words.joinAt(join)].filter((line) => line !== '');

const lineOfEvent = ({ title, date, position }: EventItem): string =>
  `${title} – ${date}${position === '' ? '' : ` – ${position.charAt(0).toLowerCase()}${position.slice(1)}`}`;

const isUnset = (value: string): boolean => ['', words.NONE, DATE_TO_BE_ANNOUNCED].includes(value);

/** A change as text: its name, its new value and its old value, each on one line. */
export function changeInWords({ label, before, now }: ChangedValue): Readonly<Record<'label' | 'now' | 'was', string>> {
  if (before === '' && now === '') return { label: '', now: words.wasChanged(label), was: '' };
  const [was = '', is] = [before, now].map((value) => value.replaceAll(/[\r\n]+/g, ' '));
  const gone = now === DATE_TO_BE_ANNOUNCED ? words.TO_BE_ANNOUNCED : words.REMOVED;
  return {
    label: label.endsWith('?') ? label : `${label}:`,
    now: isUnset(now) ? gone : `${is}${isUnset(before) ? ` (${words.NEW})` : ''}`,
    was: isUnset(before) ? '' : was,
  };
}

function lineOfChange(change: ChangedValue): string {
  const { label, now, was } = changeInWords(change);
  return `${label} ${now}${was === '' ? '' : ` (${words.was(was)})`}`.trim();
}

/** The paragraphs of a list in plain text; changes form one. */
export function itemParagraphs(items: readonly MailItem[]): string[] {
  const changes = items.filter(isChange).map(lineOfChange).join('\n');
  const others = items.flatMap((item) => {
    if (typeof item === 'string') return [item];
    if (isCode(item)) return [words.CODE_IS_ATTACHED];
    return isEvent(item) ? [linesOfEvent(item).join('\n')] : [];
  });
  return changes === '' ? others : [...others, changes];
}

/** The lines of a list within a sentence; `isWhole`: with everything about an event, and an empty line between events. */
export const itemLines = (items: readonly MailItem[], isWhole: boolean): string[] =>
  items.flatMap((item, index) => {
    if (typeof item === 'string') return [item];
    if (isCode(item)) return [words.CODE_IS_ATTACHED];
    if (!isEvent(item)) return [lineOfChange(item)];
    return isWhole ? [...(index === 0 ? [] : ['']), ...linesOfEvent(item)] : [lineOfEvent(item)];
  });

type SpanInWords = (date: string, end: string | null) => string;

const orNone = (text: string): string => (text === '' ? words.NONE : text);

/** An event's change as its mail describes it: dates as `span` writes them, nothing as a dash. */
export function announcedChanges(before: AnnouncedValues, now: AnnouncedValues, span: SpanInWords): ChangedValue[] {
  const lines: readonly (readonly [string, (values: AnnouncedValues) => string])[] = [
    [words.EVENT_VALUES.title, ({ event_title: title }) => title],
    [words.EVENT_VALUES.date, ({ date, end_date: end }) => (date === null ? DATE_TO_BE_ANNOUNCED : span(date, end))],
    [words.EVENT_VALUES.venue, ({ venue }) => orNone(venue ?? '')],
    [words.EVENT_VALUES.address, ({ venue_address: address }) => orNone(placeLine(null, address))],
    [words.EVENT_VALUES.joinLink, ({ join_url: link }) => orNone(link ?? '')],
    [words.EVENT_VALUES.status, ({ cancelled_at: cancelled }) => (cancelled ? words.CANCELLED : words.GOING_AHEAD)],
  ];
  return lines
    .map(([label, inWords]) => ({ label, before: inWords(before), now: inWords(now) }))
    .filter((change) => change.before !== change.now);
}

/** The values as someone with a registration of this status may know them: only people with a place get the join link. */
export const valuesSeenBy = (status: RegistrationStatus, values: AnnouncedValues): AnnouncedValues =>
  status === 'confirmed' ? values : { ...values, join_url: null };

/** `announcedChanges`, of what someone with a registration of this status may know. */
export const changesSeenBy = (status: RegistrationStatus, before: AnnouncedValues, now: AnnouncedValues, span: SpanInWords) =>
  announcedChanges(valuesSeenBy(status, before), valuesSeenBy(status, now), span);

/** A change on one line outside mails: `Date: before → now`. */
export const changeWithArrow = ({ label, before, now }: ChangedValue): string => `${label}: ${before} → ${now}`;
