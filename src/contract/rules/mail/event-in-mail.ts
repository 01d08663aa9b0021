import * as words from '../../texts/words/mails.ts';
import { eventLine } from '../event-line.ts';
import { placeLine } from '../event-place.ts';

/** An event with what mails say of it. */
export interface EventInMail {
  readonly title: string;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly venue: string | null;
  readonly venueAddress: string | null;
  readonly joinUrl: string | null;
}

interface ListedInMail extends EventInMail {
  readonly canJoin: boolean;
}

/** The lines of %EVENTS%, with an empty one between events. */
export const eventLines = (events: readonly ListedInMail[], timeZone: string): string[] =>
  events.flatMap(({ title, startsAt, endsAt, venue, venueAddress, joinUrl, canJoin }, index) => [
    ...(index === 0 ? [] : ['']),
    title,
    eventLine(startsAt, timeZone, endsAt),
    ...[placeLine(venue, venueAddress)].filter((line) => line !== ''),
    ...(joinUrl === null || !canJoin ? [] : [words.joinAt(joinUrl)]),
  ]);

/** A line of %WAITING%. */
export const waitingLine = ({ title, startsAt, endsAt }: EventInMail, position: number | null, timeZone: string): string =>
  `${title} – ${eventLine(startsAt, timeZone, endsAt)} – ${words.atPosition(position)}`;
