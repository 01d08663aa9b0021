import { qrCodeOf } from '#contract/qr-code.ts';
import type { EventPlaces } from '#contract/registrations/places.ts';
import { clockTime, eventLine, placeLine } from '#contract/rules/event-line.ts';
import { tileOf } from '#contract/rules/mail/mail-items.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import { greetedName } from '#contract/rules/text.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import { canChange } from '#server/form-store/form-rows.ts';
import { otherDates, type StoredEvent, type StoredForm } from '#server/form-store/public-form.ts';
import { checkInCode } from '#server/registrations/check-in-codes.ts';
import { inWords } from '#server/registrations/edits.ts';
import {
  barredEvents,
  canGiveUp,
  canGiveUpAll,
  canChangeEvents,
  canCorrect,
  canJoinAgain,
  fieldsOf,
  hasEndedOffer,
  heldEvents,
  mayTakeAnother,
  namesAmong,
  type OwnEvent,
  type OwnSignUp,
  whyNot,
} from '#server/registrations/own/queries.ts';
import { isEventOver } from '#server/registrations/status.ts';
import { calendarLinks, mapOf, type SignUpPageSettings } from '#server/sign-up/page/form-view.ts';
import type { Act, OwnCard, SelfServiceView } from '#signup/self-service/view.ts';
import { type Organisation, unbroken } from '#signup/view.ts';

