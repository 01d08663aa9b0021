import { afterAll } from 'vitest';
import { createTestServer, type TestServer } from './server.ts';
import { launchWorker, startWorld } from './worker.ts';

/** A server, by default without pages, with all stand-ins and a worker, until the end of the test file. */
export async function createServerWithWorker(create: () => Promise<TestServer> = createTestServer) {
  const server = await create();
  const world = await startWorld();
  const worker = await launchWorker({ ...server, url: server.databaseUrl }, { ...world.settings, TIME_ZONE: 'Europe/London' });
  afterAll(worker.stop);
  return { ...world, world, server, db: server.db, worker };
}
