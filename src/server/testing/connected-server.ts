import { parseConfig } from '#server/config.ts';
import { openServices } from '#server/main-services.ts';
import { createTestServer, type TestServer } from './server.ts';
import { startWorld } from './worker.ts';

/** A test server with Slack, mail and CRM set up: each a stand-in on loopback that does its work. */
export async function createConnectedServer(): Promise<TestServer> {
  const { settings } = await startWorld();
  return createTestServer(({ db }) => ({ services: openServices(parseConfig({ NODE_ENV: 'test', ...settings }), db) }));
}
