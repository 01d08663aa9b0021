import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { feedbackExportCalls } from '#contract/feedback-export.ts';
import { feedbackCalls, newFeedbackSchema } from '#contract/feedback.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { FORM_TOKEN_NAME, HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import * as words from '#contract/texts/words/form.ts';
import { NOT_SENT_YET, THANKS_FOR_FEEDBACK } from '#contract/texts/words/self-service.ts';
import { id } from '#contract/wire-text.ts';
import { createFormToken, isValidFormToken, tokenForNext } from '#server/forms/form-token.ts';
import { sendFile } from '#server/http/answers.ts';
import type { Context } from '#server/http/context.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { limitPublicCalls, limitSignUps } from '#server/http/limits/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import { lookStyles } from '#server/pages/document.ts';
import { type PostedBody, postedPages, queryOf, textsOf } from '#server/pages/page-requests.ts';
import type { PageContext } from '#server/sign-up/page/form-page.ts';
import { organisationOf } from '#server/sign-up/page/form-view.ts';
import { plainPages } from '#server/sign-up/page/plain-pages.ts';
import { postedKey } from '#server/sign-up/page/plain-post.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

export function feedbackRoutes(app: FastifyInstance, context: Context): void {
  const { db, reads, config } = context;
  serve(app, feedbackCalls.listFeedback, async () => queries.listFeedbackLists(db));
  serve(app, feedbackCalls.getFeedback, async ({ params, query }) => queries.readFeedbackList(db, params.id, query));
  serve(app, feedbackExportCalls.exportFeedback, async ({ params, query, reply }) =>
    sendFile(reply, await queries.exportFeedback({ db: reads, timeZone: config.timeZone }, params.id, query)),
  );
  serve(app, feedbackCalls.addFeedbackList, async ({ body, callId, by }) => commands.addFeedbackList(context, by, body.title, callId));
  serve(app, feedbackCalls.deleteFeedbackList, async ({ params, by }) => commands.deleteFeedbackList(context, by, params.id));
}

interface Intake {
  readonly feedback: commands.FeedbackWriter;
}

export function feedbackIntakeRoutes(app: FastifyInstance, { feedback }: Intake): void {
  serve(app, feedbackCalls.submitFeedback, async ({ params, body, idempotencyKey: key }) =>
    feedback.add({ listId: params.id, ...body, key }),
  );
}

const pageParams = z.object({ id });

type Typed = Readonly<Record<string, string>>;

/** The rating and comment of a post, or why they are not taken. */
function check({ rating, comment, [HONEYPOT_NAME]: trap }: Typed, isTokenValid: boolean) {
  const { data, error } = newFeedbackSchema.safeParse({ rating: Number(rating), comment });
  const issues = error?.issues.map(({ path: [path], message }): FieldError => ({ path: String(path), message })) ?? [];
  if (trap) return { errors: [{ path: HONEYPOT_NAME, message: words.EMPTY_THIS_FIELD }] };
  if (data === undefined || isTokenValid) return { data, errors: issues };
  return { errors: [{ path: FORM_TOKEN_NAME, message: NOT_SENT_YET }] };
}

/** The page of a list, on which visitors rate an event or something else. It has no script, and may be framed. */
export async function feedbackPages(app: FastifyInstance, context: PageContext & Intake): Promise<void> {
  const { bundle, feedback, limits, signUps, visitors } = context;
  const { organisation: own, sendPlain, sendMessage } = plainPages(context);
  setHeaderProfile(app, 'publicForm');
  limitPublicCalls(app, { limit: limits.calls });
  limitSignUps(app, limits);
  await postedPages(app, sendMessage);
  // On a shared device, Back gives the next person a new page.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store, no-transform'));

  const pageOf = async (request: FastifyRequest) => {
    const { id: listId } = pageParams.parse(request.params);
    const eventId = id.safeParse(queryOf(request).get('event')).data ?? null;
    const stamp = { secret: signUps.secret, form: { kind: 'feedback', id: listId }, now: signUps.now() } as const;
    const { title, event, seriesId } = await queries.readRated(visitors.db, listId, eventId);
    const series = seriesId === null ? undefined : await signUps.forms.current({ kind: 'series', id: seriesId });
    const organisation = series === undefined ? own : organisationOf(series, own);
    return { listId, eventId, stamp, page: { organisation, title, event }, look: lookStyles(series?.theme, bundle) };
  };
  const { feedback: render } = bundle.render.selfService;
  const sendForm = (request: FastifyRequest, reply: FastifyReply, view: Parameters<typeof render>[0], look: readonly string[]) =>
    sendPlain(request, reply, { title: view.title, content: render(view), styles: [bundle.styles.selfService, ...look] });
  const url = '/feedback/:id/view';
  const schema = { params: pageParams, hide: true };

  app.get(url, { schema }, async (request, reply) => {
    const { stamp, page, look } = await pageOf(request);
    const view = { ...page, values: {}, errors: [], token: createFormToken(stamp), key: randomUUID() };
    void reply.header('x-robots-tag', 'noindex');
    return sendForm(request, reply, view, look);
  });
  app.post<{ Body: PostedBody }>(url, { schema, config: { limit: 'submit' } }, async (request, reply) => {
    const { body } = request;
    const { listId, eventId, stamp, page, look } = await pageOf(request);
    const posted = (name: string) => (textsOf(body, name)[0] ?? '').replaceAll('\r\n', '\n');
    const values = { rating: posted('rating'), comment: posted('comment'), [HONEYPOT_NAME]: posted(HONEYPOT_NAME) };
    const token = posted(FORM_TOKEN_NAME);
    const { data, errors } = check(values, isValidFormToken(token, stamp));
    if (data === undefined) {
      const view = { ...page, values, errors, token: tokenForNext(token, stamp), key: postedKey(body) ?? randomUUID() };
      return sendForm(request, reply.status(422), view, look);
    }
    await feedback.add({ listId, ...data, eventId, key: postedKey(body) && bodyHash([postedKey(body), data]) });
    const content = bundle.render.renderMessage(page.organisation, { ...page, text: THANKS_FOR_FEEDBACK });
    return sendPlain(request, reply, { title: page.title, content, styles: look });
  });
}
