import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import type { Db } from '#server/db/connection.ts';
import type { AppError } from '#server/errors.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import { allowSources, inlineSource } from '#server/http/headers/header-profiles.ts';
import { problemOf, setRetryAfter, toAppError } from '#server/http/problem.ts';
import { beginningOfPage, endOfPage, lookStyles, sendHtml } from '#server/pages/document.ts';
import { withLogo } from '#server/pages/logo.ts';
import { isPostedBody, type PostedBody, queryOf, textsOf } from '#server/pages/page-requests.ts';
import { inWords } from '#server/registrations/edits.ts';
import { findOwn, type OwnDeps } from '#server/registrations/own/commands.ts';
import { hasJustMade, heldEvents, type OwnEvent, type OwnSignUp } from '#server/registrations/own/queries.ts';
import type { PageContext } from '#server/sign-up/page/form-page.ts';
import { noticesLine, organisationOf, type SignUpPageSettings } from '#server/sign-up/page/form-view.ts';
import { messageFor } from '#server/sign-up/page/plain-pages.ts';
import { selfServiceUrl, TOKEN_PATHS } from '#server/tokens/access-token.ts';
import { pageTitle } from '#signup/view.ts';
import { type SelfServiceContext, selfServiceTitle, selfServiceView } from './self-service-view.ts';

/** A path of several parts that begins with anything else is left to the app's routes, since a series may be called “Registration”. */
export const SELF_SERVICE_PATH = `${TOKEN_PATHS.selfService}:token(^[\\w-]{22}$)`;
/** The page itself, also where its link was cut short or has something after it; but `events-series` is left to the app. */
export const SELF_SERVICE_PAGE = `${TOKEN_PATHS.selfService}:token(^.{1,12}$|^.{14,}$)`;
/** For routes that change something. */
export const CHANGE = { schema: { hide: true }, config: { limit: 'change' } } as const;

export interface OwnRoute {
  readonly Params: { readonly token: string };
}

export type OwnRequest = FastifyRequest<OwnRoute>;
type OwnHandler = (request: OwnRequest, reply: FastifyReply) => Promise<unknown>;

/** A page that asks before it changes something, and the post that does so. */
export function formPage(app: FastifyInstance, name: string, { get, post }: { readonly get: OwnHandler; readonly post: OwnHandler }): void {
  app.get<OwnRoute>(`${SELF_SERVICE_PATH}/${name}`, { schema: CHANGE.schema, handler: get });
  app.post<OwnRoute>(`${SELF_SERVICE_PATH}/${name}`, { ...CHANGE, handler: post });
}

export const pathOf = ({ params }: OwnRequest): string => selfServiceUrl('', params.token);

export const postedTexts = ({ body }: FastifyRequest): ((name: string) => readonly string[]) => {
  const posted: PostedBody = isPostedBody(body) ? body : {};
  return (name) => textsOf(posted, name);
};

export function eventOf(request: FastifyRequest, { events }: OwnSignUp): OwnEvent | undefined {
  const id = queryOf(request).get('event');
  return events.find((event) => event.id === id);
}

/** The answers to type again: invalid ones, and those that staff changed in the meantime. */
const errorsOf = ({ details: { errors, current } }: AppError): readonly FieldError[] =>
  errors ?? Object.entries(current ?? {}).map(([path, value]) => ({ path, message: pageWords.changedMeanwhile(inWords(value)) }));

export interface Done {
  readonly done: string;
  /** Shown immediately instead, if the address cannot express it. */
  readonly note?: string | undefined;
}

interface EventNote {
  readonly text: (title: string) => string;
  /** The note is shown only while the registration has this status. */
  readonly status: RegistrationStatus;
  /** And has ended so. */
  readonly ending?: ChangeKind;
}

const OF_EVENTS = new Map<string, EventNote>([
  ['cancelled', { text: pageWords.wasCancelled, status: 'cancelled' }],
  ['left', { text: pageWords.leftList, status: 'cancelled' }],
  ['declined', { text: pageWords.wasDeclined, status: 'cancelled', ending: 'declined' }],
  ['taken', { text: pageWords.wasTaken, status: 'confirmed' }],
  ['joined', { text: pageWords.joinedList, status: 'waiting' }],
  ['filled', { text: pageWords.filledMeanwhile, status: 'waiting' }],
]);

/** With kinds of changes, of which one has just been made. */
const OF_SIGN_UPS = new Map<string, { readonly text: (email: string) => string; readonly kinds: readonly ChangeKind[] }>([
  ['events', { text: () => pageWords.EVENTS_CHANGED, kinds: ['events_changed', 'joined'] }],
  ['corrected', { text: () => pageWords.CORRECTED, kinds: ['corrected'] }],
  ['consent', { text: () => pageWords.CONFIRMED, kinds: ['corrected'] }],
  ['undone', { text: () => pageWords.UNDONE, kinds: ['corrected', 'cancelled'] }],
  ['sent', { text: pageWords.sentTo, kinds: ['link'] }],
]);

const isTrueOf = ({ status, ending }: EventNote, event: OwnEvent): boolean =>
  event.status === status && (ending === undefined || event.lastEnding === ending);

