import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { topicOf } from '#contract/live.ts';
import { STEP_NAMES, type StepName } from '#contract/steps/steps.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { undoNextPart } from '#server/attendees/uploads.ts';
import type { Config } from '#server/config/config.ts';
import { type DatabaseConnection, type Db, openDatabase } from '#server/db/connection.ts';
import { listen, WORK_CHANNEL } from '#server/db/notify.ts';
import { purgeLeases } from '#server/db/work-lease.ts';
import { purgeAnnouncements, announceNextPart } from '#server/events/announcements.ts';
import { purgeIdempotencyKeys } from '#server/idempotency.ts';
import { createNotifier } from '#server/live/notice.ts';
import { insertNextDue } from '#server/mailings/automatic.ts';
import { endNextMailing, writeNextPeople } from '#server/mailings/progress.ts';
import { leadReader, purgeReads } from '#server/messages/duplicate-leads.ts';
import { MAILINGS } from '#server/messages/handlers/mailing.ts';
import { purgeSummaries } from '#server/messages/handlers/slack.ts';
import { stepTasks } from '#server/messages/step-tasks.ts';
import { purgePictures } from '#server/pictures/commands.ts';
import { type BackgroundWork, BackgroundWorker } from '#server/poller.ts';
import { findPause, pauseInWords } from '#server/queues/sending-pause.ts';
import { recountNextPart } from '#server/registrations/counters.ts';
import { removeNextPart } from '#server/registrations/deletions.ts';
import { mailNextLostLinks, purgeTokens } from '#server/registrations/links.ts';
import { purgeEmptied } from '#server/registrations/repeats/merge-sign-ups.ts';
import { settleSignUps } from '#server/registrations/repeats/settle-sign-ups.ts';
import { purgeUndos } from '#server/registrations/repeats/undo.ts';
import { expireOffers } from '#server/registrations/waiting-list.ts';
import { takeTurns } from '#server/services/pace.ts';
import type { Services } from '#server/services/services.ts';
import { fanOut } from '#server/steps/fan-out.ts';
import { purgeReservations } from '#server/steps/mail-limits.ts';
import { batchSizeOf, POLLERS_PER_STEP, StepRunner } from '#server/steps/run-steps.ts';
import { type Outcome, purgeTexts, StepStore } from '#server/steps/step-store.ts';
import { serviceHealth, WorkerActivity } from '#server/steps/worker-activity.ts';
import { traced } from '#server/tracing/work.ts';
import type { WriteDeps } from '#server/write.ts';
import { openServices } from './open-services.ts';

export interface WorkerDeps {
  config: Config;
  log: Logger;
  database: DatabaseConnection;
  /** Its address, perhaps of a pooler. */
  databaseUrl: string;
  activity?: WorkerActivity | undefined;
  /** How often to look for work that nothing announced; tests look more often. */
  pollMs?: number;
}

const OFFERS_POLL_MS = 15_000;
const AUTOMATIC_POLL_MS = 15_000;
/** While many sign up, the outbox rests this many times as long as a batch took, at most a second, so that visitors come first. */
const OUTBOX_REST_FACTOR = 60;
/** The same for sign-ups that are settled, and for a batch of steps. */
const SETTLING_REST_FACTOR = 0.5;
const STEPS_REST_FACTOR = 5;
/** Work on very many rows rests for as long as each part took, so that visitors come first. */
const IN_PARTS = { restFactor: 1, restsWhen: () => true };
const STOP_TIMEOUT_MS = 6_000;
const LISTEN_AGAIN_MS = 5_000;
/** At this priority a busy processor gives the worker about a third of what other processes get. */
const LOW_PRIORITY = 5;
/** By the names of their traces. */
const FAN_OUTS = { signUps: 'fan out sign-ups', changes: 'fan out changes' } as const;

const PURGES: readonly { readonly what: string; readonly purge: (db: Db) => Promise<unknown> }[] = [
  { what: 'Old idempotency keys', purge: purgeIdempotencyKeys },
  { what: 'Old reservations of mails', purge: purgeReservations },
  { what: 'Old reads of the leads', purge: purgeReads },
  { what: 'Emptied sign-ups', purge: purgeEmptied },
  { what: 'Old Slack summaries', purge: purgeSummaries },
  { what: 'Leases of dead workers', purge: purgeLeases },
  { what: 'Ended links to registrations', purge: purgeTokens },
  { what: 'Changes that can no longer be undone', purge: purgeUndos },
  { what: 'Mails to deleted people', purge: purgeAnnouncements },
  { what: 'Pictures that nothing names', purge: purgePictures },
  { what: 'Texts of mails that no step names', purge: purgeTexts },
];

