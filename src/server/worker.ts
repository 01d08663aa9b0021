import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';

export interface WorkerDeps {
  config: Config;
  log: Logger;
  database: DatabaseConnection;
}

/**
 * Starts to run jobs.
 * @returns ends it: lets running jobs finish
 */
export async function startWorker(_deps: WorkerDeps): Promise<() => Promise<void>> {
  return async () => undefined;
}
