import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressSchema } from '#contract/attendees/submission.ts';
import { calendarService } from '#contract/events/calendar.ts';
import { cancelWhy } from '#contract/registrations/places.ts';
import { WHY_MAX_LENGTH } from '#contract/rules/sign-up.ts';
import { shortened, visibleLine } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/self-service.ts';
import { id } from '#contract/wire-text.ts';
import { AppError } from '#server/errors.ts';
import { visitorEntry } from '#server/events/calendar.ts';
import { sendEntry } from '#server/events/feeds/routes.ts';
import { formPath, linkPath } from '#server/form-store/form-address.ts';
import { refuseOtherOrigins } from '#server/http/guard.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { limitPublicCalls, limitSignUps } from '#server/http/limits/rate-limit.ts';
import { postedPages, queryOf } from '#server/pages/page-requests.ts';
import { sequenceOf } from '#server/registrations/changes.ts';
import { joinAgain, takeEvent } from '#server/registrations/own/change-events.ts';
import * as commands from '#server/registrations/own/commands.ts';
import { canGiveUp, canGiveUpAll, heldEvents, type OwnEvent } from '#server/registrations/own/queries.ts';
import type { PageContext } from '#server/sign-up/page/form-page.ts';
import { organisationOf } from '#server/sign-up/page/form-view.ts';
import { offerUrl } from '#server/tokens/access-token.ts';
import type { Act, QuestionView } from '#signup/self-service/view.ts';
import { editRoutes } from './edit-routes.ts';
import { repeatRoutes } from './repeat-routes.ts';
import {
  CHANGE,
  doneAt,
  eventOf,
  formPage,
  noteOf,
  SELF_SERVICE_PAGE,
  SELF_SERVICE_PATH,
  SelfServiceHost,
  type OwnRequest,
  type OwnRoute,
  pathOf,
  postedTexts,
} from './self-service-host.ts';
import { againOf, cancelAllAct, nameIn, type SelfServiceContext, whenOf } from './self-service-view.ts';

/** Pages that ask about one event. */
const QUESTIONS = ['cancel', 'accept', 'decline', 'join'] as const;
type Question = (typeof QUESTIONS)[number];
type Words = Pick<QuestionView, 'question' | 'text'> & { readonly act: string };

/** Whether the place goes to someone waiting, which only happens on a server that sends mail. */
const isGivenOn = ({ settings }: SelfServiceContext, { status, isNextWaiting }: OwnEvent): boolean =>
  settings.canMail && status !== 'waiting' && isNextWaiting;

function wordsOf(page: Question, context: SelfServiceContext, event: OwnEvent): Words {
  const { title, status } = event;
  const again = againOf(context, event);
  const goesOn = isGivenOn(context, event) ? words.GOES_TO_NEXT : undefined;
  if (page === 'decline') return { question: words.declinePlaceAt(title), text: goesOn, act: words.DECLINE_IT };
  if (page === 'join')
    return { question: again?.label === words.TAKE_A_PLACE ? words.takePlaceAt(title) : words.joinListOf(title), act: again?.label ?? '' };
  if (status === 'waiting') return { question: words.leaveListOf(title), act: words.LEAVE };
  return { question: words.cancelPlaceAt(title), text: goesOn, act: words.CANCEL_MY_PLACE };
}

const keepOf = ({ path }: SelfServiceContext, label: string): Act => ({ label, href: path });

/** Which places go to the next people; the events are named unless all places do. */
function cancelAllNote(context: SelfServiceContext): string | undefined {
  const held = heldEvents(context.own);
  const given = held.filter((event) => isGivenOn(context, event));
  if (given.length === 0) return undefined;
  return given.length === held.length ? words.GO_TO_NEXT : given.map((event) => words.goesToNextAt(nameIn(context, event))).join(' ');
}

const cancelAllView = (context: SelfServiceContext): QuestionView => ({
  organisation: context.organisation,
  question: words.CANCEL_ALL_OF_IT,
  when: words.titlesAsAnswer(heldEvents(context.own).map((event) => nameIn(context, event))),
  text: cancelAllNote(context),
  asksWhy: true,
  act: cancelAllAct(context.path),
  keep: keepOf(context, words.KEEP_ALL),
});

function isAsked(page: Question, context: SelfServiceContext, event: OwnEvent): boolean {
  if (page === 'cancel') return event.status !== 'offered' && canGiveUp(context.own, event);
  return page === 'join' ? againOf(context, event) !== undefined : page === 'decline' && event.status === 'offered';
}

