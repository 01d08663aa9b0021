import { gzipSync } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from './accepts-gzip.ts';

const FROM_BYTES = 1_024;
/** A longer text would hold up all others while it is compressed. */
const AT_ONCE_CHARACTERS = 256 * 1_024;
/** Lists and exports are made anew for each call: what a higher level saves of their bytes costs more time than it spares. */
const LEVEL = 1;

/**
 * Compresses the answers of this scope. Those that are at hand as one text of some length are compressed at once: for a page of
 * attendees that takes a fifth of a millisecond, where a stream takes more than one. All others go through a stream.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const isMeant = typeof payload === 'string' && payload.length >= FROM_BYTES && payload.length <= AT_ONCE_CHARACTERS;
    if (!isMeant || reply.hasHeader('content-encoding') || !acceptsGzip(request.headers['accept-encoding'])) {
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
