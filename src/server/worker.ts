import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import { purgeIdempotencyKeys } from './idempotency.ts';

export interface WorkerDeps {
  config: Config;
  log: Logger;
  database: DatabaseConnection;
}

const CLEANING_MS = 3_600_000;

async function clean({ log, database }: WorkerDeps): Promise<void> {
  try {
    await purgeIdempotencyKeys(database.db);
  } catch (error) {
    log.warn({ err: error }, 'Old idempotency keys stay until the next cleaning'); // They count as unused in any case.
  }
}

/**
 * Starts what is done beside the answering of requests. Any number of workers may run on one database.
 * @returns ends it: lets what is under way finish
 */
export async function startWorker(deps: WorkerDeps): Promise<() => Promise<void>> {
  let cleaning = clean(deps);
  const timer = setInterval(() => {
    cleaning = clean(deps);
  }, CLEANING_MS);
  return async () => {
    clearInterval(timer);
    await cleaning;
  };
}
