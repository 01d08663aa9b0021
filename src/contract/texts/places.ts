import type { PromotedAs, RegistrationCounts } from '../registrations/places.ts';
import { counted, formatCount, isOrAre } from './counts.ts';

export const REGISTRATIONS = { confirmed: 'Attendees', waiting: 'Waiting', offered: 'Offered', cancelled: 'Cancelled' } as const;

const places = (count: number): string => counted(count, 'place');

/** A maximum is less than the places that are taken. */
export const takenAlready = (count: number): string => `${places(count)} ${isOrAre(count)} already taken. Nobody loses theirs.`;

/** The places of a limited event: '23 of 30 places taken, 1 offered, 3 waiting'. */
export const placesLine = (confirmed: number, maximum: number, { offered, waiting }: { offered: number; waiting: number }): string =>
  [
    `${formatCount(confirmed)} of ${places(maximum)} taken`,
    ...(offered > 0 ? [`${formatCount(offered)} offered`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
  ].join(', ');

/** A list without anyone who has a place, while others wait, have an offer or cancelled: '2 waiting, 1 cancelled.' */
export const withoutPlace = ({ waiting, offered, cancelled }: RegistrationCounts): string => {
  const counts = Object.entries({ waiting, offered, cancelled }).flatMap(([state, count]) =>
    count > 0 ? `${formatCount(count)} ${state}` : [],
  );
  return counts.length === 0 ? '' : `${counts.join(', ')}.`;
};

/** An event without a place left, or with more people than places. */
export const FULL = 'Full';
export const over = (count: number): string => `${formatCount(count)} over`;

/** Above the waiting list: how many places are free, or how it continues automatically. */
export const freePlaces = (count: number): string => `${places(count)} ${isOrAre(count)} free`;
export const howPlacesAreFilled = (mode: 'offer' | 'direct', hours: number): string =>
  mode === 'direct'
    ? 'The next person gets the place when one becomes free.'
    : `The next person is offered a place when one becomes free. An offer lasts ${counted(hours, 'hour')}.`;

/** Who gets a place that staff cancel, or give up by changing a person's events. */
export const goesTo = (name: string, as: PromotedAs): string => `${name} ${as === 'offer' ? 'is offered' : 'gets'} the place.`;

/** Actions for people who are waiting, have an offer or cancelled. */
export const OFFER_A_PLACE = 'Offer a place';
export const GIVE_A_PLACE = 'Give a place';
export const REMOVE = 'Remove…';
export const offerToNext = (count: number): string => `Offer to the next ${formatCount(count)}`;
export const removeChosen = (count: number): string => `Remove ${formatCount(count)}…`;
export const offerToChosen = (count: number): string => `${OFFER_A_PLACE} to ${formatCount(count)}`;

export const CHANGE_EVENTS = 'Change events…';
export const ONE_EVENT_MUST_STAY = 'Keep at least one event. To withdraw completely, cancel the registration.';

/** Before someone is given a place out of order, or over the maximum. */
export const isNumber = (name: string, position: number): string => `${name} is number ${position}.`;
export const goesOver = (count: number, maximum: number): string =>
  `This goes ${formatCount(count)} over the maximum of ${formatCount(maximum)}.`;

const peopleWere = (count: number, done: string): string => `${counted(count, 'person was', 'people were')} ${done}`;

/** What became of several people. */
export const werePromoted = (count: number, as: PromotedAs): string =>
  `${peopleWere(count, as === 'offer' ? 'offered a place' : 'given a place')}.`;
export const wereNotOffered = (count: number): string => `${peopleWere(count, 'not offered a place')}.`;
export const wereRemoved = (count: number): string => `${peopleWere(count, 'removed')}.`;

export const placesTaken = (taken: number, maximum: number): string =>
  `${formatCount(taken)} of ${places(maximum)} ${isOrAre(maximum)} taken.`;

/** Staff add someone to an event that is full. */
export const fullNote = (taken: number, maximum: number): string => `This event is full: ${placesTaken(taken, maximum)}`;

/** Nobody can be offered a place; Edit event says so too. */
export const NO_MAIL_FOR_OFFERS = 'Email is not set up on this server, so people cannot be notified about a place.';

/** The limited events of a series: '2 of 5 events full, 7 waiting'; empty while none is full and nobody waits. */
export const fullEventsLine = (full: number, events: number, waiting: number): string =>
  [
    ...(full > 0 ? [`${formatCount(full)} of ${counted(events, 'event')} full`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
  ].join(', ');
