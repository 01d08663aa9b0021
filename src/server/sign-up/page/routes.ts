import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FORM_KINDS, type FormRef } from '#contract/forms/form-ref.ts';
import { SERVER } from '#contract/texts/frame-messages.ts';
import * as words from '#contract/texts/words/form.ts';
import { id } from '#contract/wire-text.ts';
import type { ErrorCode } from '#server/errors.ts';
import { pathAfterSlug } from '#server/form-store/form-address.ts';
import { acceptsGzip } from '#server/http/compress-answers.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { formOfRequest, limitPublicCalls, limitSignUps } from '#server/http/limits/rate-limit.ts';
import { problemOf } from '#server/http/problem.ts';
import { embedOptionsOf, floodPage, lookStyles } from '#server/pages/document.ts';
import { logoRoute, withLogo } from '#server/pages/logo.ts';
import { isPostedBody, type PostedBody, postedPages, queryOf } from '#server/pages/page-requests.ts';
import { confirmationOf, onlyWaits } from '#signup/view.ts';
import type { SignUpService } from '../sign-up-service.ts';
import { FormPages, type PageContext, type PageForm, type PageRequest, readPageForm } from './form-page.ts';
import type { SignUpPageSettings } from './form-view.ts';
import { addressForNext, prefillOf, redirectTarget, sourceOf } from './page-address.ts';
import { plainPages, sendPage } from './plain-pages.ts';
import { type AcceptedPost, acceptPost, postedKey, postedPayload } from './plain-post.ts';

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
/** The address never changes, so the script must not be cached for long; a stale copy may be used while a new one loads. */
const CACHE = `public, max-age=${DAY_S}, stale-while-revalidate=${MONTH_S}, stale-if-error=${MONTH_S}`;

interface EmbedScript {
  readonly embedScript: string;
  readonly eventsServerUrl: string;
}

/** Serves `/embed.js`, with which other pages embed the forms. */
export async function embedScriptRoute(app: FastifyInstance, { embedScript, eventsServerUrl }: EmbedScript): Promise<void> {
  const plain = Buffer.from(embedScript.replace(SERVER, new URL(eventsServerUrl).origin));
  const packed = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  app.get('/embed.js', { schema: { hide: true }, config: { headers: 'file' } }, async (request, reply) => {
    void reply.headers({ 'cache-control': CACHE, etag, vary: 'accept-encoding', 'access-control-allow-origin': '*' });
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send();
    const isPacked = acceptsGzip(request.headers['accept-encoding']);
    if (isPacked) void reply.header('content-encoding', 'gzip');
    return reply.type('text/javascript; charset=utf-8').send(isPacked ? packed : plain);
  });
}

const TOO_MANY = 429;
/** Temporary errors: the form comes back with what was typed. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set(['too_many', 'unavailable']);

const paths: Readonly<Record<FormRef['kind'], string>> = { series: '/:slug/events-series/:id/view', marketing: '/:slug/form/:id/view' };
const params = z.object({ slug: z.string(), id });

function sendFloodPage({ method }: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): void {
  void reply.status(TOO_MANY).headers({ 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' });
  void reply.type('text/html; charset=utf-8').send(floodPage(method));
}

function pageRequestOf(request: FastifyRequest, { form, places }: PageForm, settings: SignUpPageSettings): PageRequest {
  const query = queryOf(request);
  return {
    form,
    places,
    embed: embedOptionsOf(query),
    redirectTo: redirectTarget(query.get('redirectTo'), settings),
    source: sourceOf(query, request.headers.referer, { formPath: pathAfterSlug(form), hasVia: settings.visitReports }),
  };
}

/** From memory, since the database may be away, and a rate-limited request must not cost a query. */
function recentFormOf({ forms }: SignUpService, request: FastifyRequest): PageForm | undefined {
  const ref = formOfRequest(request);
  const form = ref && forms.recent(ref);
  return form && { form, places: forms.recentPlaces(form) };
}

/** Serves the public forms, and accepts their posts without JavaScript. */
export async function signUpPages(app: FastifyInstance, context: PageContext): Promise<void> {
  const { bundle, signUps, getLogo, limits, canMail } = context;
  const settings = { ...withLogo(context.config), canMail };
  const pages = new FormPages({ bundle, settings, secret: signUps.secret, now: signUps.now });
  const { sendPlain, sendMessage } = plainPages(context);

  const findPage = async (kind: FormRef['kind'], request: FastifyRequest): Promise<PageRequest> =>
    pageRequestOf(request, await readPageForm(signUps, { kind, id: params.parse(request.params).id }), settings);

  setHeaderProfile(app, 'publicForm');
  limitPublicCalls(app, { limit: limits.calls, onBlocked: signUps.countLimited, answerFlood: sendFloodPage });
  limitSignUps(app, limits, signUps.countLimited);
  await postedPages(app, (request, reply, error) => {
    const recent = TEMPORARY.has(error.code) ? recentFormOf(signUps, request) : undefined;
    if (recent === undefined || !isPostedBody(request.body)) return sendMessage(request, reply, error);
    const failed = { payload: postedPayload(recent.form, request.body), errors: [], key: postedKey(request.body) };
    return sendPage(reply.status(problemOf(error).status), pages.showAgain(pageRequestOf(request, recent, settings), failed));
  });

  if (getLogo !== undefined) logoRoute(app, getLogo);

  const get = (kind: FormRef['kind']) => async (request: FastifyRequest, reply: FastifyReply) => {
    const pageRequest = await findPage(kind, request);
    return sendPage(reply, pages.show(pageRequest, prefillOf(pageRequest.form, queryOf(request))));
  };

  const sendDone = (request: FastifyRequest, reply: FastifyReply, pageRequest: PageRequest, { payload, answer }: AcceptedPost) => {
    const { form, redirectTo } = pageRequest;
    const view = { ...pages.viewOf(pageRequest), waitingNote: words.noPlaceYet(canMail) };
    const confirmation = confirmationOf(view, payload, answer);
    const content = bundle.render.renderDone(view, confirmation, addressForNext(queryOf(request), confirmation), redirectTo?.address);
    const styles = [...(view.hasFace ? [bundle.styles.thanks] : []), ...lookStyles(form.theme, bundle)];
    const title = onlyWaits(confirmation) ? `${words.ON_WAITING_LIST}: ${form.title}` : `${words.SUCCESS_TITLE} ${form.title}`;
    return sendPlain(request, reply, { title, content, styles });
  };

  let lastTurn: Promise<unknown> = Promise.resolve();
  /** A page with many long descriptions takes some milliseconds to render, so other requests run between two of them. */
  const turn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => setImmediate()));

  const post = (kind: FormRef['kind']) => async (request: FastifyRequest<{ Body: PostedBody }>, reply: FastifyReply) => {
    const pageRequest = await findPage(kind, request);
    const outcome = await acceptPost(signUps, pageRequest.form, request.body);
    if (outcome.kind === 'accepted') return sendDone(request, reply, pageRequest, outcome);
    await turn();
    return sendPage(reply.status(outcome.status), pages.showAgain(pageRequest, { ...outcome, key: postedKey(request.body) }));
  };

  for (const kind of FORM_KINDS) {
    const schema = { params, hide: true };
    app.get(paths[kind], { schema, config: { form: kind }, handler: get(kind) });
    app.post<{ Body: PostedBody }>(paths[kind], { schema, config: { limit: 'submit', form: kind }, handler: post(kind) });
  }
}
