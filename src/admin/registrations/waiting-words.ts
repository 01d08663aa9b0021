import type { ListedEvent } from '#contract/events/event.ts';
import { placesHeld } from '#contract/registrations/places-held.ts';
import {
  ALL_ARE_PASSED_OVER,
  freePlaces,
  howItGoesOn,
  NO_MAIL_FOR_OFFERS,
  NOT_AFTER_THE_BEGINNING,
  NOT_WHILE_HIDDEN,
} from '#contract/texts/places.ts';

/** Places that nobody has or is offered, and how many of those who wait can be offered one. */
export function countFree(event: ListedEvent) {
  const { waiting, passed_over: unreachable } = event.registration_counts ?? { waiting: 0, passed_over: 0 };
  const free = Math.max(0, (event.maximum_participants ?? 0) - placesHeld(event));
  return { free, next: Math.min(free, waiting - unreachable), areAllUnreachable: waiting > 0 && waiting === unreachable };
}

interface Circumstances {
  readonly hasMail: boolean;
  readonly now: Date;
}

/** Why an automatic waiting list does not promote anybody; undefined when it does. */
function standstill(event: ListedEvent, { hasMail, now }: Circumstances): string | undefined {
  if (!hasMail) return NO_MAIL_FOR_OFFERS;
  if (event.date !== null && Date.parse(event.date) <= now.getTime()) return NOT_AFTER_THE_BEGINNING;
  if (!event.show_on_form) return NOT_WHILE_HIDDEN;
  return countFree(event).areAllUnreachable ? ALL_ARE_PASSED_OVER : undefined;
}

/**
 * What is said above an automatic waiting list: how it works, or how many places are free and why nobody gets them. Undefined
 * when staff can offer those that are free: nobody is promoted by an offer that they took back.
 */
export function waitingWords(event: ListedEvent, mode: 'offer' | 'direct', circumstances: Circumstances): string | undefined {
  const reason = standstill(event, circumstances);
  const { free, next } = countFree(event);
  if (reason !== undefined) return free > 0 ? `${freePlaces(free)}. ${reason}` : reason;
  return next > 0 ? undefined : howItGoesOn(mode, event.offer_hours);
}
