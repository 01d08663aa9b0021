import { gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

export const acceptsGzip = (header: string | undefined): boolean => negotiate((header ?? '').toLowerCase(), ['gzip']) === 'gzip';

const FROM_BYTES = 1_024;
/** Compressing a longer text in one go would block other requests. */
const AT_ONCE_CHARACTERS = 256 * 1_024;
/** The fastest, since the answers are different for each call. */
const LEVEL = 1;

/** Compresses the answers of this scope: moderately long texts in one go, which takes a fifth of the time of a stream. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const isCompressedAtOnce = typeof payload === 'string' && payload.length >= FROM_BYTES && payload.length <= AT_ONCE_CHARACTERS;
    if (!isCompressedAtOnce || reply.hasHeader('content-encoding') || !acceptsGzip(request.headers['accept-encoding'])) {
      done(null, payload);
      return;
    }
    const vary = reply.getHeader('vary');
    reply.removeHeader('content-length');
    void reply.headers({
      'content-encoding': 'gzip',
      vary: vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`,
    });
    done(null, gzipSync(payload, { level: LEVEL }));
  });
  await app.register(fastifyCompress, { threshold: FROM_BYTES, encodings: ['gzip', 'identity'], zlibOptions: { level: LEVEL } });
}
