export const LINK_HAS_ENDED = 'This link has ended. Please ask the organiser for a new one.';
export const TOO_MANY_PHONES = 'This link is open on 20 phones already. Please ask the organiser.';
export const TOO_MANY_PEOPLE = 'This event has too many people for one door.';
export const MAY_NOT_ADD = "This link can't be used to add people or let them in.";
export const EVENT_CANCELLED = 'This event has been cancelled.';
export const NO_CODE = 'Not one of our codes';
export const ID_IN_USE = 'This check-in could not be kept. Please try again.';
export const DELETED = 'Deleted';
export const HAS_OFFER = 'Has an offer of a place';

export const onWaitingList = (position: number): string => `On the waiting list, position ${position}`;
export const cancelledOn = (day: string | undefined): string => (day === undefined ? 'Cancelled' : `Cancelled on ${day}`);
export const ofAnotherEvent = (title: string, day: string | undefined): string =>
  `Signed up for another event: ${title}${day === undefined ? '' : `, ${day}`}`;
export const wasSignedUp = (name: string): string => `${name} was signed up already and is here now.`;