function questionView(page: Question, context: SelfServiceContext, event: OwnEvent): QuestionView {
  const { question, text, act } = wordsOf(page, context, event);
  const keepWords = event.status === 'waiting' ? words.STAY_ON_LIST : words.KEEP_IT;
  return {
    organisation: context.organisation,
    question,
    when: whenOf(event, context.settings.timeZone),
    text,
    asksWhy: page === 'cancel',
    act: {
      label: act,
      name: words.actAt(act, nameIn(context, event)),
      href: `${context.path}/${page}?event=${event.id}${event.status === 'waiting' ? '&was=waiting' : ''}`,
    },
    keep: keepOf(context, page === 'cancel' ? keepWords : words.BACK),
    further: page === 'cancel' && canGiveUpAll(context.own) ? cancelAllAct(context.path) : undefined,
  };
}

/** Shown for an ended offer: how to get a place at the event now. */
const endedOfferView = (context: SelfServiceContext, event: OwnEvent): QuestionView => ({
  organisation: context.organisation,
  question: words.OFFER_HAS_ENDED,
  when: `${event.title}, ${whenOf(event, context.settings.timeZone)}`,
  keep: keepOf(context, words.BACK),
  further: againOf(context, event),
});

function whyOf(request: OwnRequest): commands.GivenWhy {
  const posted = postedTexts(request);
  const line = visibleLine((posted('why_note')[0] ?? '').replaceAll(/\p{Cc}+/gu, ' '));
  // Some browsers show the line whatever is chosen, and people just write in it.
  const { data: why } = cancelWhy.safeParse(posted('why')[0] ?? (line === '' ? undefined : 'other'));
  return why === 'other' && line !== '' ? { why, why_note: shortened(line, WHY_MAX_LENGTH) } : { why };
}

/** Gives up one event, or all. @returns as `act` */
async function cancel(deps: commands.OwnDeps, request: OwnRequest, eventId: string): Promise<string> {
  const isAll = eventId === 'all';
  const [event] = await commands.cancelOwn(deps, request.params.token, isAll ? 'all' : [eventId], whyOf(request));
  if (isAll) return doneAt('all');
  // After a repeated post the registration is already cancelled, and only the address shows what was asked.
  const hasWaited = event?.status === 'waiting' || (event?.status === 'cancelled' && queryOf(request).get('was') === 'waiting');
  return doneAt(hasWaited ? 'left' : 'cancelled', event);
}

/** Does what a page asks. @returns what was done, for the address of the page that follows */
async function act(page: Question, deps: commands.OwnDeps, request: OwnRequest): Promise<string> {
  const { token } = request.params;
  const eventId = queryOf(request).get('event') ?? '';
  if (page === 'cancel') return cancel(deps, request, eventId);
  if (page !== 'join') return doneAt(page === 'accept' ? 'taken' : 'declined', await commands.answerOffer(deps, token, eventId, page));
  const event = await joinAgain(deps, token, eventId);
  return doneAt(event.status === 'waiting' ? 'joined' : 'taken', event);
}

/** The page to show; undefined when there is nothing to ask. */
function questionOf(page: Question, context: SelfServiceContext, request: OwnRequest): QuestionView | undefined {
  if (page === 'cancel' && context.eventId === 'all') return canGiveUpAll(context.own) ? cancelAllView(context) : undefined;
  const event = eventOf(request, context.own);
  if (event === undefined) return undefined;
  if (isAsked(page, context, event)) return questionView(page, context, event);
  const hasEnded = event.status !== 'confirmed' && (event.status !== 'offered' || event.hasOfferEnded);
  return page === 'accept' && hasEnded ? endedOfferView(context, event) : undefined;
}

function questionRoutes(app: FastifyInstance, host: SelfServiceHost): void {
  const get = (page: Question) => async (request: OwnRequest, reply: FastifyReply) => {
    const context = await host.contextOf(request);
    const view = questionOf(page, context, request);
    if (view !== undefined) return host.send(reply, context.form, view.question, host.render.question(view));
    // Links of an earlier version lead to the page that asked before a place was accepted.
    return reply.redirect(page === 'accept' && context.eventId !== undefined ? offerUrl(context.path, context.eventId) : context.path, 303);
  };
  const post = (page: Question) => async (request: OwnRequest, reply: FastifyReply) =>
    host.change(request, reply, async () => ({ done: await act(page, host.commandDeps, request) }));
  for (const page of QUESTIONS) formPage(app, page, { get: get(page), post: post(page) });
}

const params = z.object({ slug: z.string(), id });

