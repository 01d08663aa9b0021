import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from './accepts-gzip.ts';

const FROM_BYTES = 1_024;
/** A longer one would hold up all others while it is compressed; those go through a stream. */
const UP_TO_CHARACTERS = 256 * 1_024;
/** Lists are made anew for each call: what a higher level saves of their bytes costs more time than it spares. */
const LEVEL = 1;

/**
 * Compresses the answers of this scope that are at hand as one text, at once: for a page of attendees that is a fifth of a
 * millisecond, where a stream takes more than one. To be set up before what compresses the rest.
 */
export function compressText(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const isMeant = typeof payload === 'string' && payload.length >= FROM_BYTES && payload.length <= UP_TO_CHARACTERS;
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
}
