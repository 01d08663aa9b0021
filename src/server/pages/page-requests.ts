import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { setRetryAfter, toAppError } from '#server/http/problem.ts';

const BODY_MAX = 64 * 1024;
/** Browsers escape each byte of most letters; the API takes them as they are. */
const ESCAPED_MAX = 3 * BODY_MAX;
/** By their bytes; decoding each alone takes ten times as long. */
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));

/** A name or value of a query in UTF-8: older programs escape letters by their bytes in Windows-1252, which no UTF-8 sequence is among. */
function inUtf8(part: string): string {
  const isUtf8 = /%[C-F].%[89AB]/i.test(part) || !new URLSearchParams(part).toString().includes('%EF%BF%BD');
  return isUtf8 ? part : part.replace(/%[89A-F][\dA-F]/gi, (byte) => WINDOWS_1252[Number.parseInt(byte.slice(1), 16)] ?? byte);
}

/** The query of an address, not read with `URL`, which throws for some paths; parameters after `PARTS_MAX` are ignored. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? [];
  // Newsletters and editors encode the & of a link twice.
  const parts = query.split('&', PARTS_MAX).map((part) =>
    part
      .replace(/^amp(?:;|%3B)/i, '')
      .split('=')
      .map(inUtf8)
      .join('='),
  );
  return new URLSearchParams(parts.join('&'));
}

/** Has a scope read what pages post, and answer every error with a page; unexpected ones are logged. Must precede its routes. */
export async function postedPages(
  app: FastifyInstance,
  sendError: (request: FastifyRequest, reply: FastifyReply, error: AppError) => FastifyReply,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: ESCAPED_MAX, parser: readPostedBody });
  // A post without a body has no answers.
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST') request.body ??= {};
  });
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    if (appError.code === 'internal') request.log.error({ err: appError.details.cause ?? appError }, 'unexpected error');
    setRetryAfter(reply, appError);
    return sendError(request, reply, appError);
  });
}

/** The most parameters in a post or an address; no form has that many fields. */
const PARTS_MAX = 1_000;

export type PostedBody = Readonly<Record<string, readonly string[]>>;

/** @throws AppError `too_large` for more than `PARTS_MAX` parameters, or `BODY_MAX` bytes once they are read */
function readPostedBody(text: string): Record<string, string[]> {
  const isLong = text.length > BODY_MAX && text.replaceAll(/%../g, '%').length > BODY_MAX;
  if (isLong || text.split('&', PARTS_MAX + 1).length > PARTS_MAX) throw new AppError('too_large', 'The form has too many parts');
  // `URLSearchParams` takes three times as long for a text of blanks.
  return Object.fromEntries(Object.entries(parse(text)).map(([name, values = []]) => [name, [values].flat()]));
}

export const textsOf = (body: PostedBody, name: string): readonly string[] => (Object.hasOwn(body, name) ? (body[name] ?? []) : []);

/** False for a request that was refused before its body was parsed. */
export const isPostedBody = (body: unknown): body is PostedBody => typeof body === 'object' && body !== null;
