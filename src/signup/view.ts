import type { EventPlaces } from '#contract/registrations/places.ts';
import { eventLine, placeLine } from '#contract/rules/event-line.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import type { EventItem } from '#contract/rules/mail/mail-items.ts';
import { WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import type { PublicEvent } from '#contract/rules/public-fields.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';
import { greetedName } from '#contract/rules/text.ts';
import type { NextLine, SignedUp } from '#contract/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';

export interface NamedLink {
  readonly href: string;
  readonly children: string;
  /** Its accessible name, understandable out of context. */
  readonly name: string;
}

/** Links worded on the server, so that scripts need not contain the text. */
export interface LinkList {
  readonly intro: string;
  readonly links: readonly NamedLink[];
}

/** The day of an event, as a leaf of a calendar. */
export type DayTile = NonNullable<EventItem['tile']>;

/** A visible event with its dates as text, written by the server, since browsers format dates differently. */
export interface ShownEvent extends Pick<PublicEvent, 'id' | 'event_title' | 'date' | 'brunch_event' | 'opens_at' | 'closes_at'> {
  readonly when: string;
  /** Venue and address. */
  readonly where?: string;
  /** Unless the page gives one price for all events. */
  readonly price?: string;
  /** What its card says before it opens and after it has closed, and until when it is open. */
  readonly ahead?: string;
  readonly over?: string;
  readonly until?: string;
  /** What its card says while it is open: that it is full, or how many places are left. */
  readonly open?: string;
  readonly isFull?: boolean;
  /** What its card says of the waiting list, while one can join it instead of the event. */
  readonly list?: string;
  /** Its day and its place, for the thanks of a form with a face. */
  readonly tile?: DayTile | undefined;
  readonly map?: NamedLink | undefined;
  /** The links that add it to a calendar, with the text before them. */
  readonly links?: LinkList;
  /** What the form says when it closes after it was chosen. */
  readonly chooseAgain?: string;
  /** What the form says while nothing is open and this event is the first to open. */
  readonly opensOn?: string;
}

export interface Organisation {
  readonly name: string;
  readonly logo?: string | undefined;
  /** At a height of 32 pixels; absent if not known. */
  readonly logoWidth?: number;
  readonly consentText: string;
  readonly privacyUrl?: string | undefined;
}

/** A stored form as its page shows it, the same for every visitor. */
export interface FormView extends FormRules {
  readonly id: string;
  /** The form's heading if the page around it has the organisation and the title. */
  readonly heading?: string;
  /** Whether it is such a part, or has a look or a download: then the thanks take its place. */
  readonly hasFace?: true;
  readonly title: string;
  readonly events: readonly ShownEvent[];
  readonly hasDownloadableContent: boolean;
  readonly organisation: Organisation;
  readonly submitUrl: string;
  /** What it says once it is permanently closed, if that is possible. */
  readonly closedText?: string | undefined;
  /** The text for people on a waiting list, if it has one. */
  readonly waitingNote?: string;
  /** Staff's text after a sign-up; otherwise ours. */
  readonly successText?: string | undefined;
}

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
  return { open: words.IS_FULL, isFull, ...(hasList && { list: waiting ? `${noPlace} ${words.peopleWaiting(waiting)}` : noPlace }) };
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

/** The document's title. After a failed attempt it begins with "Error:", which screen readers announce first. */
export const pageTitle = (view: Pick<FormView, 'title' | 'organisation'>, hasFailed: boolean): string =>
  `${hasFailed ? words.ERROR_PREFIX : ''}${view.title} – ${view.organisation.name}`;

/** Typed or prefilled values by payload name. */
export type TypedValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What differs by visitor: prefill, answers and errors of a post without script, redirect. */
export interface Visit {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
  /** A post without script failed for a reason that is not about a field. */
  readonly hasFailed: boolean;
  readonly advice?: string | undefined;
  /** An absolute http(s) URL of an allowed host, checked by the server. */
  readonly redirectTo?: string | undefined;
  /** Whether its host is ours or named in the settings; otherwise the visitor sees where it leads. */
  readonly isRedirectKnown?: boolean | undefined;
  /** The server's time, for a form whose events open or close. */
  readonly now?: number | undefined;
}

export interface EventLine {
  readonly event: ShownEvent;
  /** On its waiting list. */
  readonly position?: number | null;
}

export interface Confirmation {
  readonly firstName: string;
  readonly events: readonly EventLine[];
  /** The events on whose waiting lists the visitor is. */
  readonly waiting: readonly EventLine[];
  readonly next: readonly NextLine[];
  /** The initial values of the next person's form: never the address, which a stranger could read. */
  readonly kept: TypedValues;
}

/** Whether visitors can choose this event now, to attend or to wait for a place. */
export const canBeChosen = (event: ShownEvent, now: number): boolean =>
  signUpTime(event, now) === 'open' && (event.isFull !== true || event.list !== undefined);

/** Whether it only offers its waiting list, and no place. */
export const isWaitedFor = (event: ShownEvent, now: number): boolean => canBeChosen(event, now) && event.list !== undefined;

/** A series without an event to choose does not accept sign-ups. */
export const isClosed = (view: FormView, now: number): boolean =>
  view.kind === 'series' && !view.events.some((event) => canBeChosen(event, now));

/** Whether it is closed permanently, as far as its events say. */
export const isOver = (view: FormView, now: number): boolean =>
  view.kind === 'series' && view.events.every((event) => signUpTime(event, now) === 'over');

/** Whether a list of ids among the values has this one; undefined without such a list. */
const hasId = (list: TypedValues[string] | undefined, { id }: ShownEvent): boolean | undefined =>
  Array.isArray(list) ? list.includes(id) : undefined;

/** The events chosen at first: those of the address or an earlier post, otherwise the only one. Only people who asked join a waiting list. */
export function chosenAtFirst(view: FormView, { events: given, [WAITING_LIST_NAME]: waits }: TypedValues, now: number): readonly string[] {
  const isWanted = (event: ShownEvent): boolean =>
    hasId(waits, event) === true || (event.list === undefined && (hasId(given, event) ?? view.events.length === 1));
  return view.events.filter((event) => isWanted(event) && canBeChosen(event, now)).map(({ id }) => id);
}

/** The events that were chosen for a place and are full. */
export const refusedEvents = (view: FormView, { events: given }: TypedValues): ShownEvent[] =>
  view.events.filter((event) => event.isFull === true && hasId(given, event) === true);

/** The answer to a sign-up: in a limited series, with its outcome. */
export type Answer = Pick<SignedUp, 'registrations' | 'next'>;

/** The confirmation for a payload and its answer. */
export function confirmationOf(
  view: FormView,
  { first_name: first = '', last_name: last = '', organisation = '', events = [] }: TypedValues,
  { registrations, next = [] }: Answer,
): Confirmation {
  const stateOf = ({ id }: ShownEvent) => registrations?.find(({ event_id: eventId }) => eventId === id);
  return {
    firstName: greetedName(String(first), String(last)).trim(),
    events: view.events
      .filter((event) => (registrations === undefined ? hasId(events, event) : stateOf(event)?.status === 'confirmed'))
      .map((event) => ({ event })),
    waiting: view.events.flatMap((event) => {
      const state = stateOf(event);
      return state?.status === 'waiting' ? [{ event, position: state.position }] : [];
    }),
    next,
    kept: { organisation, events },
  };
}

/** Whether the visitor has no place but is waiting for one. */
export const onlyWaits = (confirmation: Confirmation | undefined): boolean =>
  confirmation?.events.length === 0 && confirmation.waiting.length > 0;
