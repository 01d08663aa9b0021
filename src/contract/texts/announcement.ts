import { formatCount } from './counts.ts';

/** Announcing that an event was changed, or does not take place. */
export const NOTHING_TO_ANNOUNCE = 'Everyone already knows';
export const CHANGED_NOT_ANNOUNCED = 'Changed – attendees not notified';
export const ANNOUNCE = 'Notify…';
export const NOTE_HINT = 'Added below the changes';
export const NOT_NOW_HINT = 'You can still do this later from the event card.';

const people = (count: number): string => (count === 1 ? '1 person' : `${formatCount(count)} people`);

/** The question after an edit; those without a place are people, too. */
export const askToAnnounce = (confirmed: number, others: number): string =>
  confirmed === 0 ? `Notify ${people(others)}?` : `Notify ${formatCount(confirmed)} ${confirmed === 1 ? 'attendee' : 'attendees'}?`;

export const announceTo = (count: number): string => `Notify ${people(count)}`;
export const alsoOffered = (count: number): string => `Also ${formatCount(count)} with an offer`;
export const alsoWaiting = (count: number): string => `Also ${formatCount(count)} on the waiting list`;
export const mailOf = (name: string): string => `The email ${name} gets`;
export const announceCancellation = (count: number): string => `Notify ${people(count)} that it is cancelled`;
export const areAnnouncedTo = (count: number): string => `Emailing ${people(count)}.`;
