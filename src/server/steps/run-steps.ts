import { setTimeout as sleep } from 'node:timers/promises';
import { topicOf } from '#contract/live.ts';
import { NO_CHANGE } from '#contract/registrations/registration-changes.ts';
import type { StepName } from '#contract/side-effects/steps.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { isTransient } from '#server/db/outage.ts';
import type { Tell } from '#server/live/change.ts';
import { deletedSignUp, listChanges, type StoredChange } from '#server/messages/change-details.ts';
import { listSignUpDetails, type SignUpDetails } from '#server/messages/sign-up-details.ts';
import { notAttempted, permanent, ServiceError } from '#server/services/service-error.ts';
import { codeOf } from '#server/tracing/failure-code.ts';
import { traced } from '#server/tracing/work.ts';
import { GIVE_UP_MS, pauseAfter } from './backoff.ts';
import { Skipped, type StepHandlers } from './step-handler.ts';
import { batchSizeOf, STEP_LEASE_MS, LOST_CLAIMS_MAX, LEASE_RENEWAL_MS } from './step-limits.ts';
import type { Claim, Outcome, StepStore } from './step-store.ts';

export interface RunnerDeps {
  readonly database: DatabaseConnection;
  readonly store: StepStore;
  readonly handlers: Readonly<Record<StepName, StepHandlers>>;
  readonly log: {
    error(details: { err: unknown; step: StepName }, message: string): void;
    warn(details: { err: unknown }, message: string): void;
  };
  readonly onOutcome: (outcome: Outcome) => void;
  /** Tells open screens of outcomes. */
  readonly tell?: Tell | undefined;
  /** Milliseconds between renewals of the leases; default 5 seconds. */
  readonly renewalMs?: number;
}

/** What a step is about. */
interface Subject {
  readonly signUp: SignUpDetails;
  /** Null for a step of the sign-up itself. */
  readonly change: StoredChange | null;
}

interface Running {
  readonly claim: Claim;
  /** Aborted when another worker has taken the step. */
  readonly lost: AbortController;
  /** By `performance.now()`. */
  leaseEndsAt: number;
}

const BUG = permanent('Something went wrong on our side. Please tell whoever runs this server, then retry.', 'bug');
const DATABASE_AWAY = notAttempted('The database could not be asked.', 5_000, 'database');
/** For a step whose worker died at every attempt. */
export const LOST_MESSAGE = 'This step stopped its worker each time. Please tell whoever runs this server, then retry.';
const RECORD_AGAIN_MS = 500;
/** A restart of the database must not lose what a service did. */
const RECORD_FOR_MS = 120_000;

/** A step whose service was not called waits without using up an attempt, but no longer than a day. */
function deferredOutcome(claim: Claim, { message, retryAfterMs: pauseMs = 0, reason }: ServiceError): Outcome {
  if (claim.sinceFirstAttemptMs + pauseMs <= GIVE_UP_MS)
    return { claim, state: 'waiting', message: `${message} This waits for its turn.`, reason, pauseMs, isDeferred: true };
  return {
    claim,
    state: 'failed',
    message: `${message} It lasts too long for this to wait: retry when it is over.`,
    reason,
    isDeferred: true,
  };
}

