import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServiceName } from '#contract/side-effects/steps.ts';
import type { DatabaseConnection, Db } from '#server/db/connection.ts';
import { removeNextPart } from '#server/db/deletions.ts';
import { purgeReads } from '#server/features/duplicate-leads/lead-reads.ts';
import { expireOffers } from '#server/jobs/expire-offers.ts';
import { purgePastSettings } from '#server/jobs/fan-out.ts';
import { changeEmailHandler, giveUpOffer } from '#server/jobs/handlers/change-email.ts';
import { changeSlackHandler } from '#server/jobs/handlers/change-slack.ts';
import { changeCrmHandler, crmHandler } from '#server/jobs/handlers/crm.ts';
import { emailHandler } from '#server/jobs/handlers/email.ts';
import { changeForwardHandler, forwardHandler } from '#server/jobs/handlers/forward.ts';
import { slackHandler } from '#server/jobs/handlers/slack.ts';
import { Poller } from '#server/jobs/poller.ts';
import { purgeEmptied } from '#server/jobs/repeats/empty-sign-up.ts';
import { findPause, pauseInWords } from '#server/jobs/sending-pause.ts';
import { purgeSummaries } from '#server/jobs/slack-summary.ts';
import { type JobsDeps, startJobs } from '#server/jobs/start-jobs.ts';
import { purgeLeases } from '#server/jobs/work-lease.ts';
import type { WorkerActivity } from '#server/jobs/worker-activity.ts';
import type { Tell } from '#server/live/change.ts';
import { createTeller } from '#server/live/teller.ts';
import { openServices, type Services } from '#server/services/open-services.ts';
import { recordOutcome } from '#server/services/record-outcome.ts';
import { purgeConfirmations } from '#server/writes/confirmations.ts';
import { purgeIdempotencyKeys } from '#server/writes/idempotency.ts';
import { purgeTokens } from '#server/writes/registration-tokens.ts';
import { purgeTellings, tellNextPart } from '#server/writes/tellings.ts';
import type { Config } from './config/config.ts';

export interface WorkerDeps {
  config: Config;
  log: Logger;
  database: DatabaseConnection;
  /** Told what the worker does. */
  activity?: WorkerActivity | undefined;
}

const CLEANING_MS = 3_600_000;
const PARTS_POLL_MS = 2_000;
const OFFERS_POLL_MS = 15_000;
const START_AGAIN_MS = 5_000;
/** At this priority a busy processor gives the worker about a third of what other processes get. */
const LOW_PRIORITY = 5;

/** What the hourly cleaning deletes. */
const PURGES: readonly { readonly what: string; readonly purge: (db: Db) => Promise<unknown> }[] = [
  { what: 'Old idempotency keys', purge: purgeIdempotencyKeys },
  { what: 'Old confirmations', purge: purgeConfirmations },
  { what: 'Old reads of the leads', purge: purgeReads },
  { what: 'Old settings of series and forms', purge: purgePastSettings },
  { what: 'Emptied sign-ups', purge: purgeEmptied },
  { what: 'Old Slack summaries', purge: purgeSummaries },
  { what: 'Leases of dead workers', purge: purgeLeases },
  { what: 'Ended links to registrations', purge: purgeTokens },
  { what: 'Mails to deleted people', purge: purgeTellings },
];

async function clean({ log, database }: WorkerDeps): Promise<void> {
  for (const { what, purge } of PURGES) {
    await purge(database.db).catch((err: unknown) => log.warn({ err }, `${what}: left for the next cleaning`));
  }
}

async function tellOfPause({ log, database }: WorkerDeps): Promise<void> {
  const pause = await findPause(database.db).catch(() => undefined); // An outage is logged by the jobs.
  if (pause !== undefined) log.warn(pauseInWords(pause));
}

