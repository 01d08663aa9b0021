import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from '#server/http/accepts-gzip.ts';

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
/** Its address stands in other people's pages and never changes: kept for a day, and for a month while it is asked for anew. */
const CACHE = `public, max-age=${DAY_S}, stale-while-revalidate=${MONTH_S}, stale-if-error=${MONTH_S}`;

/** Serves the script by which other pages embed the forms, to any origin. */
export async function embedScriptRoute(app: FastifyInstance, { embedScript }: { readonly embedScript: string }): Promise<void> {
  const plain = Buffer.from(embedScript);
  const packed = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  app.get('/embed.js', { schema: { hide: true } }, async (request, reply) => {
    void reply
      .header('cache-control', CACHE)
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*');
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send();
    const isPacked = acceptsGzip(request.headers['accept-encoding']);
    if (isPacked) void reply.header('content-encoding', 'gzip');
    return reply.type('text/javascript; charset=utf-8').send(isPacked ? packed : plain);
  });
}
