import type { FastifyReply, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';
import { contentDisposition, type SentFile } from '#server/csv-file.ts';

export const sendFile = (reply: FastifyReply, file: SentFile): FastifyReply =>
  reply.type(file.type).header('content-disposition', contentDisposition(file.name)).send(file.content);

/** Adds a `Link` header to the next page (RFC 8288), for calls whose answer is a bare list without room for a cursor. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const query = new URLSearchParams(request.url.split('?')[1]);
  query.set('cursor', cursor);
  void reply.header('link', `<?${query.toString()}>; rel="next"`);
}

export type CheckAnswer = (schema: z.ZodType, body: string) => void;

/** Writes answers without validating them again, which would be slow for thousands of rows; tests pass `check`. */
export const serialiser =
  (check: CheckAnswer | undefined): FastifySerializerCompiler<z.ZodType> =>
  ({ schema }) =>
  (data) => {
    const body = JSON.stringify(data);
    check?.(schema, body);
    return body;
  };
