import { ADDRESS_LIMIT, MAYBE_SENT } from '#contract/steps/causes.ts';
import { type StepName, STEPS } from '#contract/steps/steps.ts';
import { MAY_HAVE_ARRIVED, notSent } from '#contract/texts/steps.ts';
import { HOUR_MS, SECOND_MS } from '#contract/time.ts';
import { errorCode, isTransient, recordSurely } from '#server/db/outage.ts';
import type { Notice, Notify } from '#server/live/notice.ts';
import { notAttempted, permanent, ServiceError } from '#server/services/service-error.ts';
import { throttleLog } from '#server/throttle-log.ts';
import { asCode, traced } from '#server/tracing/work.ts';
import { type Claim, type Outcome, type SentText, STEP_LEASE_MS, type StepStore } from './step-store.ts';

/** A side effect was skipped, since it no longer applies. */
export class Skipped extends Error {
  /** @param why the reason shown to staff */
  constructor(why: string) {
    super(notSent(why));
  }
}

/** A side effect must wait its turn, though nothing went wrong. */
export class HeldBack extends Error {
  readonly wait: Pick<Outcome, 'reason' | 'pauseMs' | 'isDeferred'>;

  /** @param why the reason shown to staff */
  constructor(why: string, wait: HeldBack['wait']) {
    super(why);
    this.wait = wait;
  }
}

/** The success message for staff; for a mail to a person, also its text. */
export type Success = string | { readonly message: string; readonly sent: SentText };

export interface AttemptContext extends Claim {
  /** Aborted when another worker has taken the step. */
  readonly signal: AbortSignal;
}

/** A claimed step as its runner sees it; `messages/step-tasks.ts` knows what it does. */
export interface StepTask {
  /** The kind of change it is about, or that it is about the sign-up itself, for traces. */
  readonly about: string;
  /** What its outcome changes on open screens. */
  readonly changed: readonly Notice[];
  /** Does the side effect, perhaps again when the service's answer was lost. @throws ServiceError, which says whether to retry, or Skipped */
  readonly run: (context: AttemptContext) => Promise<Success>;
  /** Undoes what an attempt began, once its workers died every time and no more attempts are made. */
  readonly giveUp?: (() => Promise<void>) | undefined;
}

const STEPS_PER_BATCH: Readonly<Partial<Record<StepName, number>>> = { crm: 10, mailing: 4 };

/** How many steps of a name a poller claims and runs at the same time. The CRM allows few requests a minute; mailings leave connections to other mails. */
export const batchSizeOf = (step: StepName): number => STEPS_PER_BATCH[step] ?? 20;
/** A poller waits for the slowest step of its batch, hence two for each name. */
export const POLLERS_PER_STEP = 2;
/** Several renewals may fail before the lease ends. */
export const LEASE_RENEWAL_MS = 5_000;
/** A step that killed its worker this many times in a row has failed. */
export const LOST_CLAIMS_MAX = 20;
const FIRST_PAUSES_MS = [5, 15, 30, 60, 120, 300, 600, 1_200, 1_800].map((seconds) => seconds * SECOND_MS);
const JITTER = 0.1;
export const GIVE_UP_MS = 24 * HOUR_MS;

export interface RunnerDeps {
  readonly store: StepStore;
  /** What these claimed steps do; undefined for those whose sign-up was deleted in the meantime. */
  readonly tasksOf: (step: StepName, claims: readonly Claim[]) => Promise<Map<Claim, StepTask | undefined>>;
  readonly log: {
    error(details: { err: unknown; step: StepName }, message: string): void;
    warn(details: { err: unknown; count?: number }, message: string): void;
  };
  readonly onOutcome: (outcome: Outcome) => void;
  readonly notify: Notify;
  /** Milliseconds between renewals of the leases; default 5 seconds. */
  readonly renewalMs?: number;
}

interface Running {
  readonly claim: Claim;
  /** Aborted when another worker has taken the step. */
  readonly lost: AbortController;
  /** By `performance.now()`. */
  leaseEndsAt: number;
}

