import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from '#server/http/compress-answers.ts';

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
/** The address never changes, so the script cannot be cached for long; a stale copy may be used while a new one is loaded. */
const CACHE = `public, max-age=${DAY_S}, stale-while-revalidate=${MONTH_S}, stale-if-error=${MONTH_S}`;

/** Serves `/embed.js`, with which other pages embed the forms. */
export async function embedScriptRoute(app: FastifyInstance, { embedScript }: { readonly embedScript: string }): Promise<void> {
  const plain = Buffer.from(embedScript);
  const packed = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  app.get('/embed.js', { schema: { hide: true }, config: { headers: 'file' } }, async (request, reply) => {
    void reply
      .header('cache-control', CACHE)
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      .header('access-control-allow-origin', '*');
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send();
    const isPacked = acceptsGzip(request.headers['accept-encoding']);
    if (isPacked) void reply.header('content-encoding', 'gzip');
    return reply.type('text/javascript; charset=utf-8').send(isPacked ? packed : plain);
  });
}
