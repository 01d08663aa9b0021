import type { FastifyReply, FastifyRequest } from 'fastify';

/** Adds a `Link` header to the next page (RFC 8288), for calls whose answer is a bare list without room for a cursor. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const query = new URLSearchParams(request.url.split('?')[1]);
  query.set('cursor', cursor);
  void reply.header('link', `<?${query.toString()}>; rel="next"`);
}
