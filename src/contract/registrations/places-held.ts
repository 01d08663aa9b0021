import type { ListedEvent } from '../events/event.ts';

export type EventWithPlaces = Pick<
  ListedEvent,
  'close_when_full' | 'waiting_list' | 'maximum_participants' | 'submissions_count' | 'registration_counts'
>;

/** How many places are taken, by confirmed people or held for an offer. */
export const placesHeld = (event: Pick<EventWithPlaces, 'submissions_count' | 'registration_counts'>): number =>
  event.submissions_count + (event.registration_counts?.offered ?? 0);

/** How many of the people to be added exceed the places left; 0 for an event without a limit. */
export function countOverMaximum(event: EventWithPlaces, added: number): number {
  if (!event.close_when_full || event.maximum_participants === null) return 0;
  return Math.max(0, added - Math.max(0, event.maximum_participants - placesHeld(event)));
}
