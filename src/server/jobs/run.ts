import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { SIGN_UP_CHANNEL } from '#server/db/channels.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { listen } from '#server/db/listen.ts';
import type { ServiceName, StepName } from '#server/db/tables.ts';
import { STEP_NAMES } from './definitions.ts';
import { fanOut } from './fan-out.ts';
import { findForgottenSteps, giveUpSteps } from './lost-steps.ts';
import { OutcomeNotes } from './outcome-notes.ts';
import { type NewStepJob, StepQueue } from './queue.ts';
import { type CrashPoint, StepRunner, type Verdict } from './run-steps.ts';
import type { StepHandler } from './step-handler.ts';
import { StepLedger } from './step-ledger.ts';
import { WakeLoop } from './wake-loop.ts';

/** Workers are woken by a notification; looking besides is for one that was missed. */
const LOOK_MS = 2_000;
const FORGOTTEN_LOOK_MS = 60_000;
/** While many sign up, steps are followed by a rest this many times as long as they took: visitors come first. */
const REST_SHARE = 5;
const REST_MAX_MS = 1_000;

export interface JobsDeps {
  readonly database: DatabaseConnection;
  readonly log: Logger;
  readonly handlers: Readonly<Record<StepName, StepHandler>>;
  readonly judge: (error: unknown) => Verdict | undefined;
  readonly note: (service: ServiceName, failure: string | undefined) => Promise<void>;
  readonly crash: (point: CrashPoint) => void;
}

interface StepWork {
  readonly queue: StepQueue;
  readonly runner: StepRunner;
  readonly database: DatabaseConnection;
  /** Whether more people sign up at the moment than the outbox is emptied of. */
  readonly isCrowded: () => boolean;
}

/** Starts to work the queues of the steps, by this runner. */
async function workQueues({ queue, runner, database, isCrowded }: StepWork): Promise<void> {
  for (const step of STEP_NAMES) {
    await queue.work(step, async (jobs) => {
      const startedAt = performance.now();
      const submissionIds = jobs.map((job) => job.submissionId);
      const over = new Set(await runner.run(step, submissionIds));
      if (isCrowded()) await sleep(Math.min((performance.now() - startedAt) * REST_SHARE, REST_MAX_MS), undefined, { ref: false });
      return jobs.filter((job) => over.has(job.submissionId)).map((job) => job.id);
    });
  }
  await queue.workLost(async (jobs) => giveUpSteps(database, jobs));
}

/** Starts the parts of a worker, each with what ends it: they end in the reverse order. */
async function startParts({ database, log, handlers, judge, note, crash }: JobsDeps, parts: AsyncDisposableStack): Promise<void> {
  const notes = new OutcomeNotes({ note, onError: (err) => log.warn({ err }, 'How a service did could not be noted') });
  parts.defer(async () => notes.stop());
  const queue = new StepQueue({ database, log });
  const enqueue = async (client: pg.ClientBase, jobs: readonly NewStepJob[]) => queue.enqueue(client, jobs);
  const ledger = new StepLedger({ database, enqueue });
  const runner = new StepRunner({ database, ledger, handlers, judge, log, crash, onOutcome: (outcome) => notes.add(outcome) });
  parts.defer(() => runner.stop());
  parts.defer(async () => queue.stop());
  await queue.start();
  const loop = new WakeLoop({
    work: async () => fanOut({ database, enqueue, onClaimed: () => crash('fan-out') }),
    lookMs: LOOK_MS,
    onError: (err) => log.warn({ err }, 'Sign-ups wait for their side effects until the next look'),
  });
  const wake = () => loop.wake();
  parts.defer(async () => loop.stop());
  const forgotten = new WakeLoop({
    work: async () => {
      if ((await findForgottenSteps(database)) > 0) wake();
      return false;
    },
    lookMs: FORGOTTEN_LOOK_MS,
    onError: (err) => log.warn({ err }, 'Steps without a job wait until the next look'),
  });
  parts.defer(async () => forgotten.stop());
  parts.defer(await listen({ pool: database.pool, channel: SIGN_UP_CHANNEL, log, onMessage: wake, onReconnect: wake }));
  await workQueues({ queue, runner, database, isCrowded: () => loop.isCrowded });
}

/**
 * Starts a worker: takes sign-ups out of the outbox, makes their steps and jobs, and runs the steps.
 * @returns ends it: takes nothing more and lets what is under way finish, for some seconds
 * @throws what kept a part from starting, after the parts before it have ended: nothing runs on
 */
export async function runJobs(deps: JobsDeps): Promise<() => Promise<void>> {
  const parts = new AsyncDisposableStack();
  const end = async () => parts.disposeAsync();
  try {
    await startParts(deps, parts);
  } catch (error) {
    await end().catch((err: unknown) => deps.log.warn({ err }, 'A worker that could not start did not end cleanly'));
    throw error;
  }
  return end;
}