function stepHandlers(
  { config, database: { db } }: WorkerDeps,
  { slack, mail, copper, sender, letterhead }: Services,
): JobsDeps['handlers'] {
  const { timeZone, confirmationsPerHour, eventsServerUrl: pagesUrl, slackMessagesPerMinute: messagesPerMinute } = config;
  const slackDeps = { db, slack, timeZone, messagesPerMinute };
  const mailDeps = { db, mail, timeZone, sender, letterhead };
  const attendeeMailDeps = { ...mailDeps, confirmationsPerHour, pagesUrl };
  return {
    slack: { signUp: slackHandler(slackDeps), change: changeSlackHandler(slackDeps) },
    email: { signUp: emailHandler(attendeeMailDeps), change: changeEmailHandler(attendeeMailDeps), giveUpChange: giveUpOffer({ db }) },
    forward: { signUp: forwardHandler(mailDeps), change: changeForwardHandler(mailDeps) },
    crm: { signUp: crmHandler({ db, copper }), change: changeCrmHandler({ db, copper }) },
  };
}

const tellerOf = ({ config, log, database }: WorkerDeps): Tell | undefined =>
  config.live.isOn ? createTeller(database.pool, (err) => log.warn({ err }, 'Open screens could not be told of changes')) : undefined;

/** Starts the jobs, and retries until the database accepts it. */
async function startJobsWithRetry(
  deps: WorkerDeps,
  { services, tell }: { readonly services: Services; readonly tell: Tell | undefined },
  ending: AbortSignal,
): ReturnType<typeof startJobs> {
  const { log, database, activity } = deps;
  const jobs = {
    database,
    log,
    handlers: stepHandlers(deps, services),
    canMail: services.mail !== undefined,
    tell,
    activity,
    recordOutcome: async (service: ServiceName, failure: string | undefined) => recordOutcome(database.db, service, failure),
  };
  while (!ending.aborted) {
    try {
      return await startJobs(jobs);
    } catch (error) {
      log.error({ err: error }, 'The worker could not start; sign-ups wait for their side effects');
      await sleep(START_AGAIN_MS, undefined, { signal: ending }).catch(() => undefined);
    }
  }
  return async () => undefined;
}

/**
 * Starts the background work; any number of workers may share one database. In a process that also serves pages the jobs start
 * in the background, so that no page waits for them.
 * @returns stops it after the work under way
 */
export async function startWorker(deps: WorkerDeps): Promise<() => Promise<void>> {
  const { config, database, log } = deps;
  const ending = new AbortController();
  const services = openServices(config, database.db);
  const tell = tellerOf(deps);
  const jobs = startJobsWithRetry(deps, { services, tell }, ending.signal);
  if (!config.roles.web) {
    // On a machine shared with a server, visitors who wait for an answer come first.
    os.setPriority(LOW_PRIORITY);
    await jobs;
  }
  const removal = new Poller({
    work: async () => removeNextPart(database.db),
    pollIntervalMs: PARTS_POLL_MS,
    onError: (err) => log.warn({ err }, 'Deleted rows are left until the next poll'),
  });
  const offers = new Poller({
    work: async () => expireOffers({ db: database.db, canMail: services.mail !== undefined, tell }),
    pollIntervalMs: OFFERS_POLL_MS,
    onError: (err) => log.warn({ err }, 'Offers that have ended are left until the next poll'),
  });
  const tellings = new Poller({
    work: async () => tellNextPart(database.db, config.timeZone),
    pollIntervalMs: PARTS_POLL_MS,
    onError: (err) => log.warn({ err }, 'People who are to be told of a change wait until the next poll'),
  });
  deps.activity?.watch([
    ['deletions', [removal]],
    ['offers', [offers]],
    ['tellings', [tellings]],
  ]);
  const cleanAndTell = async () => void (await Promise.all([clean(deps), tellOfPause(deps)]));
  let cleaning = cleanAndTell();
  const timer = setInterval(() => {
    cleaning = cleanAndTell();
  }, CLEANING_MS);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.all([cleaning, removal.stop(), offers.stop(), tellings.stop(), jobs.then(async (stop) => stop())]);
    services.mail?.close();
  };
}