async function clean({ log, database }: WorkerDeps): Promise<boolean> {
  for (const { what, purge } of PURGES) {
    await purge(database.db).catch((err: unknown) => log.warn({ err }, `${what}: left for the next cleanup`));
  }
  return false;
}

async function warnOfPause({ log, database }: WorkerDeps): Promise<boolean> {
  const pause = await findPause(database.db);
  if (pause !== undefined) log.warn(pauseInWords(pause));
  return false;
}

interface WorkDeps extends WorkerDeps {
  readonly ending: AbortSignal;
  readonly services: Services;
  readonly writes: WriteDeps;
  readonly runner: StepRunner;
  readonly wake: (...names: readonly string[]) => void;
  readonly isFallingBehind: (name: string) => boolean;
}

function backupsWork({ config, log, database, databaseUrl, ending }: WorkDeps, settings: NonNullable<Config['backups']>): BackgroundWork {
  const open = () => openDatabase({ url: database.directUrl ?? databaseUrl, pool: 2, log, statementTimeoutMs: 0 });
  // Loaded only where it is set.
  const backUp = import('#server/backup/nightly-backups.ts').then(({ nightlyBackups }) =>
    nightlyBackups({ ...settings, timeZone: config.timeZone, log, db: database.db, open }),
  );
  return { name: 'nightly backup', work: async () => (await backUp)(ending).then(() => false), pollIntervalMs: MINUTE_MS };
}

function backgroundWork(deps: WorkDeps): BackgroundWork[] {
  const { config, log, database, services, writes, runner, wake, isFallingBehind, ending } = deps;
  const { pool } = database;
  const { db, notify } = writes;
  const emptyOutbox = async (what: keyof typeof FAN_OUTS): Promise<boolean> => {
    const { isMore, steps, submissions } = await traced({ name: FAN_OUTS[what], kind: 'poll', facts: {} }, async (work) => {
      const taken = await fanOut(pool, what);
      work.facts['turnout.taken'] = taken.submissions.length;
      work.isIdle = taken.submissions.length === 0;
      return taken;
    });
    wake(...steps);
    notify(...submissions.map(({ id, form }) => ({ topic: topicOf(form), ids: [id] })));
    return isMore;
  };
  const settleNext = async (): Promise<boolean> => {
    const { steps, failures, isMore } = await settleSignUps({ ...config, ...writes, consentText: config.organisation.consentText });
    wake(...steps);
    if (failures.length > 0) throw failures[0];
    return isMore;
  };
  const ofStep = (step: StepName): BackgroundWork => ({
    name: step,
    work: async () => runner.run(step),
    pollers: POLLERS_PER_STEP,
    // Steps that take longer are run again when their lease expires.
    stopsWithinMs: STOP_TIMEOUT_MS,
    restFactor: STEPS_REST_FACTOR,
    restsWhen: () => isFallingBehind('outbox'),
  });
  const runMailing = async (): Promise<boolean> => {
    const turns = await takeTurns(db, MAILINGS, { perMinute: config.mailingsPerMinute, max: batchSizeOf('mailing') });
    if (turns === undefined) {
      wake('mailing people');
      return false;
    }
    if (turns.waitMs > 0) await sleep(turns.waitMs, undefined, { signal: ending }).catch(() => undefined);
    return !ending.aborted && runner.run('mailing', turns.count);
  };
  const writePeople = async (): Promise<boolean> => {
    const isMore = await writeNextPeople(writes, config.timeZone);
    if (isMore) wake('mailing');
    return isMore || endNextMailing(writes);
  };
  const beginAutomatic = async (): Promise<boolean> => {
    const isMore = await insertNextDue(writes, config.timeZone);
    if (isMore) wake('mailing people');
    return isMore;
  };
  return [
    { name: 'outbox', work: async () => emptyOutbox('signUps'), restFactor: OUTBOX_REST_FACTOR, reportsOutage: true },
    { name: 'changes', work: async () => emptyOutbox('changes') },
    { name: 'lost links', work: async () => mailNextLostLinks(writes, config.confirmationsPerHour) },
    { name: 'settling', work: settleNext, restFactor: SETTLING_REST_FACTOR },
    ...STEP_NAMES.map((step) => (step === 'mailing' ? { ...ofStep(step), work: runMailing, pollers: 1 } : ofStep(step))),
    { name: 'mailing people', work: writePeople },
    { name: 'automatic mails', work: beginAutomatic, pollIntervalMs: AUTOMATIC_POLL_MS },
    { name: 'deletions', work: async () => removeNextPart(writes), ...IN_PARTS },
    { name: 'upload undos', work: async () => undoNextPart(writes), ...IN_PARTS },
    { name: 'recounts', work: async () => recountNextPart(writes) },
    { name: 'offers', work: async () => expireOffers(writes), pollIntervalMs: OFFERS_POLL_MS },
    { name: 'announcements', work: async () => announceNextPart(writes, config.timeZone), ...IN_PARTS },
    ...(services.copper === undefined ? [] : [{ name: 'duplicate leads', work: leadReader({ db, notify, log, copper: services.copper }) }]),
    { name: 'cleaning', work: async () => clean(deps), pollIntervalMs: HOUR_MS },
    ...(config.backups === undefined ? [] : [backupsWork(deps, config.backups)]),
    { name: 'sending pause', work: async () => warnOfPause(deps), pollIntervalMs: HOUR_MS },
  ];
}

