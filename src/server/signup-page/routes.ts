import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CHECK_THE_ADDRESS, FORM_NOT_FOUND, FORM_UNAVAILABLE, SUCCESS_TITLE, TRY_AGAIN, TRY_AGAIN_SOON } from '#contract/texts/sign-up.ts';
import { id } from '#contract/wire-text.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import type { SignUpDeps } from '#server/features/sign-up/commands.ts';
import type { FormRef, StoredForm } from '#server/features/sign-up/queries.ts';
import { acceptsGzip } from '#server/http/accepts-gzip.ts';
import { formOfRequest } from '#server/http/form-of-request.ts';
import type { HeaderProfiles } from '#server/http/header-profiles.ts';
import type { MinuteCounts } from '#server/http/minute-counts.ts';
import { problemOf, toAppError } from '#server/http/problem.ts';
import { limitPublicCalls } from '#server/http/rate-limit.ts';
import { confirmationOf, type TypedValues } from '#signup/view.ts';
import { inlineSource, type SignUpBundle } from './bundle.ts';
import { beginningOfPage, endOfPage, lookOf } from './document.ts';
import { type Asked, FormPages } from './form-page.ts';
import { pathAfterSlug, type SignUpPageSettings } from './form-view.ts';
import { type GetLogo, LOGO_PATH, logoRoute } from './logo.ts';
import { acceptPost, isPostedBody, type PostedBody, postedKey, postedPayload, readPostedBody } from './plain-post.ts';
import { prefillOf } from './prefill.ts';
import { redirectTarget } from './redirect-target.ts';
import { queryForNext, sourceOf } from './source.ts';
import { freezePart, gzipPage, plainPage, type SplicedPage } from './spliced-page.ts';

const BODY_MAX = 64 * 1024;

/** Refusals that are over soon, after which nobody is to type everything again (decision 32). */
const GIVEN_BACK: ReadonlySet<ErrorCode> = new Set(['too_many', 'unavailable']);

const paths: Readonly<Record<FormRef['kind'], string>> = { series: '/:slug/events-series/:id/view', marketing: '/:slug/form/:id/view' };
const params = z.object({ slug: z.string(), id });

export interface SignUpPageDeps {
  readonly bundle: SignUpBundle;
  readonly settings: SignUpPageSettings;
  readonly signUps: SignUpDeps;
  /** Page loads, and posts, per minute, network address and form (setting PUBLIC_RATE_LIMIT). */
  readonly publicRateLimit: number;
  /** Where public calls are counted, when that is shared with other scopes or processes. */
  readonly callCounts?: MinuteCounts;
  readonly profile: HeaderProfiles['publicForm'];
  /** Absent: no logo is set. */
  readonly getLogo?: GetLogo | undefined;
}

/** The profile of the public form, with the page's own script and style allowed by what they are: a nonce would have to differ in each page. */
function withInlineParts(profile: SignUpPageDeps['profile'], { earlyScript, styleSheet }: SignUpBundle): SignUpPageDeps['profile'] {
  const { contentSecurityPolicy: policy } = profile;
  if (typeof policy !== 'object') return profile;
  const directives = {
    ...policy.directives,
    scriptSrc: ["'self'", inlineSource(earlyScript)],
    styleSrc: [inlineSource(styleSheet)],
    // The logo comes from our own address; the empty icon stands in the page.
    imgSrc: ["'self'", 'data:'],
  };
  return { ...profile, enableCSPNonces: false, contentSecurityPolicy: { ...policy, directives } };
}

function send(request: FastifyRequest, reply: FastifyReply, page: SplicedPage): FastifyReply {
  const isPacked = acceptsGzip(request.headers['accept-encoding']);
  if (isPacked) void reply.header('content-encoding', 'gzip');
  return reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(isPacked ? gzipPage(page) : plainPage(page));
}

/** The path need not be one that `URL` would take. */
const queryOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1]);

function askedOf(request: FastifyRequest, form: StoredForm, { redirectHosts }: SignUpPageSettings): Asked {
  const query = queryOf(request);
  return {
    form,
    look: lookOf(query),
    redirectTo: redirectTarget(query.get('redirectTo'), redirectHosts),
    source: sourceOf(query, request.headers.referer, pathAfterSlug(form)),
  };
}

