import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

export const acceptsGzip = (header: string | undefined): boolean => negotiate((header ?? '').toLowerCase(), ['gzip']) === 'gzip';

const FROM_BYTES = 1_024;
/** Compressing a longer text in one go would block other requests. */
const WHOLE_MAX_LENGTH = 256 * 1_024;
/** The fastest, since the answers are different for each call. */
const LEVEL = 1;

/**
 * Compresses the answers of this scope. Texts are compressed whole, long ones by another thread and once for all who get the same at the same time: that takes a
 * fifth of the time of a stream, and a client that does not read its answer holds only what was compressed.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  const running = new Map<string, Promise<Buffer>>();
  const compressLong = (text: string): Promise<Buffer> => {
    const compressed =
      running.get(text) ?? promisify(zlib.gzip)(text, { level: LEVEL, chunkSize: WHOLE_MAX_LENGTH }).finally(() => running.delete(text));
    running.set(text, compressed);
    return compressed;
  };
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' && payload.length >= FROM_BYTES;
    if (!isText || reply.hasHeader('content-encoding') || !acceptsGzip(request.headers['accept-encoding'])) return payload;
    const vary = reply.getHeader('vary');
    reply.removeHeader('content-length');
    void reply.headers({ 'content-encoding': 'gzip', vary: vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding` });
    return payload.length <= WHOLE_MAX_LENGTH ? zlib.gzipSync(payload, { level: LEVEL }) : compressLong(payload);
  });
  await app.register(fastifyCompress, { threshold: FROM_BYTES, encodings: ['gzip', 'identity'], zlibOptions: { level: LEVEL } });
}
