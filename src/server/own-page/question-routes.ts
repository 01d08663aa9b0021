import type { FastifyInstance, FastifyReply } from 'fastify';
import * as words from '#contract/texts/words/own-page.ts';
import { AppError } from '#server/errors.ts';
import { queryOf } from '#server/pages/page-requests.ts';
import { joinAgain } from '#server/registrations/own/change-events.ts';
import { acceptOwn, cancelOwn, declineOwn, findOwn, type OwnChange, type OwnDeps } from '#server/registrations/own/commands.ts';
import { canCancelAll, heldEvents, type OwnEvent } from '#server/registrations/own/queries.ts';
import type { QuestionView } from '#signup/own-page/own-view.ts';
import { doneAt } from './notes.ts';
import { CHANGE, type Done, eventOf, OWN_PATH, type OwnPageHost, type OwnRequest, type OwnRoute } from './own-page-host.ts';
import type { OwnPageContext } from './own-page-view.ts';
import { cancelAllView, endedOfferView, isAsked, type Question, QUESTIONS, questionView } from './question-view.ts';

/** What a post of each page does. */
const ACTS: Readonly<Record<Question, (deps: OwnDeps, token: string, eventId: string) => Promise<OwnChange>>> = {
  cancel: (deps, token, eventId) => cancelOwn(deps, token, [eventId]),
  accept: acceptOwn,
  decline: declineOwn,
  join: joinAgain,
};

/** And how the page names it afterwards. */
const DONE: Readonly<Record<Question, (before: OwnEvent, after: OwnEvent | undefined, query: URLSearchParams) => string>> = {
  // Posted once more it is cancelled already, and only the address says what was asked.
  cancel: ({ status }, _after, query) =>
    status === 'waiting' || (status === 'cancelled' && query.get('was') === 'waiting') ? 'left' : 'cancelled',
  accept: () => 'taken',
  decline: () => 'declined',
  join: (_before, after) => (after?.status === 'waiting' ? 'joined' : 'taken'),
};

const isAboutAll = (page: Question, request: OwnRequest): boolean => page === 'cancel' && queryOf(request).get('event') === 'all';

async function cancelAll(deps: OwnDeps, token: string): Promise<Done> {
  const own = await findOwn(deps.db, token);
  const held = heldEvents(own).map(({ id }) => id);
  return { change: held.length === 0 ? { own, promoted: [] } : await cancelOwn(deps, token, held), done: doneAt('all') };
}

/** The page to show; undefined when there is nothing to ask. */
function viewOf(page: Question, context: OwnPageContext, request: OwnRequest): QuestionView | undefined {
  if (isAboutAll(page, request)) return canCancelAll(context.own) ? cancelAllView(context) : undefined;
  const event = eventOf(request, context.own);
  if (event === undefined) return undefined;
  if (isAsked(page, context, event)) return questionView(page, context, event);
  return page === 'accept' && event.status !== 'confirmed' ? endedOfferView(context, event) : undefined;
}

/** The pages that ask before something is changed, and their posts. */
export function questionRoutes(app: FastifyInstance, host: OwnPageHost): void {
  const get = (page: Question) => async (request: OwnRequest, reply: FastifyReply) => {
    const context = await host.contextOf(request);
    const view = viewOf(page, context, request);
    return view === undefined ? reply.redirect(context.path, 303) : host.send(reply, view.question, host.render.question(view));
  };
  const post = (page: Question) => async (request: OwnRequest, reply: FastifyReply) =>
    host.change(request, reply, async () => {
      const { token } = request.params;
      if (isAboutAll(page, request)) return cancelAll(host.commandDeps, token);
      const own = await findOwn(host.commandDeps.db, token);
      const event = eventOf(request, own);
      if (event === undefined) throw new AppError('conflict', words.NOT_YOUR_EVENT);
      const change = await ACTS[page](host.commandDeps, token, event.id);
      const after = change.own.events.find(({ id }) => id === event.id);
      return { change, done: doneAt(DONE[page](event, after, queryOf(request)), event) };
    });
  for (const page of QUESTIONS) {
    const schema = { hide: true };
    app.get<OwnRoute>(`${OWN_PATH}/${page}`, { schema, handler: get(page) });
    app.post<OwnRoute>(`${OWN_PATH}/${page}`, { ...CHANGE, handler: post(page) });
  }
}
