import type { FastifyInstance, FastifyReply } from 'fastify';
import { WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import * as words from '#contract/texts/words/own-page.ts';
import { AppError } from '#server/errors.ts';
import { changeEvents } from '#server/registrations/own/change-events.ts';
import { correctOwn } from '#server/registrations/own/correct.ts';
import { canChangeEvents, canCorrect, fieldsOf, heldEvents, whyNot } from '#server/registrations/own/queries.ts';
import { payloadOf } from '#signup/payload.ts';
import { correctionView, eventsView, type Typed, type TypedEvents } from './form-views.ts';
import { doneAt } from './notes.ts';
import { CHANGE, OWN_PATH, type OwnPageHost, type OwnRequest, type OwnRoute, postedTexts } from './own-page-host.ts';
import type { OwnPageContext } from './own-page-view.ts';

const VERSION_NAME = '_version';
const HELD_NAME = '_held';

const isVersion = (text: string | undefined): boolean => text !== undefined && /^\d{1,9}$/.test(text);

/** The pages that correct answers and change the chosen events, and their posts. */
export function formRoutes(app: FastifyInstance, host: OwnPageHost): void {
  const refuse = (request: OwnRequest, reply: FastifyReply, { own }: OwnPageContext) =>
    host.sendProblem(request, reply, new AppError('conflict', whyNot(own, heldEvents(own), host.commandDeps.timeZone)));

  const sendCorrection = (reply: FastifyReply, context: OwnPageContext, typed?: Typed) =>
    host.send(reply, words.CORRECT_ANSWERS, host.render.correction(correctionView(context, typed)));

  const sendEvents = (reply: FastifyReply, context: OwnPageContext, typed?: TypedEvents) =>
    host.send(reply, words.CHANGE_EVENTS, host.render.events(eventsView(context, { settings: host.settings, typed })));

  const getCorrection = async (request: OwnRequest, reply: FastifyReply) => {
    const context = await host.contextOf(request);
    return canCorrect(context.own) ? sendCorrection(reply, context) : refuse(request, reply, context);
  };

  const postCorrection = async (request: OwnRequest, reply: FastifyReply) => {
    const { own } = await host.contextOf(request);
    const posted = postedTexts(request);
    const { events: _none, ...values } = payloadOf({ kind: 'series', events: [], fields: fieldsOf(own) }, posted);
    const [version] = posted(VERSION_NAME);
    const act = async () => {
      const change = await correctOwn(host.commandDeps, request.params.token, values, isVersion(version) ? Number(version) : undefined);
      return { change, done: doneAt('corrected') };
    };
    return host.change(request, reply, act, (context, errors) => sendCorrection(reply, context, { values, errors }));
  };

  const getEvents = async (request: OwnRequest, reply: FastifyReply) => {
    const context = await host.contextOf(request);
    return canChangeEvents(context.own) ? sendEvents(reply, context) : refuse(request, reply, context);
  };

  const postEvents = async (request: OwnRequest, reply: FastifyReply) => {
    const { form, own } = await host.contextOf(request);
    const posted = postedTexts(request);
    const values = payloadOf(form ?? { kind: 'series', events: [], fields: own.fields }, posted);
    const chosen = { events: [...posted('events')], _waiting_list: [...posted(WAITING_LIST_NAME)], held: posted(HELD_NAME) };
    const act = async () => {
      const change = await changeEvents(host.commandDeps, request.params.token, { ...chosen, answers: values });
      return { change, done: doneAt('events') };
    };
    return host.change(request, reply, act, (context, errors) => sendEvents(reply, context, { values, errors, chosen }));
  };

  const schema = { hide: true };
  app.get<OwnRoute>(`${OWN_PATH}/edit`, { schema, handler: getCorrection });
  app.post<OwnRoute>(`${OWN_PATH}/edit`, { ...CHANGE, handler: postCorrection });
  app.get<OwnRoute>(`${OWN_PATH}/events`, { schema, handler: getEvents });
  app.post<OwnRoute>(`${OWN_PATH}/events`, { ...CHANGE, handler: postEvents });
}
