import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { pictureCalls } from '#contract/pictures.ts';
import { notFound, orNotFound } from '#server/errors.ts';
import type { Context } from '#server/http/context.ts';
import { countOrThrow, isOverLimit, tooMany } from '#server/http/limits/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { storePicture } from './commands.ts';
import { findPicture, type PictureFile, picturePath } from './queries.ts';

const MEMORY_MAX_BYTES = 32 * 1024 * 1024;
const YEAR_S = 31_536_000;

export async function pictureRoutes(app: FastifyInstance, context: Context): Promise<void> {
  // Also files that will be refused, so that the answer can say why.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Open screens show it only once a setting uses it.
  serve(app, pictureCalls.uploadPicture, async ({ body, by }) => {
    countOrThrow(context.limits.pictureUploads, `upload ${by.email}`);
    return storePicture(context, by, body instanceof Uint8Array ? body : new Uint8Array());
  });
}

/** Serves the stored pictures, the most recent ones from memory. */
export async function pictureFiles(app: FastifyInstance, { visitors, limits }: Context): Promise<void> {
  const files = new LRUCache<string, PictureFile>({
    maxSize: MEMORY_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    // One read for simultaneous requests of a picture, even if others push it out of the cache in the meantime.
    fetchMethod: async (id) => findPicture(visitors.db, id),
    ignoreFetchAbort: true,
  });
  app.get<{ Params: { id: string } }>(
    picturePath(':id'),
    { schema: { hide: true }, config: { headers: 'file' } },
    async ({ params: { id }, ip }, reply) => {
      if (!/^[\da-f]{64}$/.test(id)) throw notFound('Picture');
      if (!files.has(id) && isOverLimit(limits.pictures, ip, Date.now(), (network) => `picture ${network}`)) throw tooMany(limits.pictures);
      const file = orNotFound(await files.fetch(id), 'Picture');
      return reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`).type(file.type).send(file.bytes);
    },
  );
}
