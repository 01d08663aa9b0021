import zlib, { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { acceptsGzip, compressAnswers } from './compress-answers.ts';

test.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip; q=0.0', false],
  ['gzip', true],
  ['br, gzip, deflate', true],
  ['GZIP;q=0.5', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
])('Accept-Encoding %o: gzip is %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

const app = Fastify();
await compressAnswers(app);
app.get('/:length', async (request, reply) => {
  const { length } = request.params as { length: string };
  return reply.header('vary', 'origin').send({ text: 'ä'.repeat(Number(length)) });
});

const get = async (length: number, encodings: string) => app.inject({ url: `/${length}`, headers: { 'accept-encoding': encodings } });

test.each([2_000, 200_000])('an answer of %i characters is compressed for clients that accept gzip, with Vary', async (length) => {
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
])('one of %i characters for a client that accepts %s is not compressed', async (length, encodings) => {
  const { headers, body } = await get(length, encodings);
  expect(headers).toMatchObject({ vary: 'origin' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body)).toEqual({ text: 'ä'.repeat(length) });
});

test('SEC-41: a longer one is compressed by another thread, once for all who get it at the same time', async () => {
  const compress = vi.spyOn(zlib, 'gzip');
  const lengths = [300_000, 300_000, 400_000];
  const answers = await Promise.all(lengths.map(async (length) => get(length, 'gzip')));
  for (const [index, { headers, rawPayload }] of answers.entries()) {
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'origin, accept-encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ text: 'ä'.repeat(lengths[index] ?? 0) });
  }
  expect(compress).toHaveBeenCalledTimes(2);
});
