import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressText } from './compress-text.ts';

const app = Fastify();
compressText(app);
app.get('/:length', async (request, reply) => {
  const { length } = request.params as { length: string };
  return reply.header('vary', 'origin').send({ text: 'ä'.repeat(Number(length)) });
});

const get = async (length: number, encodings: string) => app.inject({ url: `/${length}`, headers: { 'accept-encoding': encodings } });

test.each([2_000, 200_000])('an answer of %i characters goes out as gzip to who takes it, and says so to caches', async (length) => {
  const { headers, rawPayload } = await get(length, 'br, gzip');
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'origin, accept-encoding',
    'content-length': String(rawPayload.length),
  });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ text: 'ä'.repeat(length) });
});

test.each([
  [2_000, 'identity'],
  [100, 'gzip'],
  [300_000, 'gzip'],
])('one of %i characters to who takes %s is left as it is', async (length, encodings) => {
  const { headers, body } = await get(length, encodings);
  expect(headers).toMatchObject({ vary: 'origin' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body)).toEqual({ text: 'ä'.repeat(length) });
});
