import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import type { ServiceName } from './db/tables.ts';
import { purgeReads } from './features/duplicate-leads/lead-reads.ts';
import { purgeIdempotencyKeys } from './idempotency.ts';
import { purgeConfirmations } from './jobs/confirmations.ts';
import { crmHandler } from './jobs/handlers/crm.ts';
import { emailHandler } from './jobs/handlers/email.ts';
import { forwardHandler } from './jobs/handlers/forward.ts';
import { slackHandler } from './jobs/handlers/slack.ts';
import { type JobsDeps, runJobs } from './jobs/run.ts';
import { openServices } from './main-services.ts';
import { noteOutcome } from './service-outcomes.ts';
import type { Services } from './services.ts';

export interface WorkerDeps {
  config: Config;
  log: Logger;
  database: DatabaseConnection;
}

const CLEANING_MS = 3_600_000;
const START_AGAIN_MS = 5_000;
/** A third of the processor that others get where all want it; all of it where nobody else does. */
const YIELDING = 5;

async function clean({ log, database }: WorkerDeps): Promise<void> {
  try {
    await purgeIdempotencyKeys(database.db);
    await purgeConfirmations(database.db);
    await purgeReads(database.db);
  } catch (error) {
    log.warn({ err: error }, 'Old idempotency keys stay until the next cleaning'); // They count as unused in any case.
  }
}

function stepHandlers(
  { config, database: { db } }: WorkerDeps,
  { slack, mail, copper, sender, letterhead }: Services,
): JobsDeps['handlers'] {
  const { timeZone } = config;
  const mailDeps = { db, mail, timeZone, sender, letterhead };
  return {
    slack: slackHandler({ slack, timeZone }),
    email: emailHandler(mailDeps),
    forward: forwardHandler(mailDeps),
    crm: crmHandler({ db, copper }),
  };
}

/** Ends the process as a power cut would, at the point that a test asked for; never in production. */
const crasher =
  ({ crashAt }: Config): JobsDeps['crash'] =>
  (point) => {
    if (point === crashAt) process.kill(process.pid, 'SIGKILL');
  };

type Stop = () => Promise<void>;

/** Starts to work the jobs; where the database is away or refuses, again and again until it lets us. */
async function startJobs(deps: WorkerDeps, services: Services, ending: AbortSignal): Promise<Stop> {
  const { config, log, database } = deps;
  const jobs = {
    database,
    log,
    handlers: stepHandlers(deps, services),
    judge: services.judge,
    note: async (service: ServiceName, failure: string | undefined) => noteOutcome(database.db, service, failure),
    crash: crasher(config),
  };
  while (!ending.aborted) {
    try {
      return await runJobs(jobs);
    } catch (error) {
      log.error({ err: error }, 'The worker could not start; sign-ups wait for their side effects');
      await sleep(START_AGAIN_MS, undefined, { signal: ending }).catch(() => undefined);
    }
  }
  return async () => undefined;
}

/**
 * Starts what is done beside the answering of requests. Any number of workers may run on one database. In a process that serves
 * too, the jobs start beside: nobody should wait for a page because the queue makes its tables.
 * @returns ends it: lets what is under way finish
 */
export async function startWorker(deps: WorkerDeps): Promise<Stop> {
  const { config, database } = deps;
  const ending = new AbortController();
  const services = openServices(config, database.db);
  const jobs = startJobs(deps, services, ending.signal);
  if (!config.roles.web) {
    // Visitors who wait for an answer come first on a machine that a worker shares with a server; a backlog can wait.
    os.setPriority(YIELDING);
    await jobs;
  }
  let cleaning = clean(deps);
  const timer = setInterval(() => {
    cleaning = clean(deps);
  }, CLEANING_MS);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.all([cleaning, jobs.then(async (stop) => stop())]);
    services.mail?.close();
  };
}
