import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readLive } from '#server/testing/live-reader.ts';
import { createTestServer } from '#server/testing/server.ts';
import { LiveStreams } from './streams.ts';

const server = await createTestServer();

test('SEC-30: one person has at most 20 streams, and the next is refused with Retry-After, while others are served', async () => {
  onTestFinished(() => server.app.server.closeAllConnections());
  await Promise.all(Array.from({ length: 20 }, () => readLive(server.url)));
  const refused = await server.get('/live');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await readLive(server.url, 'colleague')).response.status).toBe(200);
});

test('SEC-7: readers who cannot be checked, as while the database is down, are kept, and the others are checked', async () => {
  const live = new LiveStreams({ database: server, log: { warn: () => undefined }, max: 2, commentMs: 20 });
  onTestFinished(async () => live.close());
  const open = async (isRefused: () => Promise<boolean>) => live.open({ subject: 'ada', openForMs: 0, lifetimeMs: 60_000, isRefused });
  await open(async () => Promise.reject(new Error('The database is away')));
  await open(async () => true);
  await expect.poll(() => live.figures.streams).toBe(1);
  await sleep(100);
  expect(live.figures.streams).toBe(1);
});
