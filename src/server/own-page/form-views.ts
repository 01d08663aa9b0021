import type { FieldError } from '#contract/rules/field-error.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/own-page.ts';
import { AppError } from '#server/errors.ts';
import type { ChosenEvents } from '#server/registrations/own/change-events.ts';
import { fieldsOf, heldEvents, isFixed, type OwnSignUp } from '#server/registrations/own/queries.ts';
import { type SignUpPageSettings, viewOf } from '#server/sign-up/page/form-view.ts';
import type { CorrectionView, EventsView } from '#signup/own-page/own-view.ts';
import type { ShownEvent, TypedValues } from '#signup/view.ts';
import type { OwnPageContext } from './own-page-view.ts';

/** What was typed, and what is wrong with it. */
export interface Typed {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
}

export interface TypedEvents extends Typed {
  readonly chosen: ChosenEvents;
}

/** What is ticked: all that is held but what was unticked, and what was ticked in addition. */
function tickedEvents(own: OwnSignUp, { events, _waiting_list: waits, held }: ChosenEvents): Omit<ChosenEvents, 'held'> {
  const chosen = new Set([...events, ...waits]);
  const kept = heldEvents(own).filter(({ id }) => chosen.has(id) || !held.includes(id));
  const isNew = (id: string): boolean => !held.includes(id) && !kept.some((event) => event.id === id);
  const idsOf = (isWaiting: boolean): string[] => kept.filter(({ status }) => (status === 'waiting') === isWaiting).map(({ id }) => id);
  return { events: [...events.filter(isNew), ...idsOf(false)], _waiting_list: [...waits.filter(isNew), ...idsOf(true)] };
}

const NOTHING_TYPED: ChosenEvents = { events: [], _waiting_list: [], held: [] };

const storedValues = ({ row }: OwnSignUp): TypedValues => ({
  ...row.answers,
  first_name: row.first_name,
  last_name: row.last_name,
  job_title: row.job_title,
  organisation: row.organisation,
  accepts_marketing: row.accepts_marketing,
});

/** The form that corrects details and answers, as stored or as typed. */
export function correctionView({ own, path, organisation }: OwnPageContext, typed?: Typed): CorrectionView {
  return {
    organisation,
    title: pageWords.CORRECT_ANSWERS,
    version: own.row.version,
    email: own.row.email,
    emailNote: pageWords.toChangeIt(own.series.email_from),
    fields: fieldsOf(own),
    act: { label: pageWords.SAVE, href: `${path}/edit` },
    keep: { label: pageWords.BACK, href: path },
    values: typed?.values ?? storedValues(own),
    errors: typed?.errors ?? [],
  };
}

/** An event that is held is chosen whatever its times and places say; one that is waited for by the box of its list. */
function asHeld(event: ShownEvent, isWaitedFor: boolean): ShownEvent {
  const { id, event_title, date, brunch_event, when, where } = event;
  const shown = { id, event_title, date, brunch_event, when, ...(where === undefined ? {} : { where }) };
  return isWaitedFor ? { ...shown, open: formWords.IS_FULL, isFull: true, list: formWords.NO_PLACE_YET } : shown;
}

/** The form that changes the chosen events. */
export function eventsView(
  { own, form, path, places, now }: OwnPageContext,
  { settings, typed }: { readonly settings: SignUpPageSettings; readonly typed: TypedEvents | undefined },
): EventsView {
  const held = heldEvents(own);
  const fixed = new Set(held.filter(isFixed).map(({ id }) => id));
  if (form === undefined) throw new AppError('not_found', pageWords.LINK_ENDED);
  const view = viewOf(form, settings, places);
  const events = view.events
    .filter(({ id }) => !fixed.has(id) && !own.repeats.includes(id))
    .map((event) => {
      const registration = held.find(({ id }) => id === event.id);
      return registration === undefined ? event : asHeld(event, registration.status === 'waiting');
    });
  return {
    held: held.map(({ id }) => id),
    form: { ...view, events },
    title: pageWords.CHANGE_EVENTS,
    text: pageWords.CHOOSE_EVENTS,
    now,
    act: { label: pageWords.SAVE, href: `${path}/events` },
    keep: { label: pageWords.BACK, href: path },
    values: { ...(typed?.values ?? own.row.answers), ...tickedEvents(own, typed?.chosen ?? NOTHING_TYPED) },
    errors: typed?.errors ?? [],
  };
}
