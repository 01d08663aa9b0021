import type pg from 'pg';
import { type Db as BossDb, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { ConnectionLog, DatabaseConnection } from '#server/db/connection.ts';
import { listen } from '#server/db/listen.ts';
import type { StepName } from '#server/db/tables.ts';
import { LOST_QUEUE, queueOf, STEP_NAMES, type StepJob, stepJobSchema, WORK_SHAPES } from './definitions.ts';

/** A killed worker's jobs come back within this and a supervision; its own defaults are a minute each. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 15;
/** Retries by the queue itself are for workers that died; failed tries are planned by the step's row. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_SECONDS = 5;
const EXPIRE_SECONDS = 900;
/** Jobs that are done tell nothing that the step's row does not. */
const KEEP_DONE_SECONDS = 600;
/** A step's row may wait for a day; its job must not be dropped before. */
const KEEP_WAITING_SECONDS = 3 * 86_400;
/** Notifications wake fetchers at once; looking besides is for those that were missed, and for jobs that become due. */
const LOOK_SECONDS = 2;
const STOP_TIMEOUT_MS = 6_000;

const queueOptions = {
  retryLimit: RETRY_LIMIT,
  retryDelay: RETRY_DELAY_SECONDS,
  expireInSeconds: EXPIRE_SECONDS,
  retentionSeconds: KEEP_WAITING_SECONDS,
  deleteAfterSeconds: KEEP_DONE_SECONDS,
  notify: true,
};

/** A job to queue: the step it wakes, and in how many milliseconds. */
export interface NewStepJob extends StepJob {
  readonly inMs?: number;
}

/** Does the steps of one queue; gives the job ids whose work is over. A job that is left out is tried again later. */
export type WorkSteps = (jobs: readonly { id: string; submissionId: string }[]) => Promise<readonly string[]>;

interface QueueDeps {
  readonly database: DatabaseConnection;
  readonly log: ConnectionLog & { error(details: { err: unknown }, message: string): void };
}

/** What can run a statement: the pool, or the client of a transaction. */
interface Executor {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const onExecutor = (executor: Executor): BossDb => ({
  executeSql: async (text, values) => executor.query(text, values),
});

/** Lets pg-boss use our connections: they outlive a restart of the database, and there is one pool to size. */
const onPool = ({ database: { pool }, log }: QueueDeps): BossDb => ({
  ...onExecutor(pool),
  listen: async (channel, onMessage, onReconnect) => ({ close: await listen({ pool, channel, log, onMessage, onReconnect }) }),
});

const payloadOf = (job: Job<unknown>): StepJob | undefined => stepJobSchema.safeParse(job.data).data;

/** The job queue of this worker process: wakes steps, promptly or when they are due, and again when their worker died. */
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

  /** Makes the queue's tables and queues where they are missing; several processes may do so at once. */
  async start(): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(LOST_QUEUE, queueOptions);
    for (const step of STEP_NAMES) {
      await this.#boss.createQueue(queueOf(step), { ...queueOptions, heartbeatSeconds: HEARTBEAT_SECONDS, deadLetter: LOST_QUEUE });
    }
  }

  /** Queues jobs in the transaction of this client, so that they exist exactly when what they wake does. */
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

  /** Begins to work a queue of steps. */
  async work(step: StepName, workSteps: WorkSteps): Promise<void> {
    const { batchSize, fetchers } = WORK_SHAPES[step];
    const polling = { pollingIntervalSeconds: LOOK_SECONDS, notifyPollingIntervalSeconds: LOOK_SECONDS };
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

  /** Hands over the jobs whose worker died at every try. */
  async workLost(onLost: (jobs: readonly StepJob[]) => Promise<void>): Promise<void> {
    await this.#boss.work<unknown>(
      LOST_QUEUE,
      { batchSize: 50, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
      async (jobs) => {
        await onLost(jobs.flatMap((job) => payloadOf(job) ?? []));
      },
    );
  }

  /** Takes no more jobs and waits some seconds for those under way; what is not done by then is another worker's. */
  async stop(): Promise<void> {
    await this.#boss.stop({ close: true, graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
