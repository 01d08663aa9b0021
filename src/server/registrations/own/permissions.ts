import { eventLine } from '#contract/rules/event-line.ts';
import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/own-page.ts';
import type { OwnEvent, OwnSignUp } from './queries.ts';

/** The events in which the person has a place, an offer or a position on the waiting list. */
export const heldEvents = ({ events }: OwnSignUp): OwnEvent[] => events.filter(({ status }) => status !== 'cancelled');

/** Whether an event can be given up here: a list can be left and an offer declined at any time. */
export const canCancel = ({ series }: OwnSignUp, { status, areChangesOver }: OwnEvent): boolean =>
  status === 'waiting' || status === 'offered' || (status === 'confirmed' && series.own_pages && series.own_page_cancel && !areChangesOver);

const isAnyOpen = (held: readonly OwnEvent[]): boolean => held.some(({ areChangesOver }) => !areChangesOver);

/** Whether answers can be corrected: until the changes of the last event are over. */
export const canCorrect = (own: OwnSignUp): boolean => own.series.own_pages && own.series.own_page_answers && isAnyOpen(heldEvents(own));

/** Whether events can be chosen anew. */
export function canChangeEvents(own: OwnSignUp): boolean {
  const held = heldEvents(own);
  return own.series.own_pages && own.series.own_page_events && (held.length === 0 || isAnyOpen(held));
}

/** Whether an event is held by an offer whose time is over, which no worker has ended yet. */
export const hasEndedOffer = ({ status, hasOfferEnded }: OwnEvent): boolean => status === 'offered' && hasOfferEnded;

/** Whether an event that was given up, or whose offer ended, can be taken up again, as far as its own times and places let it. */
export const canJoinAgain = ({ series, repeats }: OwnSignUp, event: OwnEvent): boolean =>
  (event.status === 'cancelled' || hasEndedOffer(event)) &&
  !repeats.includes(event.id) &&
  event.isOnForm &&
  !event.hasBegun &&
  ((series.own_pages && series.own_page_events) ||
    hasEndedOffer(event) ||
    event.lastEnding === 'declined' ||
    event.lastEnding === 'expired');

/** Whether the choice of events leaves this one alone. */
export const isFixed = ({ status, isOnForm, areChangesOver, hasBegun }: OwnEvent): boolean =>
  !isOnForm || hasBegun || (status === 'confirmed' && areChangesOver);

/** Why something cannot be changed here: that it is too late, or that one has to write. */
export function whyNot({ series }: OwnSignUp, events: readonly OwnEvent[], timeZone: string): string {
  const over = events.find(({ areChangesOver }) => areChangesOver);
  if (!series.own_pages || over === undefined || over.changesUntil === null) return words.writeTo(series.email_from);
  return words.changesWerePossible(eventLine(over.changesUntil.toISOString(), timeZone), series.email_from);
}

/** Events by which the questions of a form are chosen. */
export const asPublicEvents = (events: readonly OwnEvent[]): PublicEvent[] =>
  events.map(({ id, title, startsAt, isBrunch }) => ({
    id,
    event_title: title,
    date: startsAt?.toISOString() ?? null,
    brunch_event: isBrunch,
  }));

/** Whether everything can be given up at once. */
export function canCancelAll(own: OwnSignUp): boolean {
  const held = heldEvents(own);
  return held.length > 1 && held.every((event) => canCancel(own, event));
}

/** The fields that the person is asked for the events held or waited for. */
export function fieldsOf(own: OwnSignUp): PublicField[] {
  const held = asPublicEvents(heldEvents(own));
  return activeFields(
    own.fields,
    held,
    held.map(({ id }) => id),
  );
}
