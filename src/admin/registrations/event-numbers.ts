import type { ListedEvent } from '#contract/events/event.ts';
import { placesHeld } from '#contract/registrations/places-held.ts';
import { HOUR_MS } from '#contract/time.ts';

/** Places that nobody has or is offered, and how many of those who wait can be offered one. */
export function countFree(event: ListedEvent) {
  const { waiting, passed_over: unreachable } = event.registration_counts ?? { waiting: 0, passed_over: 0 };
  const free = Math.max(0, (event.maximum_participants ?? 0) - placesHeld(event));
  return { free, next: Math.min(free, waiting - unreachable), areAllUnreachable: waiting > 0 && waiting === unreachable };
}

/** Whether it begins within this number of hours, or has begun. */
export const beginsWithin = ({ date }: ListedEvent, hours: number, now: Date): boolean =>
  date !== null && Date.parse(date) - now.getTime() <= hours * HOUR_MS;
