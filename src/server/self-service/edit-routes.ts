import type { FastifyInstance, FastifyReply } from 'fastify';
import { WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as words from '#contract/texts/words/self-service.ts';
import { AppError } from '#server/errors.ts';
import { changeEvents, type ChosenEvents } from '#server/registrations/own/change-events.ts';
import { correctOwn } from '#server/registrations/own/commands.ts';
import * as queries from '#server/registrations/own/queries.ts';
import { viewOf } from '#server/sign-up/page/form-view.ts';
import { payloadOf } from '#signup/payload.ts';
import type { CorrectionView, EventsView, Typed } from '#signup/self-service/view.ts';
import type { ShownEvent, TypedValues } from '#signup/view.ts';
import { doneAt, formPage, type SelfServiceHost, type OwnRequest, postedTexts } from './self-service-host.ts';
import type { SelfServiceContext } from './self-service-view.ts';

interface TypedEvents extends Typed {
  readonly chosen: ChosenEvents;
}

/** The ticked events: those held and not unticked, and newly ticked ones. */
function tickedEvents(own: queries.OwnSignUp, { events, _waiting_list: waits, held }: ChosenEvents): Omit<ChosenEvents, 'held'> {
  const chosen = new Set([...events, ...waits]);
  const kept = queries.heldEvents(own).filter(({ id }) => chosen.has(id) || !held.includes(id));
  const isNew = (id: string): boolean => !held.includes(id) && !kept.some((event) => event.id === id);
  const idsOf = (isWaiting: boolean): string[] => kept.filter(({ status }) => (status === 'waiting') === isWaiting).map(({ id }) => id);
  return { events: [...events.filter(isNew), ...idsOf(false)], _waiting_list: [...waits.filter(isNew), ...idsOf(true)] };
}

const storedValues = ({ row }: queries.OwnSignUp): TypedValues => ({
  ...row.answers,
  first_name: row.first_name,
  last_name: row.last_name,
  job_title: row.job_title,
  organisation: row.organisation,
  accepts_marketing: row.accepts_marketing,
});

/** The form that corrects details and answers, as stored or as typed. */
const correctionView = ({ own, path, organisation }: SelfServiceContext, typed?: Typed): CorrectionView => ({
  organisation,
  title: words.CORRECT_ANSWERS,
  version: own.row.version,
  email: own.row.email,
  emailNote: words.toChangeIt(own.series.email_from),
  fields: queries.fieldsOf(own),
  act: { label: words.SAVE, href: `${path}/edit` },
  keep: { label: words.BACK, href: path },
  values: typed?.values ?? storedValues(own),
  errors: typed?.errors ?? [],
});

/** A held event is chosen whatever its times and places; one that is waited for, by the box of its list. */
function asHeld(event: ShownEvent, list: string | undefined): ShownEvent {
  const { id, event_title, date, brunch_event, when, where } = event;
  const shown = { id, event_title, date, brunch_event, when, ...(where === undefined ? {} : { where }) };
  return list === undefined ? shown : { ...shown, open: formWords.IS_FULL, isFull: true, list };
}

function eventsView({ own, form, path, places, eventId, settings, now }: SelfServiceContext, typed?: TypedEvents): EventsView {
  const held = queries.heldEvents(own);
  const fixed = new Set([...held.filter(queries.isFixed).map(({ id }) => id), ...queries.barredEvents(own)]);
  if (form === undefined) throw new AppError('not_found', words.LINK_ENDED);
  const view = viewOf(form, settings, { places, now });
  // Ticked for a place or, if the event is full, for its waiting list.
  const named = eventId === undefined ? [] : [eventId];
  const events = view.events
    .filter(({ id }) => !fixed.has(id))
    .map((event) => {
      const registration = held.find(({ id }) => id === event.id);
      return registration === undefined
        ? event
        : asHeld(event, registration.status === 'waiting' ? formWords.noPlaceYet(settings.canMail) : undefined);
    });
  return {
    held: held.map(({ id }) => id),
    form: { ...view, events },
    title: words.CHANGE_EVENTS,
    text: words.CHOOSE_EVENTS,
    now,
    act: { label: words.SAVE, href: `${path}/events` },
    keep: { label: words.BACK, href: path },
    values: {
      ...(typed?.values ?? own.row.answers),
      ...tickedEvents(own, typed?.chosen ?? { events: named, _waiting_list: named, held: [] }),
    },
    errors: typed?.errors ?? [],
  };
}

const VERSION_NAME = '_version';
const HELD_NAME = '_held';

/** The pages that correct answers and change the chosen events, and their posts. */
export function editRoutes(app: FastifyInstance, host: SelfServiceHost): void {
  const sendCorrection = (reply: FastifyReply, context: SelfServiceContext, typed?: Typed) =>
    host.send(reply, context.form, words.CORRECT_ANSWERS, host.render.correction(correctionView(context, typed)));

  const sendEvents = (reply: FastifyReply, context: SelfServiceContext, typed?: TypedEvents) =>
    host.send(reply, context.form, words.CHANGE_EVENTS, host.render.events(eventsView(context, typed)));

  /** Answers with a form, or with the reason why nothing can be changed here. */
  const showIf =
    (isPossible: (own: queries.OwnSignUp) => boolean, send: (reply: FastifyReply, context: SelfServiceContext) => FastifyReply) =>
    async (request: OwnRequest, reply: FastifyReply) => {
      const context = await host.contextOf(request);
      const { own, settings } = context;
      if (isPossible(own)) return send(reply, context);
      return host.sendProblem(request, reply, new AppError('conflict', queries.whyNot(own, queries.heldEvents(own), settings.timeZone)));
    };

  const showCorrection = showIf(queries.canCorrect, sendCorrection);

  const postCorrection = async (request: OwnRequest, reply: FastifyReply) => {
    const { own } = await host.contextOf(request);
    const posted = postedTexts(request);
    // The post of a mail scanner, which is not of this page's form, would untick its box.
    if (posted('first_name').length === 0) return showCorrection(request, reply);
    const { events: _none, ...values } = payloadOf({ kind: 'series', events: [], fields: queries.fieldsOf(own) }, posted);
    const [version = ''] = posted(VERSION_NAME);
    const act = async () => {
      await correctOwn(host.commandDeps, request.params.token, values, /^\d{1,9}$/.test(version) ? Number(version) : undefined);
      return { done: doneAt('corrected') };
    };
    return host.change(request, reply, act, (context, errors) => sendCorrection(reply, context, { values, errors }));
  };

  const postEvents = async (request: OwnRequest, reply: FastifyReply) => {
    const { form, own } = await host.contextOf(request);
    const posted = postedTexts(request);
    const values = payloadOf(form ?? { kind: 'series', events: [], fields: own.fields }, posted);
    const chosen = { events: [...posted('events')], _waiting_list: [...posted(WAITING_LIST_NAME)], held: posted(HELD_NAME) };
    const act = async () => {
      await changeEvents(host.commandDeps, request.params.token, { ...chosen, answers: values });
      return { done: doneAt('events') };
    };
    return host.change(request, reply, act, (context, errors) => sendEvents(reply, context, { values, errors, chosen }));
  };

  formPage(app, 'edit', { get: showCorrection, post: postCorrection });
  formPage(app, 'events', {
    get: showIf((own) => queries.canChangeEvents(own) || queries.mayTakeAnother(own), sendEvents),
    post: postEvents,
  });
}