/** Lets notifications wake the worker, and retries until the database accepts it. */
async function listenWithRetry(
  { log, database }: WorkerDeps,
  wake: (...names: readonly string[]) => void,
  ending: AbortSignal,
): Promise<() => Promise<void>> {
  const onMessage = (work: string) => {
    if (work === '') wake('outbox', 'settling');
    else wake(...(work === 'steps' ? STEP_NAMES : [work]));
  };
  const onReconnect = () => wake('outbox', 'settling', 'changes', 'lost links');
  while (!ending.aborted) {
    try {
      return await listen({ database, channel: WORK_CHANNEL, log, onMessage, onReconnect });
    } catch (error) {
      log.error({ err: error }, 'The worker cannot be notified of sign-ups yet');
      await sleep(LISTEN_AGAIN_MS, undefined, { signal: ending }).catch(() => undefined);
    }
  }
  return async () => undefined;
}

/** Starts the background work; any number of workers may share a database. In a process with a web server nothing waits for the notifications. @returns stops it, within seconds */
export async function startWorker(deps: WorkerDeps): Promise<() => Promise<void>> {
  const { config, database, log, pollMs, activity = new WorkerActivity() } = deps;
  const ending = new AbortController();
  const services = openServices(config, database.db);
  const notify = createNotifier(database.pool, log, config.live.isOn);
  const health = serviceHealth(database.db, (err) => log.warn({ err }, 'The outcome of a service could not be recorded'));
  const onOutcome = (outcome: Outcome) => {
    health.add(outcome);
    activity.add(outcome);
  };
  const store = new StepStore(database.pool);
  const writes = { db: database.db, notify, canMail: services.mail !== undefined };
  const tasksOf = stepTasks({ ...config, ...services, ...writes });
  const runner = new StepRunner({ store, tasksOf, log, onOutcome, notify });
  const wake = (...names: readonly string[]) => worker.wake(...names);
  const isFallingBehind = (name: string) => worker.isFallingBehind(name);
  const rows = backgroundWork({ ...deps, ending: ending.signal, services, writes, runner, wake, isFallingBehind });
  const worker = new BackgroundWorker(rows, { log, activity, pollMs });
  const listening = listenWithRetry(deps, wake, ending.signal).then((stop) => {
    activity.isStarted = true;
    return stop;
  });
  if (!config.roles.web) {
    // On a machine shared with a web server, visitors waiting for an answer come first.
    os.setPriority(LOW_PRIORITY);
    await listening;
  }
  return async () => {
    ending.abort();
    services.mail?.stop();
    await (
      await listening
    )();
    await worker.stop();
    runner.stop();
    await health.stop();
    services.mail?.close();
  };
}