const BUG = permanent('Something went wrong on our side. Please tell whoever runs this server, then retry.', 'bug');
const NOT_READ = notAttempted('Its data could not be read from the database.', 5_000, 'database');
const DATABASE_UNREACHABLE = notAttempted('The database could not be reached.', 5_000, 'database');
/** Runs for a step whose worker died at every attempt. */
export const LOST_MESSAGE = 'This step stopped its worker every time. Please tell the people who run this server, then retry.';

interface FailedAttempt {
  readonly attempts: number;
  readonly sinceFirstAttemptMs: number;
  readonly retryAfterMs: number | undefined;
  /** From 0 to 1, to spread steps that failed together. */
  readonly random: number;
}

/** JOB-4: milliseconds until the next attempt, from 5 seconds to an hour, at least `retryAfterMs`; undefined after a day: permanently failed. */
export function pauseAfter({ attempts, sinceFirstAttemptMs, retryAfterMs = 0, random }: FailedAttempt): number | undefined {
  const planned = (FIRST_PAUSES_MS[attempts - 1] ?? HOUR_MS) * (1 + JITTER * random);
  const pause = Math.round(Math.max(planned, retryAfterMs));
  return sinceFirstAttemptMs + pause > GIVE_UP_MS ? undefined : pause;
}

/** A step whose service was not called waits without using up an attempt, but no longer than a day. */
function deferredOutcome(claim: Claim, { message, retryAfterMs: pauseMs = 0, reason }: ServiceError): Outcome {
  const deferred = { claim, reason, isDeferred: true };
  if (claim.sinceFirstAttemptMs + pauseMs <= GIVE_UP_MS)
    return { ...deferred, state: 'waiting', message: `${message} It will be tried again later.`, pauseMs };
  return { ...deferred, state: 'failed', message: `${message} We stopped trying after a day: retry once it is over.` };
}

const maybeSent = (claim: Claim): Outcome => ({ claim, state: 'failed', message: MAY_HAVE_ARRIVED, reason: MAYBE_SENT });

function outcomeOf(claim: Claim, failure: ServiceError): Outcome {
  if (failure.mayHaveSucceeded && STEPS[claim.step].isOnce) return maybeSent(claim);
  const { attempts, sinceFirstAttemptMs } = claim;
  const { message, reason, isTemporary, retryAfterMs, wasAttempted } = failure;
  if (!wasAttempted) return deferredOutcome(claim, failure);
  const pauseMs = isTemporary ? pauseAfter({ attempts, sinceFirstAttemptMs, retryAfterMs, random: Math.random() }) : undefined;
  return pauseMs === undefined ? { claim, state: 'failed', message, reason } : { claim, state: 'waiting', message, reason, pauseMs };
}

