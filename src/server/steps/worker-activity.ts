import { sql } from 'kysely';
import { asStorable } from '#contract/rules/text.ts';
import { type ServiceName, STEP_NAMES, STEPS } from '#contract/steps/steps.ts';
import { SECOND_MS } from '#contract/time.ts';
import type { Db } from '#server/db/connection.ts';
import { figure, type Metric } from '#server/metrics/metric.ts';
import { redactAddresses } from '#server/redact-addresses.ts';
import type { Outcome } from './step-store.ts';

const ENDS = ['succeeded', 'failed', 'retried'] as const;

/** Statements end within 17 seconds, so a poll that lasts so long hangs. */
const STALLED_MS = 120_000;
/** A batch of mails to a silent server takes minutes, as does recording it during a database outage. */
const STALLED_STEPS_MS = 600_000;

type NamedLoops = readonly (readonly [name: string, pollers: readonly { readonly sinceLastMs: number }[]])[];

/** What a worker does, for health checks and metrics. */
export class WorkerActivity {
  readonly #loops: NamedLoops[number][] = [];
  /** Attempts since startup. */
  readonly ends = STEP_NAMES.flatMap((step) => ENDS.map((end) => ({ step, end, count: 0 })));
  /** Whether it has connected to the database and started its work. */
  isStarted = false;

  watch(loops: NamedLoops): void {
    this.#loops.push(...loops);
  }

  /** Counts the outcome of an attempt that called its service. */
  add({ claim, state }: Outcome): void {
    const end = state === 'waiting' ? 'retried' : state;
    const counted = this.ends.find((each) => each.step === claim.step && each.end === end);
    if (counted !== undefined) counted.count += 1;
  }

  /** For each loop, the milliseconds since it last did something; for several pollers, the longest. */
  get sinceLastMs(): Map<string, number> {
    return new Map(this.#loops.map(([name, pollers]) => [name, Math.max(...pollers.map(({ sinceLastMs: ms }) => ms))]));
  }

  /** Why the process should be restarted: a loop hangs. Undefined while all are running. */
  whyStalled(): string | undefined {
    for (const [name, ms] of this.sinceLastMs) {
      const isOfSteps = STEP_NAMES.some((step) => step === name);
      if (ms > (isOfSteps ? STALLED_STEPS_MS : STALLED_MS))
        return `The loop ${name} has done nothing for ${Math.round(ms / SECOND_MS)} seconds`;
    }
    return undefined;
  }
}

export const workerMetrics = (activity: WorkerActivity): Metric[] => [
  figure('turnout_steps_ended_total', 'Attempts of steps by how they ended; retried ones failed for now', () =>
    activity.ends.map(({ step, end, count }) => ({ labels: { step, end }, value: count })),
  ),
  figure('turnout_worker_idle_seconds', 'Seconds since a loop of the worker last did something', () =>
    [...activity.sinceLastMs].map(([loop, ms]) => ({ labels: { loop }, value: ms / SECOND_MS })),
  ),
];

const FAILURE_MAX = 500;

/** Stores the latest outcome of a service for the connections page: `failure` is a message for staff, undefined for a success. Mail addresses are redacted. */
export async function recordOutcome(db: Db, service: ServiceName, failure: string | undefined): Promise<void> {
  const words = failure === undefined ? null : asStorable(redactAddresses(failure, FAILURE_MAX));
  await sql`
    insert into service_outcomes as o (service, succeeded_at, failed_at, failure)
    values (${service}, case when ${words}::text is null then now() end, case when ${words}::text is not null then now() end, ${words})
    on conflict (service) do update set
      succeeded_at = coalesce(excluded.succeeded_at, o.succeeded_at),
      failed_at = coalesce(excluded.failed_at, o.failed_at),
      failure = coalesce(excluded.failure, o.failure)`.execute(db);
}

const WRITE_MS = 1_000;

/** Records how the services are doing, at most once a second: hundreds of steps end in a second, and all workers write the same few rows. */
export function serviceHealth(db: Db, onError: (error: unknown) => void) {
  const unwritten = new Map<string, { service: ServiceName; failure: string | undefined }>();
  const writeOutcomes = async (): Promise<void> => {
    const outcomes = [...unwritten.values()];
    unwritten.clear();
    for (const { service, failure } of outcomes) await recordOutcome(db, service, failure).catch(onError);
  };
  const timer = setInterval(() => void writeOutcomes(), WRITE_MS);
  timer.unref();
  return {
    /** Only the latest success and the latest failure of each service are kept. */
    add: ({ claim, state, message }: Outcome): void => {
      const { service } = STEPS[claim.step];
      const failure = state === 'succeeded' ? undefined : message;
      unwritten.set(`${service} ${failure === undefined}`, { service, failure });
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await writeOutcomes();
    },
  };
}