/** What was done, from the address of the page after a post; undefined if it does not apply, or was long ago. */
export async function noteOf(db: Db, own: OwnSignUp, query: URLSearchParams): Promise<string | undefined> {
  const { row, events } = own;
  const done = query.get('done') ?? '';
  if (done === 'all') return heldEvents(own).length === 0 ? pageWords.ALL_CANCELLED : undefined;
  const recent = OF_SIGN_UPS.get(done);
  if (recent !== undefined) return (await hasJustMade(db, row.id, recent.kinds)) ? recent.text(row.email) : undefined;
  const note = OF_EVENTS.get(done);
  const event = events.find(({ id }) => id === query.get('event'));
  return note !== undefined && event !== undefined && isTrueOf(note, event) ? note.text(event.title) : undefined;
}

/** The part of the address that makes the page show what was done about an event. */
export const doneAt = (done: string, event?: Pick<OwnEvent, 'id'>): string =>
  `?done=${done}${event === undefined ? '' : `&event=${event.id}`}`;

/** What the routes of self-service pages share: the data of a page, and how it is sent. */
export class SelfServiceHost {
  readonly context: PageContext;
  readonly commandDeps: OwnDeps;
  readonly settings: SignUpPageSettings;

  constructor(context: PageContext) {
    const { signUps, canMail, config } = context;
    this.context = context;
    this.commandDeps = { ...signUps, confirmationsPerHour: config.confirmationsPerHour };
    this.settings = { ...withLogo(config), canMail };
  }

  get render() {
    return this.context.bundle.render.selfService;
  }

  /** @throws AppError `not_found` when the link does not work */
  async contextOf(request: OwnRequest): Promise<SelfServiceContext> {
    const { forms, now } = this.context.signUps;
    const own = await findOwn(this.commandDeps.db, request.params.token);
    const form = await forms.current({ kind: 'series', id: own.series.id });
    return {
      own,
      form,
      places: form === undefined ? [] : await forms.places(form),
      path: pathOf(request),
      eventId: queryOf(request).get('event') ?? undefined,
      organisation: form === undefined ? this.settings.organisation : organisationOf(form, this.settings.organisation),
      settings: this.settings,
      now: now(),
    };
  }

  send(reply: FastifyReply, form: Pick<StoredForm, 'theme'> | undefined, title: string, content: string): FastifyReply {
    const { bundle } = this.context;
    const { organisation } = this.settings;
    const look = lookStyles(form?.theme, bundle);
    const html = beginningOfPage({
      bundle,
      hasScript: false,
      title: pageTitle({ title, organisation }, [409, 422].includes(reply.statusCode)),
      styles: [bundle.styles.selfService, ...look],
      content: content + noticesLine(organisation),
    });
    return sendHtml(allowSources(reply, 'style-src', look.map(inlineSource)), html + endOfPage([]));
  }

  sendPage(reply: FastifyReply, context: SelfServiceContext, note?: { readonly text: string; readonly isProblem: boolean }): FastifyReply {
    return this.send(reply, context.form, selfServiceTitle(context), this.render.page(selfServiceView(context, note)));
  }

  async sendProblem(request: OwnRequest, reply: FastifyReply, error: AppError): Promise<FastifyReply> {
    const text = error.code === 'too_many' ? error.message : pageWords.notPossible(error.details.errors?.[0]?.message ?? error.message);
    setRetryAfter(reply, error);
    void reply.status(error.code === 'invalid' ? 409 : problemOf(error).status);
    return this.sendPage(reply, await this.contextOf(request), { text, isProblem: true });
  }

  /** Runs a change, then leads back with `done` in the address; the page says why something was refused, or `again` shows the form with what was typed. */
  async change(
    request: OwnRequest,
    reply: FastifyReply,
    act: () => Promise<Done>,
    again?: (context: SelfServiceContext, errors: readonly FieldError[]) => FastifyReply,
  ): Promise<FastifyReply> {
    try {
      const { done, note } = await act();
      if (note !== undefined) return await this.sendPage(reply, await this.contextOf(request), { text: note, isProblem: false });
      return await reply.redirect(`${pathOf(request)}${done}`, 303);
    } catch (error) {
      const appError = toAppError(error);
      if (!['conflict', 'invalid', 'too_many'].includes(appError.code)) throw error;
      const errors = errorsOf(appError);
      if (again === undefined || errors.length === 0) return this.sendProblem(request, reply, appError);
      void reply.status(problemOf(appError).status);
      return again(await this.contextOf(request), errors);
    }
  }

  /** The page of a link that does not work, or of a server that cannot answer. */
  sendMessage(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
    const missing = { title: pageWords.LINK_ENDED, text: pageWords.ASK_FOR_A_NEW_LINK };
    const message = messageFor(error, request.url, { missing, unavailable: pageWords.PAGE_UNAVAILABLE });
    const content = this.context.bundle.render.renderMessage(this.settings.organisation, message);
    return this.send(reply.status(problemOf(error).status), undefined, message.title, content);
  }
}