export interface SelfServiceContext {
  readonly own: OwnSignUp;
  /** The form of its series, with the present places. */
  readonly form: StoredForm | undefined;
  readonly places: readonly EventPlaces[];
  /** Without a slash at the end. */
  readonly path: string;
  /** The event that the address names, as the link in the mail of an offer does. */
  readonly eventId: string | undefined;
  readonly organisation: Organisation;
  readonly settings: SignUpPageSettings;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** When an event is, with a word joiner at both sides of the dash between times, so that no line ends there. */
export const whenOf = ({ startsAt, endsAt }: OwnEvent, timeZone: string): string =>
  unbroken(eventLine(startsAt?.toISOString() ?? null, timeZone, endsAt?.toISOString() ?? null));

/** An event's title, with its date if another one of the person shares it. */
export const nameIn = ({ own, settings }: SelfServiceContext, event: OwnEvent): string => namesAmong(own.events, settings.timeZone)(event);

const at = ({ path }: SelfServiceContext, page: string, { id }: OwnEvent): string => `${path}/${page}?event=${id}`;

const actOn = (context: SelfServiceContext, event: OwnEvent, page: string, label: string): Act => ({
  label,
  name: pageWords.actAt(label, nameIn(context, event)),
  href: at(context, page, event),
});

/** Whether one press is not enough to take an event, since it asks something that this person has not answered. */
const asksMore = ({ own, form }: SelfServiceContext, eventId: string): boolean =>
  activeFields(form?.fields ?? [], form?.events ?? [], [eventId]).some(
    ({ name, required, brunch_event: isOfEvent }) => isOfEvent && required && !own.row.answers[name],
  );

const isOver = (event: OwnEvent, { settings: { timeZone }, now }: SelfServiceContext): boolean => isEventOver(event, timeZone, now);

const attendedPastEvent = (event: OwnEvent, context: SelfServiceContext): boolean => event.attendedAt !== null && isOver(event, context);

/** The words of a status, also the beginning of the page's title. */
function statusOf(event: OwnEvent, context: SelfServiceContext): string {
  const { status, position, offerEndsAt, hasOfferEnded, cancelledAt } = event;
  if (cancelledAt !== null && status !== 'cancelled') return pageWords.EVENT_HAS_BEEN_CANCELLED;
  if (status === 'confirmed') return attendedPastEvent(event, context) ? pageWords.YOU_CAME : pageWords.HAS_PLACE;
  if (status === 'waiting') return pageWords.waitsAt(position ?? 1);
  if (status === 'cancelled') return pageWords.CANCELLED;
  if (hasOfferEnded) return pageWords.OFFER_HAS_ENDED;
  return offerEndsAt === null
    ? pageWords.PLACE_IS_HELD
    : pageWords.placeHeldUntil(eventLine(offerEndsAt.toISOString(), context.settings.timeZone));
}

const joinLabel = (event: OwnEvent): string =>
  event.hasWaited || hasEndedOffer(event) ? pageWords.JOIN_AGAIN : formWords.JOIN_WAITING_LIST;

const pageToTake = (context: SelfServiceContext, { id }: OwnEvent): string =>
  asksMore(context, id) && canChangeEvents(context.own) ? 'events' : 'join';

export function againOf(context: SelfServiceContext, event: OwnEvent): Act | undefined {
  const shown = context.form?.events.find(({ id }) => id === event.id);
  if (shown === undefined || !canJoinAgain(context.own, event) || signUpTime(shown, context.now) !== 'open') return undefined;
  const places = context.places.find(({ event_id: id }) => id === event.id);
  const isFree = hasEndedOffer(event) ? event.isFreeWithoutOffer : places?.is_full !== true;
  const page = pageToTake(context, event);
  if (isFree) return actOn(context, event, page, pageWords.TAKE_A_PLACE);
  return places?.waiting_list === true ? actOn(context, event, page, joinLabel(event)) : undefined;
}

function actsOf(context: SelfServiceContext, event: OwnEvent): Act[] {
  if (event.cancelledAt !== null) return [];
  const on = (page: string, label: string): Act => actOn(context, event, page, label);
  const again = againOf(context, event);
  if (hasEndedOffer(event)) return [...(again === undefined ? [] : [again]), on('decline', pageWords.DECLINE)];
  if (event.status === 'offered') return [{ ...on('accept', pageWords.ACCEPT), isPosted: true }, on('decline', pageWords.DECLINE)];
  if (!canGiveUp(context.own, event)) return [];
  return [on('cancel', event.status === 'waiting' ? pageWords.LEAVE_LIST : pageWords.CANCEL_THIS_PLACE)];
}

function linesOf(context: SelfServiceContext, event: OwnEvent): string[] {
  const { timeZone } = context.settings;
  if (event.attendedAt === null) return linesOfAbsent(context.own, event, timeZone);
  return attendedPastEvent(event, context) ? [] : [pageWords.checkedInAt(clockTime(event.attendedAt, timeZone))];
}

function linesOfAbsent(own: OwnSignUp, event: OwnEvent, timeZone: string): string[] {
  const { status, isOnForm, hasBegun, changesUntil, areChangesOver, cancelledAt } = event;
  if (status === 'offered' || cancelledAt !== null) return [];
  if (status === 'waiting') {
    if (hasBegun) return [pageWords.EVENT_HAS_BEGUN];
    return isOnForm ? [] : [pageWords.NO_SIGN_UPS_AT_PRESENT];
  }
  if (changesUntil === null || !canChange(own.series)) return [];
  return [areChangesOver ? whyNot(own, [event], timeZone) : pageWords.changesUntil(eventLine(changesUntil.toISOString(), timeZone))];
}

const hasPlaceAhead = (event: OwnEvent, context: SelfServiceContext): boolean =>
  event.status === 'confirmed' && event.cancelledAt === null && !isOver(event, context);

/** The check-in code, until the last event with a place is over. */
function shownCode(context: SelfServiceContext): SelfServiceView['code'] {
  const { series, row, events } = context.own;
  const isNeeded = events.some((event) => hasPlaceAhead(event, context));
  return series.check_in_codes && row.email !== '' && isNeeded ? qrCodeOf(checkInCode(series.code_key, row.id)) : undefined;
}

function calendarOf(context: SelfServiceContext, event: OwnEvent): OwnCard['calendar'] {
  if (!context.own.series.calendar_entries || !hasPlaceAhead(event, context) || event.startsAt === null) return undefined;
  return calendarLinks(at(context, 'calendar', event), event.title);
}

const STATES = { confirmed: 'place', waiting: 'waits', offered: 'offer' } as const;

const cardOf = (context: SelfServiceContext, event: OwnEvent): OwnCard[] => {
  const { id, title, startsAt, venue, venueAddress, price, joinUrl, status, cancelledAt } = event;
  const { timeZone, links } = context.settings;
  if (status === 'cancelled') return [];
  return [
    {
      id,
      title,
      when: whenOf(event, timeZone),
      tile: startsAt === null ? undefined : tileOf(startsAt.toISOString(), timeZone),
      where: placeLine(venue, venueAddress),
      map: mapOf({ venue: venue ?? undefined, venue_address: venueAddress ?? undefined }, links.mapUrl, formWords.MAP),
      price,
      joinUrl: status === 'confirmed' && cancelledAt === null ? joinUrl : null,
      state: cancelledAt === null ? STATES[status] : 'off',
      status: statusOf(event, context),
      calendar: calendarOf(context, event),
      lines: linesOf(context, event),
      acts: actsOf(context, event),
    },
  ];
};

/** Offers first, beginning with the one that a mail leads to, then by date. */
function inOrder({ own, eventId }: SelfServiceContext): OwnEvent[] {
  const rank = ({ id, status }: OwnEvent): number => (status === 'offered' ? 1 + Number(id === eventId) : 0);
  return heldEvents(own).toSorted((a, b) => rank(b) - rank(a));
}

/** The events to take besides those that are held. */
function listOthers({ own, form, places, now }: SelfServiceContext): StoredEvent[] {
  const taken = new Set([...heldEvents(own).map(({ id }) => id), ...barredEvents(own)]);
  return form === undefined ? [] : otherDates(form, places, now, taken);
}

/** After an event was cancelled, the events offered instead. */
const listInstead = (context: SelfServiceContext): StoredEvent[] => (mayTakeAnother(context.own) ? listOthers(context) : []);

/** The events offered instead, each one press away unless it has questions. */
function othersOf(context: SelfServiceContext): SelfServiceView['others'] {
  const { places, path, settings } = context;
  return listInstead(context).map(({ id, event_title: title, date, end_date: end }) => {
    const isFull = places.some(({ event_id: eventId, is_full: full }) => eventId === id && full);
    const label = isFull ? formWords.JOIN_WAITING_LIST : pageWords.TAKE_THIS_PLACE;
    const line = `${title}, ${unbroken(eventLine(date, settings.timeZone, end ?? null))}`;
    const name = pageWords.actAt(label, line);
    const act: Act = asksMore(context, id)
      ? { label, name, href: `${path}/events?event=${id}` }
      : { label, name, href: `${path}/take?event=${id}&date=${date ?? ''}${isFull ? '&was=full' : ''}`, isPosted: true };
    return { line, act };
  });
}

function answersOf(own: OwnSignUp): SelfServiceView['answers'] {
  const { row } = own;
  return [
    { label: pageWords.NAME, value: `${row.first_name} ${row.last_name}`.trim() },
    { label: formWords.LABELS.job_title, value: inWords(row.job_title) },
    { label: formWords.LABELS.organisation, value: inWords(row.organisation) },
    { label: formWords.LABELS.email, value: row.email },
    ...fieldsOf(own).map(({ label, name }) => ({ label, value: inWords(Object.hasOwn(row.answers, name) ? row.answers[name] : '') })),
    { label: pageWords.CONSENT, value: inWords(row.accepts_marketing) },
  ];
}

/** `{status} – {series}` */
export function selfServiceTitle(context: SelfServiceContext): string {
  const [first] = inOrder(context);
  return `${first === undefined ? pageWords.CANCELLED : statusOf(first, context)} – ${context.own.series.title}`;
}

export const cancelAllAct = (path: string): Act => ({ label: pageWords.CANCEL_EVERYTHING, href: `${path}/cancel?event=all` });

/** The page on which a person sees the sign-up. */
export function selfServiceView(context: SelfServiceContext, note: SelfServiceView['note']): SelfServiceView {
  const { own, path, organisation, settings } = context;
  const held = inOrder(context);
  const instead = new Set(listInstead(context).map(({ id }) => id));
  return {
    organisation,
    title: own.series.title,
    firstName: greetedName(own.row.first_name, own.row.last_name),
    note,
    code: shownCode(context),
    cards: held.flatMap((event) => cardOf(context, event)),
    cancelled: own.events
      .filter(({ status }) => status === 'cancelled')
      .map((event) => ({
        line: `${event.title}, ${whenOf(event, settings.timeZone)}${event.lastEnding === 'expired' ? `. ${pageWords.OFFER_HAS_ENDED}` : ''}`,
        act: instead.has(event.id) ? undefined : againOf(context, event),
      })),
    others: othersOf(context),
    answers: answersOf(own),
    correct: canCorrect(own) ? { label: pageWords.CORRECT, href: `${path}/edit` } : undefined,
    acts: [
      ...(canChangeEvents(own) && listOthers(context).length > 0 ? [{ label: pageWords.CHANGE_EVENTS, href: `${path}/events` }] : []),
      ...(canGiveUpAll(own) ? [cancelAllAct(path)] : []),
    ],
    resend: settings.canMail && held.length > 0 ? { label: pageWords.SEND_AGAIN, href: `${path}/resend` } : undefined,
  };
}
