import type pg from 'pg';
import { type Db as BossDb, type Job, type JobResult, PgBoss } from 'pg-boss';
import { STEP_NAMES } from '#contract/steps.ts';
import type { ConnectionLog, DatabaseConnection } from '#server/db/connection.ts';
import { listen } from '#server/db/listen.ts';
import type { StepName } from '#server/db/tables.ts';
import { LOST_QUEUE, queueOf, type StepJob, stepJobSchema, workShapeOf } from './definitions.ts';

/** A killed worker's jobs are delivered again after the heartbeat and one supervision; pg-boss's defaults are a minute each. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 15;
/** pg-boss retries only the jobs of dead workers; failed attempts are rescheduled by the step's row. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_SECONDS = 5;
const EXPIRE_SECONDS = 900;
const KEEP_DONE_SECONDS = 600;
/** A step may wait for a day; its job must not be dropped earlier. */
const KEEP_WAITING_SECONDS = 3 * 86_400;
/** Fetchers are woken by notifications; polling finds jobs that become due, and lost notifications. */
const POLL_SECONDS = 2;
const STOP_TIMEOUT_MS = 6_000;

const queueOptions = {
  retryLimit: RETRY_LIMIT,
  retryDelay: RETRY_DELAY_SECONDS,
  expireInSeconds: EXPIRE_SECONDS,
  retentionSeconds: KEEP_WAITING_SECONDS,
  deleteAfterSeconds: KEEP_DONE_SECONDS,
  notify: true,
};

/** A job that runs a step, after `inMs` milliseconds. */
export interface NewStepJob extends StepJob {
  readonly inMs?: number;
}

/** Runs the steps of these jobs; gives the ids of the jobs that are done. The others are delivered again. */
export type WorkSteps = (jobs: readonly { id: string; submissionId: string }[]) => Promise<readonly string[]>;

interface QueueDeps {
  readonly database: DatabaseConnection;
  readonly log: ConnectionLog & { error(details: { err: unknown }, message: string): void };
}

/** The pool, or the client of a transaction. */
interface Executor {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const onExecutor = (executor: Executor): BossDb => ({
  executeSql: async (text, values) => executor.query(text, values),
});

/** pg-boss uses our pool, which survives a restart of the database. */
const onPool = ({ database, log }: QueueDeps): BossDb => ({
  ...onExecutor(database.pool),
  listen: async (channel, onMessage, onReconnect) => ({ close: await listen({ database, channel, log, onMessage, onReconnect }) }),
});

const payloadOf = (job: Job<unknown>): StepJob | undefined => stepJobSchema.safeParse(job.data).data;

/** The job queue of this worker, by pg-boss: runs steps when they are due, and again when their worker died. */
export class StepQueue {
  readonly #boss: PgBoss;

  constructor(deps: QueueDeps) {
    this.#boss = new PgBoss({
      db: onPool(deps),
      useListenNotify: true,
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      maintenanceIntervalSeconds: 300,
    });
    this.#boss.on('error', (err) => deps.log.error({ err }, 'The job queue reports a failure'));
  }

  /** Creates the missing tables and queues; several processes may do so at once. */
  async start(): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(LOST_QUEUE, queueOptions);
    for (const step of STEP_NAMES) {
      await this.#boss.createQueue(queueOf(step), { ...queueOptions, heartbeatSeconds: HEARTBEAT_SECONDS, deadLetter: LOST_QUEUE });
    }
  }

  /** Queues jobs in the transaction of this client, so that a job exists exactly when its step does. */
  async enqueue(client: pg.ClientBase, jobs: readonly NewStepJob[]): Promise<void> {
    const db = onExecutor(client);
    for (const [step, ofStep] of Map.groupBy(jobs, (job) => job.step)) {
      await this.#boss.insert(
        queueOf(step),
        ofStep.map(({ submissionId, inMs = 0 }) => ({
          data: { submissionId, step },
          ...(inMs > 0 ? { startAfter: Math.ceil(inMs / 1_000) } : {}),
        })),
        { db },
      );
    }
  }

  async work(step: StepName, workSteps: WorkSteps): Promise<void> {
    const { batchSize, fetchers } = workShapeOf(step);
    const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
    const options = { batchSize, localConcurrency: fetchers, burstWhenBatchFull: true, perJobResults: true, ...polling } as const;
    await this.#boss.work<unknown, unknown, typeof options>(queueOf(step), options, async (jobs) => {
      const known = jobs.flatMap((job) => {
        const payload = payloadOf(job);
        return payload === undefined ? [] : [{ id: job.id, submissionId: payload.submissionId }];
      });
      const done = new Set(await workSteps(known));
      return jobs.map(({ id }): JobResult => ({ id, status: done.has(id) ? 'completed' : 'failed' }));
    });
  }

  /** Gives `onLost` the jobs whose worker died at every attempt. */
  async workLost(onLost: (jobs: readonly StepJob[]) => Promise<void>): Promise<void> {
    await this.#boss.work<unknown>(
      LOST_QUEUE,
      { batchSize: 50, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
      async (jobs) => {
        await onLost(jobs.flatMap((job) => payloadOf(job) ?? []));
      },
    );
  }

  /** Takes no more jobs and waits some seconds for those under way; other workers get the rest. */
  async stop(): Promise<void> {
    await this.#boss.stop({ close: true, graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
