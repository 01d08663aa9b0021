import { expect, onTestFinished, test } from 'vitest';
import { readLive } from '#server/testing/live-reader.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();

test('SEC-30: one person has at most 20 streams, and the next is refused with Retry-After, while others are served', async () => {
  onTestFinished(() => server.app.server.closeAllConnections());
  await Promise.all(Array.from({ length: 20 }, () => readLive(server.url)));
  const refused = await server.get('/live');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await readLive(server.url, 'colleague')).response.status).toBe(200);
});
