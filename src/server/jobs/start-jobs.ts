import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { STEP_NAMES, type ServiceName, type StepName } from '#contract/side-effects/steps.ts';
import { CHANGE_RECORDED, listen, SIGN_UP_CHANNEL, STEPS_RETRIED } from '#server/db/listen.ts';
import { isOutage } from '#server/db/outage.ts';
import type { Tell } from '#server/live/change.ts';
import { traced } from '#server/tracing/work.ts';
import { fanOutChanges } from './fan-out-changes.ts';
import { type FanOut, fanOut } from './fan-out.ts';
import { Poller } from './poller.ts';
import { settleSignUps } from './repeats/settle-sign-ups.ts';
import { type RunnerDeps, StepRunner } from './run-steps.ts';
import { serviceHealth } from './service-health.ts';
import { POLLERS_PER_STEP } from './step-limits.ts';
import { type Outcome, StepStore } from './step-store.ts';
import { WorkerActivity } from './worker-activity.ts';

/** Workers are woken by notifications; polling finds what a lost one would have announced. */
const POLL_INTERVAL_MS = 2_000;
const STOP_TIMEOUT_MS = 6_000;
/** While many sign up, the outbox rests this many times as long as a batch took, at most a second, so that visitors come first. */
const OUTBOX_REST_FACTOR = 60;
/** The same for sign-ups that are settled, and for a batch of steps. */
const SETTLING_REST_FACTOR = 0.5;
const STEPS_REST_FACTOR = 5;

export interface JobsDeps extends Pick<RunnerDeps, 'database' | 'handlers'> {
  readonly log: Logger;
  /** Whether this server sends mail. */
  readonly canMail: boolean;
  readonly recordOutcome: (service: ServiceName, failure: string | undefined) => Promise<void>;
  readonly activity?: WorkerActivity | undefined;
  /** Tells open screens of steps; absent: nobody is told. */
  readonly tell?: Tell | undefined;
}

interface StepWork extends Pick<JobsDeps, 'log'> {
  readonly runner: StepRunner;
  /** Whether sign-ups arrive faster than the outbox is emptied. */
  readonly isFallingBehind: () => boolean;
}

const pollersOf = (step: StepName, work: StepWork): Poller[] =>
  Array.from(
    { length: POLLERS_PER_STEP },
    () =>
      new Poller({
        work: async () => work.runner.run(step),
        pollIntervalMs: POLL_INTERVAL_MS,
        restFactor: STEPS_REST_FACTOR,
        restsWhen: work.isFallingBehind,
        onError: (err) => {
          if (!isOutage(err)) work.log.warn({ err, step }, 'Steps wait until the next poll'); // The outbox's poller reports an outage.
        },
      }),
  );

const tracedFanOut = async (take: () => Promise<FanOut>, name: string): Promise<FanOut> =>
  traced({ name, kind: 'poll', facts: {} }, async (work) => {
    const taken = await take();
    work.facts['turnout.taken'] = taken.submissions.length;
    work.isIdle = taken.submissions.length === 0;
    return taken;
  });

function wake(pollers: readonly Poller[]): void {
  for (const poller of pollers) poller.wake();
}

async function startParts(
  { database, log, handlers, canMail, recordOutcome, tell, activity = new WorkerActivity() }: JobsDeps,
  parts: AsyncDisposableStack,
): Promise<void> {
  const health = serviceHealth({
    recordOutcome,
    onError: (err) => log.warn({ err }, 'The outcome of a service could not be recorded'),
  });
  parts.defer(async () => health.stop());
  const store = new StepStore(database.pool);
  const onOutcome = (outcome: Outcome) => {
    health.add(outcome);
    activity.add(outcome);
  };
  const runner = new StepRunner({ database, store, handlers, log, onOutcome, tell });
  parts.defer(() => runner.stop());
  const pollers = STEP_NAMES.map((step) => ({
    step,
    ofStep: pollersOf(step, { runner, log, isFallingBehind: () => outbox.isFallingBehind }),
  }));
  const all = pollers.flatMap(({ ofStep }) => ofStep);
  // Steps that take longer are run again when their lease ends.
  const limit = async () => sleep(STOP_TIMEOUT_MS, undefined, { ref: false });
  parts.defer(async () => void (await Promise.race([Promise.all(all.map(async (poller) => poller.stop())), limit()])));
  const wakeSteps = (names: readonly StepName[]) => {
    for (const { step, ofStep } of pollers) if (names.includes(step)) wake(ofStep);
  };
  const emptyOutbox = async (take: typeof fanOut, name: string) => {
    const { isMore, steps, submissions } = await tracedFanOut(async () => take(database.pool), name);
    wakeSteps(steps);
    tell?.(...submissions.map(({ id, topic }) => ({ topic, ids: [id] })));
    return isMore;
  };
  const outbox = new Poller({
    work: async () => emptyOutbox(fanOut, 'fan out sign-ups'),
    pollIntervalMs: POLL_INTERVAL_MS,
    restFactor: OUTBOX_REST_FACTOR,
    onError: (err) => log.warn({ err }, 'Sign-ups wait for their side effects until the next poll'),
  });
  parts.defer(async () => outbox.stop());
  const changes = new Poller({
    work: async () => emptyOutbox(fanOutChanges, 'fan out changes'),
    pollIntervalMs: POLL_INTERVAL_MS,
    onError: (err) => {
      if (!isOutage(err)) log.warn({ err }, 'Registration changes wait for their side effects until the next poll');
    },
  });
  parts.defer(async () => changes.stop());
  const settling = new Poller({
    work: async () => {
      const settled = await settleSignUps({ db: database.db, pool: database.pool, canMail });
      wakeSteps(settled.steps);
      tell?.(...settled.changes);
      if (settled.failures.length > 0) throw settled.failures[0];
      return settled.isMore;
    },
    pollIntervalMs: POLL_INTERVAL_MS,
    restFactor: SETTLING_REST_FACTOR,
    onError: (err) => {
      if (!isOutage(err)) log.warn({ err }, 'Sign-ups are left to be settled until the next poll');
    },
  });
  parts.defer(async () => settling.stop());
  const onMessage = (payload: string) => {
    if (payload === STEPS_RETRIED) wakeSteps(STEP_NAMES);
    else wake(payload === CHANGE_RECORDED ? [changes] : [outbox, settling]);
  };
  const onReconnect = () => wake([outbox, settling, changes]);
  parts.defer(await listen({ database, channel: SIGN_UP_CHANNEL, log, onMessage, onReconnect }));
  const ofSteps = pollers.map(({ step, ofStep }) => [step, ofStep] as const);
  activity.watch([['outbox', [outbox]], ['changes', [changes]], ['settling', [settling]], ...ofSteps]);
  activity.isStarted = true;
}

/**
 * Starts a worker, which takes sign-ups from the outbox, writes their steps, and runs them.
 * @returns stops it; steps under way have some seconds to finish
 * @throws the error of the part that could not start, after stopping the others
 */
export async function startJobs(deps: JobsDeps): Promise<() => Promise<void>> {
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
