import type { FastifyInstance, FastifyReply } from 'fastify';
import { WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import * as texts from '#contract/texts/own-page.ts';
import { AppError } from '#server/errors.ts';
import { changeEvents } from '#server/features/own-registration/change-events.ts';
import { correctOwn, refuseConflicts } from '#server/features/own-registration/correct.ts';
import { canChangeEvents, canCorrect, heldEvents, whyNot } from '#server/features/own-registration/permissions.ts';
import { fieldsOf } from '#server/features/own-registration/present.ts';
import { tellOwnChange } from '#server/features/own-registration/tell.ts';
import { problemOf, toAppError } from '#server/http/problem.ts';
import { inWords } from '#server/writes/corrections.ts';
import { payloadOf } from '#signup/payload.ts';
import { correctionView, eventsView, type Typed, type TypedEvents } from './form-views.ts';
import { doneAt } from './notes.ts';
import { OWN_PATH, type OwnPageHost, type OwnRequest, type OwnRoute, pathOf, postedTexts } from './own-page-host.ts';
import type { OwnPageContext } from './own-page-view.ts';

const VERSION_NAME = '_version';
const HELD_NAME = '_held';

const isVersion = (text: string | undefined): boolean => text !== undefined && /^\d{1,9}$/.test(text);

/** What has to be typed anew: invalid answers, and those that staff changed meanwhile. */
function errorsOf({ details: { errors, current } }: AppError): Typed['errors'] {
  const changed = Object.entries(current ?? {});
  return errors ?? changed.map(([path, value]) => ({ path, message: texts.changedMeanwhile(inWords(value)) }));
}

/** The pages that correct answers and choose events anew, and their posts. */
export function formRoutes(app: FastifyInstance, host: OwnPageHost): void {
  const refuse = (request: OwnRequest, reply: FastifyReply, { own }: OwnPageContext) =>
    host.sendProblem(request, reply, new AppError('conflict', whyNot(own, heldEvents(own), host.own.timeZone)));

  const sendCorrection = (reply: FastifyReply, context: OwnPageContext, typed?: Typed) =>
    host.send(reply, texts.CORRECT_ANSWERS, host.render.correction(correctionView(context, typed)));

  const sendEvents = (reply: FastifyReply, context: OwnPageContext, typed?: TypedEvents) => {
    const settings = { ...host.deps.settings, organisation: host.organisation };
    return host.send(reply, texts.CHANGE_EVENTS, host.render.events(eventsView(context, { settings, typed })));
  };

  /** Shows the form again with what was typed, or else the page. */
  const sendAgain = async (
    request: OwnRequest,
    reply: FastifyReply,
    { error, again }: { error: unknown; again: (context: OwnPageContext, errors: Typed['errors']) => FastifyReply },
  ): Promise<FastifyReply> => {
    const appError = toAppError(error);
    if (!['conflict', 'invalid', 'too_many'].includes(appError.code)) throw error;
    const errors = errorsOf(appError);
    if (errors.length === 0) return host.sendProblem(request, reply, appError);
    void reply.status(problemOf(appError).status);
    return again(await host.contextOf(request), errors);
  };

  const getCorrection = async (request: OwnRequest, reply: FastifyReply) => {
    const context = await host.contextOf(request);
    return canCorrect(context.own) ? sendCorrection(reply, context) : refuse(request, reply, context);
  };

  const postCorrection = async (request: OwnRequest, reply: FastifyReply) => {
    const { own } = await host.contextOf(request);
    const posted = postedTexts(request);
    const { events: _none, ...values } = payloadOf({ kind: 'series', events: [], fields: fieldsOf(own) }, posted);
    const [version] = posted(VERSION_NAME);
    try {
      const correction = await correctOwn(host.own, request.params.token, values, isVersion(version) ? Number(version) : undefined);
      tellOwnChange(host.deps.tell, correction);
      refuseConflicts(correction);
      return await reply.redirect(`${pathOf(request)}${doneAt('corrected')}`, 303);
    } catch (error) {
      return sendAgain(request, reply, { error, again: (context, errors) => sendCorrection(reply, context, { values, errors }) });
    }
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
    try {
      const change = await changeEvents(host.own, request.params.token, { ...chosen, answers: values });
      tellOwnChange(host.deps.tell, change);
      return await reply.redirect(`${pathOf(request)}${doneAt('events')}`, 303);
    } catch (error) {
      return sendAgain(request, reply, { error, again: (context, errors) => sendEvents(reply, context, { values, errors, chosen }) });
    }
  };

  const schema = { hide: true };
  app.get<OwnRoute>(`${OWN_PATH}/edit`, { schema, handler: getCorrection });
  app.post<OwnRoute>(`${OWN_PATH}/edit`, { schema, handler: postCorrection });
  app.get<OwnRoute>(`${OWN_PATH}/events`, { schema, handler: getEvents });
  app.post<OwnRoute>(`${OWN_PATH}/events`, { schema, handler: postEvents });
}
