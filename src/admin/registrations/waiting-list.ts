import { dates } from '#admin/ui/format/dates.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import { placesHeld } from '#contract/registrations/places-held.ts';
import type { PromotedAs } from '#contract/registrations/places.ts';
import { endOf, hasBegun, OFFER_ENDS_BEFORE_HOURS, OFFER_MIN_HOURS } from '#contract/rules/event-times.ts';
import { freePlaces, goesOver, howPlacesAreFilled, NO_MAIL_FOR_OFFERS } from '#contract/texts/places.ts';
import { HOUR_MS } from '#contract/time.ts';

interface Circumstances {
  readonly hasMail: boolean;
  readonly now: Date;
}

/** Places that nobody has or is offered, and how many people waiting can be offered one. */
export function countFree(event: ListedEvent) {
  const { waiting, passed_over: unreachable } = event.registration_counts ?? { waiting: 0, passed_over: 0 };
  const free = Math.max(0, (event.maximum_participants ?? 0) - placesHeld(event));
  return { free, next: Math.min(free, waiting - unreachable), areAllUnreachable: waiting > 0 && waiting === unreachable };
}

/** Why a place over the maximum is unusual; none while there are places. */
export function overTexts(event: ListedEvent, more: number): string[] {
  const { close_when_full: isLimited, maximum_participants: maximum } = event;
  const over = placesHeld(event) + more - (maximum ?? Number.MAX_SAFE_INTEGER);
  return isLimited && over > 0 && maximum !== null ? [goesOver(over, maximum)] : [];
}

/** Why a waiting list does not promote anyone automatically; undefined if it does. */
function standstill(event: ListedEvent, { hasMail, now }: Circumstances): string | undefined {
  if (event.cancelled_at !== null) return 'Nobody moves up: the event has been cancelled.';
  if (!hasMail) return NO_MAIL_FOR_OFFERS;
  if (hasBegun(event, now.getTime())) return 'Nobody moves up: the event has started.';
  if (!event.show_on_form) return 'Nobody moves up while the event is hidden from the form.';
  return countFree(event).areAllUnreachable ? 'Emails to everyone on the waiting list failed. You can still give them a place.' : undefined;
}

/** Undefined if staff can offer the free places: withdrawing an offer does not promote anyone. */
export function waitingWords(event: ListedEvent, mode: ListedEvent['waiting_list'], circumstances: Circumstances): string | undefined {
  const isAutomatic = mode === 'offer' || mode === 'direct';
  const reason = isAutomatic || event.cancelled_at !== null ? standstill(event, circumstances) : undefined;
  const { free, next } = countFree(event);
  if (reason !== undefined) return free > 0 ? `${freePlaces(free)}. ${reason}` : reason;
  return next > 0 || !isAutomatic ? undefined : howPlacesAreFilled(mode, event.offer_hours);
}

/** Why nobody is notified of a change to a registration; undefined if they can be. Nothing is sent about a list once its event has begun. */
export function whyNotNotified(event: ListedEvent, isOnList: boolean, now: Date): string | undefined {
  if (endOf(event, dates.timeZone) <= now.getTime()) return 'The event is over, so nobody is notified.';
  return isOnList && hasBegun(event, now.getTime()) ? 'The event has started, so nobody is notified.' : undefined;
}

/** Whether it begins within this number of hours, or has begun. */
const beginsWithin = ({ date }: ListedEvent, hours: number, now: Date): boolean =>
  date !== null && Date.parse(date) - now.getTime() <= hours * HOUR_MS;

/** What the next person on the waiting list gets when a place at this event is given up; undefined if nobody does without staff. */
export function nextGets(event: ListedEvent, circumstances: Circumstances): PromotedAs | undefined {
  const { waiting_list: mode, registration_counts: counts, maximum_participants: maximum } = event;
  const isAnyNext = (counts?.waiting ?? 0) > 0 && placesHeld(event) <= Number(maximum) && standstill(event, circumstances) === undefined;
  if (!isAnyNext || mode === 'off' || mode === 'manual') return undefined;
  return mode === 'offer' && !beginsWithin(event, OFFER_ENDS_BEFORE_HOURS + OFFER_MIN_HOURS, circumstances.now) ? 'offer' : 'confirmed';
}
