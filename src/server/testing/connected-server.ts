import type { AppDeps } from '#server/process/build-app.ts';
import { parseConfig } from '#server/process/config/config.ts';
import { openServices } from '#server/process/open-services.ts';
import { createTestServer, type TestServer } from './server.ts';
import { startWorld } from './worker.ts';

/** A test server connected to stand-ins of Slack, mail and CRM. */
export async function createConnectedServer(options: Partial<AppDeps> = {}): Promise<TestServer> {
  const { settings } = await startWorld();
  return createTestServer(({ db }) => ({ services: openServices(parseConfig({ NODE_ENV: 'test', ...settings }), db), ...options }));
}
