import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { STEP_NAMES } from '#contract/steps.ts';
import { SIGN_UP_CHANNEL } from '#server/db/channels.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { listen } from '#server/db/listen.ts';
import type { ServiceName, StepName } from '#server/db/tables.ts';
import { fanOut } from './fan-out.ts';
import { findForgottenSteps, giveUpSteps } from './lost-steps.ts';
import { Poller } from './poller.ts';
import { type NewStepJob, StepQueue } from './queue.ts';
import { type StepFailure, StepRunner } from './run-steps.ts';
import { ServiceHealth } from './service-health.ts';
import type { StepHandler } from './step-handler.ts';
import { StepStore } from './step-store.ts';

/** Workers are woken by notifications; polling finds what a lost one would have announced. */
const POLL_INTERVAL_MS = 2_000;
const FORGOTTEN_POLL_MS = 60_000;
/** While many sign up, a batch of steps is followed by a rest this many times as long, so that visitors come first. */
const REST_SHARE = 5;
const REST_MAX_MS = 1_000;

export interface JobsDeps {
  readonly database: DatabaseConnection;
  readonly log: Logger;
  readonly handlers: Readonly<Record<StepName, StepHandler>>;
  readonly classifyError: (error: unknown) => StepFailure | undefined;
  readonly recordOutcome: (service: ServiceName, failure: string | undefined) => Promise<void>;
}

interface StepWork {
  readonly queue: StepQueue;
  readonly runner: StepRunner;
  readonly database: DatabaseConnection;
  /** Whether sign-ups arrive faster than the outbox is emptied. */
  readonly isCrowded: () => boolean;
}

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

/** Starts the parts of a worker; `parts` stops them in the reverse order. */
async function startParts({ database, log, handlers, classifyError, recordOutcome }: JobsDeps, parts: AsyncDisposableStack): Promise<void> {
  const health = new ServiceHealth({
    recordOutcome,
    onError: (err) => log.warn({ err }, 'The outcome of a service could not be recorded'),
  });
  parts.defer(async () => health.stop());
  const queue = new StepQueue({ database, log });
  const enqueue = async (client: pg.ClientBase, jobs: readonly NewStepJob[]) => queue.enqueue(client, jobs);
  const store = new StepStore({ database, enqueue });
  const runner = new StepRunner({ database, store, handlers, classifyError, log, onOutcome: (outcome) => health.add(outcome) });
  parts.defer(() => runner.stop());
  parts.defer(async () => queue.stop());
  await queue.start();
  const outbox = new Poller({
    work: async () => fanOut({ database, enqueue }),
    pollIntervalMs: POLL_INTERVAL_MS,
    onError: (err) => log.warn({ err }, 'Sign-ups wait for their side effects until the next poll'),
  });
  const wake = () => outbox.wake();
  parts.defer(async () => outbox.stop());
  const forgotten = new Poller({
    work: async () => {
      if ((await findForgottenSteps(database)) > 0) wake();
      return false;
    },
    pollIntervalMs: FORGOTTEN_POLL_MS,
    onError: (err) => log.warn({ err }, 'Steps without a job wait until the next poll'),
  });
  parts.defer(async () => forgotten.stop());
  parts.defer(await listen({ database, channel: SIGN_UP_CHANNEL, log, onMessage: wake, onReconnect: wake }));
  await workQueues({ queue, runner, database, isCrowded: () => outbox.isCrowded });
}

/**
 * Starts a worker, which takes sign-ups from the outbox, creates their steps and jobs, and runs the steps.
 * @returns stops it; steps under way have some seconds to finish
 * @throws the error of the part that could not start, after stopping the others
 */
export async function runJobs(deps: JobsDeps): Promise<() => Promise<void>> {
  const parts = new AsyncDisposableStack();
  const end = async () => parts.disposeAsync();
  try {
    await startParts(deps, parts);
  } catch (error) {
    await end().catch((err: unknown) => deps.log.warn({ err }, 'A worker that could not start did not stop cleanly'));
    throw error;
  }
  return end;
}