/** From memory: the database may be what is away, and who is one too many is not to keep it busy. */
function recentFormOf({ forms }: SignUpDeps, request: FastifyRequest): StoredForm | undefined {
  const ref = formOfRequest(request);
  return ref === undefined ? undefined : forms.recent(ref);
}

/** Serves the public form of a series or of a marketing form, and takes its post without script (decision 28). */
export async function signUpPages(app: FastifyInstance, deps: SignUpPageDeps): Promise<void> {
  const { bundle, signUps, getLogo } = deps;
  const organisation = { ...deps.settings.organisation, logo: getLogo === undefined ? undefined : LOGO_PATH };
  const settings = { ...deps.settings, organisation };
  const pages = new FormPages({ bundle, settings, secret: signUps.secret, now: signUps.now });
  const helmet = withInlineParts(deps.profile, bundle);

  /** A page of these contents that has no form to work. */
  const plain = (request: FastifyRequest, title: string, content: string): SplicedPage => [
    freezePart(
      beginningOfPage({ bundle, look: lookOf(queryOf(request)), title: `${title} – ${organisation.name}`, hasForm: false, content }),
    ),
    endOfPage([]),
  ];

  const sendMessage = (request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply => {
    const isGone = error.code === 'not_found';
    const title = isGone ? FORM_NOT_FOUND : FORM_UNAVAILABLE;
    const message = isGone
      ? { title, text: CHECK_THE_ADDRESS }
      : { title, text: TRY_AGAIN_SOON, retry: { href: request.url, label: TRY_AGAIN } };
    return send(request, reply.status(problemOf(error).status), plain(request, title, bundle.render.renderMessage(organisation, message)));
  };

  const find = async (kind: FormRef['kind'], request: FastifyRequest): Promise<Asked> => {
    const form = await signUps.forms.current({ kind, id: params.parse(request.params).id });
    if (form === undefined) throw new AppError('not_found', FORM_NOT_FOUND);
    return askedOf(request, form, settings);
  };

  limitPublicCalls(app, {
    perMinute: deps.publicRateLimit,
    counts: deps.callCounts,
    onRefusedSubmit: (form) => signUps.refusedTries.note(form),
    at: 'preHandler',
  });
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: BODY_MAX, parser: readPostedBody });
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    if (appError.code === 'internal') request.log.error({ err: appError.details.cause ?? appError }, 'unexpected error');
    const { retryAfterSeconds } = appError.details;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    const form = GIVEN_BACK.has(appError.code) ? recentFormOf(signUps, request) : undefined;
    if (form === undefined || !isPostedBody(request.body)) return sendMessage(request, reply, appError);
    const failed = { payload: postedPayload(form, request.body), errors: [], key: postedKey(request.body) };
    return send(request, reply.status(problemOf(appError).status), pages.showAgain(askedOf(request, form, settings), failed));
  });

  if (getLogo !== undefined) logoRoute(app, getLogo);

  const get = (kind: FormRef['kind']) => async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = await find(kind, request);
    return send(request, reply, pages.show(asked, prefillOf(asked.form, queryOf(request))));
  };

  const sendDone = (request: FastifyRequest, reply: FastifyReply, { form, redirectTo }: Asked, payload: TypedValues): FastifyReply => {
    const view = pages.viewOf(form);
    const again = `${request.url.split('?')[0]}${queryForNext(queryOf(request))}`;
    const content = bundle.render.renderDone(view, confirmationOf(view, payload), again, redirectTo);
    return send(request, reply, plain(request, `${SUCCESS_TITLE} ${form.title}`, content));
  };

  const post = (kind: FormRef['kind']) => async (request: FastifyRequest<{ Body: PostedBody }>, reply: FastifyReply) => {
    const asked = await find(kind, request);
    const outcome = await acceptPost(signUps, asked.form, request.body);
    if (outcome.kind === 'accepted') return sendDone(request, reply, asked, outcome.payload);
    return send(request, reply.status(outcome.status), pages.showAgain(asked, { ...outcome, key: postedKey(request.body) }));
  };

  for (const kind of ['series', 'marketing'] as const) {
    const schema = { params, hide: true };
    app.get(paths[kind], { helmet, schema, handler: get(kind) });
    app.post<{ Body: PostedBody }>(paths[kind], { helmet, schema, bodyLimit: BODY_MAX, handler: post(kind) });
  }
}
