import type { EventPlaces } from '#contract/registrations/places.ts';
import { eventLine, placeLine } from '#contract/rules/event-line.ts';
import type { PublicEvent } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/form.ts';
import type { FormView, ShownEvent } from './view.ts';

/** An event as visitors or staff see it, with the time at which it closes, and the one set by staff. */
type ReadEvent = { readonly [Name in keyof PublicEvent]: PublicEvent[Name] | null } & Pick<
  PublicEvent,
  'id' | 'event_title' | 'brunch_event' | 'date'
> & { readonly until?: string | undefined };

/** No line ends between the times of one day. */
export const unbroken = (line: string): string => line.replaceAll(/(?<=\d)–(?=\d)/g, '\u2060–\u2060');

function placesInWords(places: EventPlaces | undefined, noPlace: string): Pick<ShownEvent, 'open' | 'isFull' | 'list'> {
  if (places === undefined) return {};
  const { is_full: isFull, is_few: isFew, left, waiting_list: hasList, waiting } = places;
  if (!isFull && isFew) return { open: words.FEW_LEFT };
  if (!isFull) return left === null ? {} : { open: words.placesLeft(left) };
  return {
    open: words.IS_FULL,
    isFull,
    ...(hasList && { list: waiting ? `${noPlace} ${words.peopleWaiting(waiting)}` : noPlace }),
  };
}

const closingWords = ({ event_title: title, until, is_cancelled: isOff }: ReadEvent, timeZone: string) => ({
  over: isOff ? words.EVENT_CANCELLED : words.SIGN_UP_IS_OVER,
  ...(until && { until: words.signUpUntil(eventLine(until, timeZone)) }),
  chooseAgain: isOff ? words.haveBeenCancelled([title]) : words.signUpHasClosed([title]),
});

/** An event with its date, place and times as text, without values that are not set. */
function shownEvent(event: ReadEvent, timeZone: string, closedText: string | undefined): ShownEvent {
  const { id, event_title, date, brunch_event, end_date: end, opens_at: opening, closes_at: closing } = event;
  const inWords = (moment: string): string => eventLine(moment, timeZone);
  const where = placeLine(event.venue, event.venue_address);
  return {
    id,
    event_title,
    date,
    brunch_event,
    ...(opening
      ? { opens_at: opening, ahead: words.opensAt(inWords(opening)), opensOn: closedText ?? words.signUpOpensOn(inWords(opening)) }
      : {}),
    ...(closing ? { closes_at: closing, ...closingWords(event, timeZone) } : {}),
    when: unbroken(eventLine(date, timeZone, end ?? null)),
    ...(where === '' ? {} : { where }),
    ...(event.price && { price: event.price }),
  };
}

interface ReadSeries {
  readonly events: readonly ReadEvent[];
  /** In the words of staff. */
  readonly closedText?: string | null | undefined;
  /** The present places of its limited events. */
  readonly places?: readonly EventPlaces[];
  /** Whether people on a waiting list get an email when they have a place. */
  readonly canMail?: boolean;
  readonly now?: number;
}

/** The events of a form as text, and the text for when none can be chosen, if that can happen: an event without a date or times can always be chosen. */
export function shownEvents(
  { events, closedText, places = [], canMail = true, now = Date.now() }: ReadSeries,
  timeZone: string,
): Pick<FormView, 'events' | 'closedText' | 'waitingNote'> {
  const ownText = closedText ?? undefined;
  const shown = events.map((event) => {
    const counts = places.find(({ event_id: eventId }) => eventId === event.id);
    return { ...shownEvent(event, timeZone, ownText), ...placesInWords(counts, words.givesNoPlace(canMail)) };
  });
  const canClose = shown.every(
    ({ opens_at: opening, closes_at: closing, isFull, list }) => opening ?? closing ?? (isFull && list === undefined),
  );
  const isBookedUp = shown.some(({ isFull, closes_at: closing }) => isFull && (!closing || Date.parse(closing) > now));
  const ours = isBookedUp ? words.ALL_EVENTS_FULL : words.SIGN_UPS_CLOSED;
  return {
    events: shown,
    closedText: canClose ? (ownText ?? ours) : undefined,
    ...(places.some((event) => event.waiting_list) && { waitingNote: words.noPlaceYet(canMail) }),
  };
}
