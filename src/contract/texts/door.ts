import type { DoorPerson } from '../door.ts';
import { byTimeZone } from '../time.ts';

export const LINK_HAS_ENDED = 'This link has ended. Please ask the organiser for a new one.';
export const TOO_MANY_PHONES = 'This link is open on 20 phones already. Please ask the organiser.';
export const MAY_NOT_ADD = "This link can't be used to add people or let them in.";
export const EVENT_CANCELLED = 'This event has been cancelled.';
export const ID_IN_USE = 'This check-in could not be saved. Please try again.';
export const DELETED = 'Deleted';
export const ON_WAITING_LIST = 'On the waiting list';

const dayIn = byTimeZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }));

/** The day of a moment: `3 Nov`. */
export const dayOfMoment = (moment: string | Date, timeZone = 'UTC'): string => dayIn(timeZone).format(new Date(moment));

type Standing = Pick<DoorPerson, 'status' | 'position' | 'cancelled_at'>;

/** The status of someone who is not here; `list` is the name of the waiting list. */
export function standingOf({ status, position, cancelled_at: at }: Standing, list: string, timeZone: string | undefined): string {
  if (status === 'waiting') return position === null ? list : `${list}, position ${position}`;
  const cancelled = at === null ? 'Cancelled' : `Cancelled on ${dayOfMoment(at, timeZone)}`;
  return { confirmed: 'Not here yet', offered: 'Has an offer of a place', cancelled }[status];
}

export const wasSignedUp = (name: string): string => `${name} was signed up already and is here now.`;