/** The page on which people ask for a lost link. Its answer is the same for all addresses. */
function lostLinkRoute(app: FastifyInstance, host: SelfServiceHost): void {
  const formOf = async (request: FastifyRequest) => {
    const form = await host.context.signUps.forms.current({ kind: 'series', id: params.parse(request.params).id });
    if (form?.givesLinks !== true) throw new AppError('not_found', words.LINK_ENDED);
    return form;
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, typed: { email: string; error?: string; sent?: string }) => {
    const form = await formOf(request);
    const content = host.render.link({
      organisation: organisationOf(form, host.settings.organisation),
      title: words.GET_YOUR_LINK,
      text: words.linkFor(form.title),
      ...typed,
      act: { label: words.SEND_LINK, href: linkPath(form) },
      keep: { label: words.BACK_TO_FORM, href: formPath(form) },
    });
    return host.send(reply, form, words.GET_YOUR_LINK, content);
  };

  const url = '/:slug/events-series/:id/link';
  const schema = { params, hide: true };
  app.get(url, { schema }, async (request, reply) => send(request, reply, { email: '' }));
  app.post(url, { schema, config: { limit: 'link' } }, async (request, reply) => {
    const [email = ''] = postedTexts(request)('email');
    const parsed = addressSchema.safeParse({ email });
    if (!parsed.success) {
      return send(request, reply.status(422), { email, error: parsed.error.issues[0]?.message ?? '' });
    }
    await commands.askForLink(host.commandDeps, (await formOf(request)).id, parsed.data.email);
    return send(request, reply, { email, sent: words.linkMayBeSent(parsed.data.email) });
  });
}

/** An event for the calendar of a person who has a place in it, with the link to join. */
function calendarRoute(app: FastifyInstance, { commandDeps: { db }, settings }: SelfServiceHost): void {
  app.get<OwnRoute>(`${SELF_SERVICE_PATH}/calendar`, { schema: { hide: true } }, async (request, reply) => {
    const own = await commands.findOwn(db, request.params.token);
    const event = eventOf(request, own);
    const { id, title, calendar_entries: hasEntries } = own.series;
    if (event === undefined || event.startsAt === null || event.status !== 'confirmed' || event.cancelledAt !== null || !hasEntries) {
      throw new AppError('not_found', words.LINK_ENDED);
    }
    // The mails have the same entry, and calendars take over only what is newer.
    const sequence = await sequenceOf(db, own.row.id, event.id);
    const entry = visitorEntry({ ...event, startsAt: event.startsAt, sequence, seriesId: id, seriesTitle: title }, settings);
    return sendEntry(reply, entry, calendarService.safeParse(queryOf(request).get('to')).data);
  });
}

/** Pages by which people see and change their sign-up: without script and cookie, and reading them changes nothing. */
export async function selfServicePages(app: FastifyInstance, context: PageContext): Promise<void> {
  const host = new SelfServiceHost(context);
  setHeaderProfile(app, 'selfService');
  refuseOtherOrigins(app);
  limitPublicCalls(app, { limit: context.limits.calls });
  limitSignUps(app, context.limits);
  await postedPages(app, (request, reply, error) => host.sendMessage(request, reply, error));

  const schema = { hide: true };
  app.get<OwnRoute>(SELF_SERVICE_PAGE, { schema }, async (request, reply) => {
    const context = await host.contextOf(request);
    const text = await noteOf(host.commandDeps.db, context.own, queryOf(request));
    return host.sendPage(reply, context, text === undefined ? undefined : { text, isProblem: false });
  });
  app.post<OwnRoute>(`${SELF_SERVICE_PATH}/resend`, CHANGE, async (request, reply) =>
    host.change(request, reply, async () => {
      return { done: doneAt('sent'), note: await commands.resendLink(host.commandDeps, request.params.token) };
    }),
  );
  app.post<OwnRoute>(`${SELF_SERVICE_PATH}/take`, CHANGE, async (request, reply) =>
    host.change(request, reply, async () => {
      const query = queryOf(request);
      const event = await takeEvent(host.commandDeps, request.params.token, query.get('event') ?? '', query.get('date') ?? undefined);
      const waits = query.get('was') === 'full' ? 'joined' : 'filled';
      return { done: doneAt(event.status === 'waiting' ? waits : 'taken', event) };
    }),
  );
  // After a post that was refused its address may be opened; mail programs add a slash.
  app.get<OwnRoute>(`${SELF_SERVICE_PATH}/*`, { schema }, (request, reply) => reply.redirect(pathOf(request), 303));
  questionRoutes(app, host);
  editRoutes(app, host);
  repeatRoutes(app, host);
  calendarRoute(app, host);
  lostLinkRoute(app, host);
}
