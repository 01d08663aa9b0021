import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { compressAnswers } from '../compress-answers.ts';
import { headerProfiles } from './header-profiles.ts';
import { sendSecurityHeaders } from './security-headers.ts';

const app = Fastify();
sendSecurityHeaders(app, headerProfiles(parseConfig({}), undefined));
await compressAnswers(app);
const page = 'x'.repeat(2_000);
app.get('/page', async (_request, reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page));
app.get('/bare', async (_request, reply) => reply.type('text/html').send(page));
app.get('/said', async (_request, reply) => reply.header('cache-control', 'no-store, no-transform').type('text/html').send(page));
app.get('/json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ page }));

test.each([
  ['/page', 'no-cache, no-transform'],
  ['/bare', 'no-transform'],
  ['/said', 'no-store, no-transform'],
  ['/json', 'no-store'],
])('SEC-14: %s is sent with “%s”, compressed or not', async (url, expected) => {
  for (const encoding of ['identity', 'gzip']) {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
    expect([headers['cache-control'], headers['content-encoding'] ?? 'identity']).toEqual([expected, encoding]);
  }
});
