import type { FastifyReply, FastifyRequest } from 'fastify';
import * as words from '#contract/texts/words/form.ts';
import type { AppError } from '#server/errors.ts';
import { allowSources, inlineSource } from '#server/http/headers/header-profiles.ts';
import { problemOf } from '#server/http/problem.ts';
import type { SignUpBundle } from '#server/pages/bundle.ts';
import { beginningOfPage, type DocumentParts, embedOptionsOf, endOfPage, sendHtml } from '#server/pages/document.ts';
import { withLogo } from '#server/pages/logo.ts';
import { queryOf } from '#server/pages/page-requests.ts';
import { pageTitle } from '#signup/view.ts';
import type { PageContext, ServedPage } from './form-page.ts';
import { noticesLine } from './form-view.ts';

/** Sends a visitor page, whose policy names all its styles. */
export const sendPage = (reply: FastifyReply, { html, styleSources }: ServedPage): FastifyReply =>
  sendHtml(allowSources(reply.header('cache-control', 'private, no-cache'), 'style-src', styleSources), html);

type Message = Parameters<SignUpBundle['render']['renderMessage']>[1];

/** What a page says instead of its content: `missing` for an unknown address, otherwise what went wrong, with a link to `href` if another attempt may help. @param unavailable title of that last case */
export function messageFor({ code }: AppError, href: string, { missing, unavailable }: { missing: Message; unavailable: string }): Message {
  if (code === 'not_found') return missing;
  if (code === 'too_large') return { title: words.TOO_MUCH_AT_ONCE, text: words.SEND_LESS };
  return { title: unavailable, text: words.TRY_AGAIN_SOON, retry: { href, label: words.TRY_AGAIN } };
}

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
    const missing = { title: words.FORM_NOT_FOUND, text: words.CHECK_THE_ADDRESS };
    const message = messageFor(error, request.url, { missing, unavailable: words.FORM_UNAVAILABLE });
    const content = bundle.render.renderMessage(organisation, message);
    return sendPlain(request, reply.status(problemOf(error).status), { title: message.title, content });
  };
  return { organisation, sendPlain, sendMessage };
}