export class StepRunner {
  readonly #deps: RunnerDeps;
  readonly #running = new Set<Running>();
  readonly #renewal: NodeJS.Timeout;
  readonly #logUnrecorded = throttleLog(errorCode, (err: unknown, count) =>
    this.#deps.log.warn({ err, count }, 'The outcome of a step could not be recorded yet'),
  );

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#renewal = setInterval(() => void this.#renew(), deps.renewalMs ?? LEASE_RENEWAL_MS);
    this.#renewal.unref();
  }

  stop(): void {
    clearInterval(this.#renewal);
  }

  /** Claims due steps of this name and runs them together. @returns whether more may be due @throws Error when the database is away; then leases end */
  async run(step: StepName, batchSize = batchSizeOf(step)): Promise<boolean> {
    const { store, tasksOf } = this.#deps;
    const leaseEndsAt = performance.now() + STEP_LEASE_MS;
    const claims = await store.claim(step, batchSize);
    if (claims.length === 0) return false;
    const prepare = async () => {
      const found = await tasksOf(step, claims);
      if (STEPS[step].isOnce) await store.begin(claims);
      return found;
    };
    const tasks = await prepare().catch(async (error: unknown) => {
      // None has started, so none counts as lost.
      await Promise.all(claims.map(async (claim) => this.#record(deferredOutcome(claim, NOT_READ))));
      throw error;
    });
    const running = claims.map((claim) => ({ claim, lost: new AbortController(), leaseEndsAt }));
    await Promise.all(running.map(async (each) => this.#runOne(each, tasks.get(each.claim))));
    return claims.length === batchSize;
  }

  /** Ends a step whose worker died repeatedly before it recorded an outcome. */
  async #giveUp(claim: Claim, task: StepTask): Promise<void> {
    await task.giveUp?.();
    const lost = { claim, state: 'failed', message: LOST_MESSAGE, reason: 'bug' } as const;
    const outcome = STEPS[claim.step].isOnce ? maybeSent(claim) : lost;
    if (await this.#record({ ...outcome, isDeferred: true })) this.#notify(task);
  }

  async #runOne(running: Running, task: StepTask | undefined): Promise<void> {
    if (task === undefined) return; // The submission was deleted in the meantime, and its steps with it.
    const { claim, lost, leaseEndsAt } = running;
    if (claim.lostClaims >= (STEPS[claim.step].isOnce ? 1 : LOST_CLAIMS_MAX)) return this.#giveUp(claim, task);
    this.#running.add(running);
    try {
      // After a stall longer than the lease, another worker may already have done the step.
      if (performance.now() > leaseEndsAt || lost.signal.aborted) return;
      const outcome = await this.#attempt(running, task);
      if (!(await this.#record(outcome))) return;
      // A full mailbox says nothing about the mail server.
      const isOfService = outcome.reason !== ADDRESS_LIMIT && (outcome.isDeferred !== true || outcome.state === 'failed');
      if (isOfService) this.#deps.onOutcome(outcome);
      this.#notify(task);
    } finally {
      this.#running.delete(running);
    }
  }

  #notify({ changed }: StepTask): void {
    this.#deps.notify(...changed, { topic: 'attention' });
  }

  async #attempt(running: Running, task: StepTask): Promise<Outcome> {
    const { step, attempts } = running.claim;
    const facts = { 'turnout.step': step, 'turnout.step.attempt': attempts, 'turnout.step.about': task.about };
    return traced({ name: `step ${step}`, kind: 'task', facts }, async (work) => {
      const outcome = await this.#do(running, task);
      work.facts['turnout.step.outcome'] = outcome.state === 'waiting' ? 'retried' : outcome.state;
      if (outcome.state !== 'succeeded') work.failure = asCode(outcome.reason) ?? 'other';
      return outcome;
    });
  }

  async #do({ claim, lost }: Running, task: StepTask): Promise<Outcome> {
    const { log } = this.#deps;
    try {
      const success = await task.run({ ...claim, signal: lost.signal });
      return { claim, state: 'succeeded', ...(typeof success === 'string' ? { message: success } : success) };
    } catch (error) {
      if (error instanceof Skipped) return { claim, state: 'succeeded', message: error.message, isSkipped: true };
      if (error instanceof HeldBack) return { claim, state: 'waiting', message: error.message, ...error.wait };
      if (error instanceof ServiceError) return outcomeOf(claim, error);
      if (isTransient(error)) return outcomeOf(claim, DATABASE_UNREACHABLE);
      if (!lost.signal.aborted) log.error({ err: error, step: claim.step }, 'A step failed because of a bug');
      return outcomeOf(claim, BUG);
    }
  }

  async #record(outcome: Outcome): Promise<boolean> {
    return recordSurely(async () => this.#deps.store.record(outcome), this.#logUnrecorded);
  }

  async #renew(): Promise<void> {
    const renewing = [...this.#running];
    if (renewing.length === 0) return;
    const leaseEndsAt = performance.now() + STEP_LEASE_MS;
    const renewed = await this.#deps.store.renew(renewing.map(({ claim }) => claim)).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'Leases of steps could not be renewed yet');
    });
    if (renewed === undefined) return;
    const ours = new Set(renewed);
    for (const running of renewing) {
      if (ours.has(running.claim)) running.leaseEndsAt = leaseEndsAt;
      else running.lost.abort(new Error('Another worker has taken this step'));
    }
  }
}
