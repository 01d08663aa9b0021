import type { FastifyReply, FastifyRequest } from 'fastify';
import { allSignUpErrors } from '#contract/rules/check-sign-up.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { signUpErrors } from '#contract/rules/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';
import type { AppError, ErrorCode } from '#server/errors.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import { checkFormToken } from '#server/forms/form-token.ts';
import { allowSources, inlineSource } from '#server/http/headers/header-profiles.ts';
import { problemOf, toAppError } from '#server/http/problem.ts';
import { IDEMPOTENCY_KEY } from '#server/http/serve.ts';
import { beginningOfPage, type DocumentParts, embedOptionsOf, endOfPage, sendHtml } from '#server/pages/document.ts';
import { withLogo } from '#server/pages/logo.ts';
import { queryOf, type PostedBody, textsOf } from '#server/pages/page-requests.ts';
import { IDEMPOTENCY_KEY_NAME, payloadOf } from '#signup/payload.ts';
import { pageTitle, type Answer, type TypedValues } from '#signup/view.ts';
import { arrivalNow, signUp } from '../commands.ts';
import type { SignUpService } from '../sign-up-service.ts';
import type { PageContext, ServedPage, FailedPost } from './form-page.ts';
import { noticesLine } from './form-view.ts';

/** Errors that another attempt would not change. */
const PERMANENT: Readonly<Partial<Record<ErrorCode, { readonly title: string; readonly text: string }>>> = {
  not_found: { title: words.FORM_NOT_FOUND, text: words.CHECK_THE_ADDRESS },
  too_large: { title: words.TOO_MUCH_AT_ONCE, text: words.SEND_LESS },
};

/** Sends a visitor page, whose policy names all its styles. */
export const sendPage = (reply: FastifyReply, { html, styleSources }: ServedPage): FastifyReply =>
  sendHtml(allowSources(reply.header('cache-control', 'private, no-cache'), 'style-src', styleSources), html);

type PlainPage = Pick<DocumentParts, 'title' | 'content' | 'styles'>;

/** Senders of the public pages without script: `sendMessage` says what went wrong. */
export function plainPages({ bundle, config }: Pick<PageContext, 'bundle' | 'config'>) {
  const { organisation } = withLogo(config);
  const sendPlain = (request: FastifyRequest, reply: FastifyReply, { title, content, styles = [] }: PlainPage): FastifyReply => {
    const html = beginningOfPage({
      bundle,
      embed: embedOptionsOf(queryOf(request)),
      title: pageTitle({ title, organisation }, reply.statusCode === 422),
      styles,
      content: content + noticesLine(organisation),
    });
    return sendPage(reply, { html: html + endOfPage([]), styleSources: styles.map(inlineSource) });
  };
  const sendMessage = (request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply => {
    const message = PERMANENT[error.code] ?? {
      title: words.FORM_UNAVAILABLE,
      text: words.TRY_AGAIN_SOON,
      retry: { href: request.url, label: words.TRY_AGAIN },
    };
    const content = bundle.render.renderMessage(organisation, message);
    return sendPlain(request, reply.status(problemOf(error).status), { title: message.title, content });
  };
  return { organisation, sendPlain, sendMessage };
}

const UNPROCESSABLE = 422;

export interface AcceptedPost {
  readonly kind: 'accepted';
  readonly payload: TypedValues;
  readonly answer: Answer;
}

export type PostOutcome = AcceptedPost | ({ readonly kind: 'refused'; readonly status: number } & Omit<FailedPost, 'key'>);

export const postedPayload = (form: StoredForm, body: PostedBody): TypedValues => payloadOf(form, (name) => textsOf(body, name));

/** A value that cannot be a key counts as none: the database would refuse it. */
export const postedKey = (body: PostedBody): string | undefined => IDEMPOTENCY_KEY.safeParse(textsOf(body, IDEMPOTENCY_KEY_NAME)[0]).data;

/** Signs up a visitor who posted the form without JavaScript; only bugs are thrown. */
export async function acceptPost(service: SignUpService, form: StoredForm, body: PostedBody): Promise<PostOutcome> {
  const payload = postedPayload(form, body);
  // Checks that only the server can make are left to `signUp`, which gives a repeated post its first answer.
  const errors = signUpErrors(form, payload).length > 0 ? allSignUpErrors(form, payload, arrivalNow(service)) : [];
  if (errors.length > 0) {
    service.outcomes.add('invalid');
    return { kind: 'refused', payload, errors, status: UNPROCESSABLE };
  }
  // Not counted as blocked: a page left open overnight is sent back with a new token.
  const tokenState = checkFormToken(payload[FORM_TOKEN_NAME], { secret: service.secret, form, now: service.now() });
  if (tokenState === 'too old') {
    service.outcomes.add('outdated_page');
    return { kind: 'refused', payload, errors: [], status: UNPROCESSABLE, advice: words.PAGE_WAS_TOO_OLD };
  }
  try {
    // A missing token must not count as a call of the API, which needs none.
    const answer = await signUp(service, form, { ...payload, [FORM_TOKEN_NAME]: payload[FORM_TOKEN_NAME] ?? '' }, postedKey(body), true);
    return { kind: 'accepted', payload, answer };
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') throw error;
    const { errors: refusals = [], places } = appError.details;
    return { kind: 'refused', payload, errors: refusals, status: problemOf(appError).status, places };
  }
}