function outcomeOf(claim: Claim, failure: ServiceError): Outcome {
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

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#renewal = setInterval(() => void this.#renew(), deps.renewalMs ?? LEASE_RENEWAL_MS);
    this.#renewal.unref();
  }

  stop(): void {
    clearInterval(this.#renewal);
  }

  /**
   * Claims steps of this name that are due and runs them, all at once; each is recorded as soon as it ends.
   * @returns whether more may be due
   * @throws Error when the database is away; claimed steps can be claimed again when their lease ends
   */
  async run(step: StepName): Promise<boolean> {
    const { store, database } = this.#deps;
    const batchSize = batchSizeOf(step);
    const leaseEndsAt = performance.now() + STEP_LEASE_MS;
    const claims = await store.claim(step, batchSize);
    if (claims.length === 0) return false;
    const signUps = await listSignUpDetails(
      database.db,
      claims.map((claim) => claim.submissionId),
    );
    const changes = await listChanges(
      database.db,
      claims.flatMap(({ changeId }) => (changeId === NO_CHANGE ? [] : [changeId])),
    );
    const subjectOf = ({ submissionId, changeId }: Claim): Subject | undefined => {
      const change = changeId === NO_CHANGE ? null : changes.get(changeId);
      const signUp = signUps.get(submissionId) ?? (change ? deletedSignUp(change) : undefined);
      return signUp === undefined || change === undefined ? undefined : { signUp, change };
    };
    const running = claims.map((claim) => ({ claim, lost: new AbortController(), leaseEndsAt }));
    await Promise.all(running.map(async (each) => this.#runOne(each, subjectOf(each.claim))));
    return claims.length === batchSize;
  }

  /** Ends a step whose worker ended again and again before it recorded an outcome. */
  async #giveUp(claim: Claim, { signUp, change }: Subject): Promise<void> {
    if (change !== null) await this.#deps.handlers[claim.step].giveUpChange?.({ change, signUp });
    if (await this.#record({ claim, state: 'failed', message: LOST_MESSAGE, reason: 'bug', isDeferred: true })) this.#tell(signUp);
  }

  async #runOne(running: Running, subject: Subject | undefined): Promise<void> {
    if (subject === undefined) return; // The submission was deleted meanwhile, and its steps with it.
    const { claim, lost, leaseEndsAt } = running;
    if (claim.lostClaims >= LOST_CLAIMS_MAX) return this.#giveUp(claim, subject);
    this.#running.add(running);
    try {
      // After a standstill longer than its lease, another worker may have done the step already.
      if (performance.now() > leaseEndsAt || lost.signal.aborted) return;
      const outcome = await this.#attempt(running, subject);
      if (!(await this.#record(outcome))) return;
      if (outcome.isDeferred !== true || outcome.state === 'failed') this.#deps.onOutcome(outcome);
      this.#tell(subject.signUp);
    } finally {
      this.#running.delete(running);
    }
  }

  #tell({ id, kind, ownerId }: SignUpDetails): void {
    this.#deps.tell?.({ topic: topicOf({ kind, id: ownerId }), ids: [id] }, { topic: 'attention' });
  }

  async #attempt(running: Running, subject: Subject): Promise<Outcome> {
    const { step, attempts } = running.claim;
    const facts = { 'turnout.step': step, 'turnout.step.attempt': attempts, 'turnout.step.about': subject.change?.kind ?? 'sign-up' };
    return traced({ name: `step ${step}`, kind: 'task', facts }, async (work) => {
      const outcome = await this.#do(running, subject);
      work.facts['turnout.step.outcome'] = outcome.state === 'waiting' ? 'retried' : outcome.state;
      if (outcome.state !== 'succeeded') work.failure = codeOf(outcome.reason) ?? 'other';
      return outcome;
    });
  }

  async #do({ claim, lost }: Running, { signUp, change }: Subject): Promise<Outcome> {
    const { handlers, log } = this.#deps;
    const { step, attempts, wasRetriedByStaff } = claim;
    const context = { attempts, wasRetriedByStaff, signal: lost.signal };
    try {
      const message = await (change === null ? handlers[step].signUp(signUp, context) : handlers[step].change({ change, signUp }, context));
      return { claim, state: 'succeeded', message };
    } catch (error) {
      if (error instanceof Skipped) return { claim, state: 'succeeded', message: error.message, isSkipped: true };
      if (error instanceof ServiceError) return outcomeOf(claim, error);
      if (isTransient(error)) return outcomeOf(claim, DATABASE_AWAY);
      if (!lost.signal.aborted) log.error({ err: error, step }, 'A step failed because of a bug');
      return outcomeOf(claim, BUG);
    }
  }

  async #record(outcome: Outcome): Promise<boolean> {
    const deadline = performance.now() + RECORD_FOR_MS;
    for (;;) {
      try {
        return await this.#deps.store.record(outcome);
      } catch (error) {
        if (!isTransient(error) || performance.now() > deadline) throw error;
        this.#deps.log.warn({ err: error }, 'The outcome of a step could not be recorded yet');
        await sleep(RECORD_AGAIN_MS);
      }
    }
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
