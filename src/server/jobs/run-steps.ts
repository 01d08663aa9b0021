import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { isOutage } from '#server/db/outage.ts';
import type { StepName } from '#server/db/tables.ts';
import { LEASE_MS, RENEWAL_MS } from './definitions.ts';
import { GIVE_UP_MS, pauseAfter } from './pauses.ts';
import { listSignUpDetails, type SignUpDetails } from './sign-up-details.ts';
import type { StepHandler } from './step-handler.ts';
import type { Claim, Outcome, StepLedger } from './step-ledger.ts';

/** Points between which a worker may die; tests end the process there. */
export type CrashPoint = 'fan-out' | 'before-call' | 'during-call' | 'after-call' | 'after-record';

/** How a failure is told and whether the step is tried again. */
export interface Verdict {
  readonly message: string;
  readonly isTemporary: boolean;
  readonly retryAfterMs: number | undefined;
  /** Whether the service was asked at all: else the step only waits for its turn. */
  readonly wasTried: boolean;
}

export interface RunnerDeps {
  readonly database: DatabaseConnection;
  readonly ledger: StepLedger;
  readonly handlers: Readonly<Record<StepName, StepHandler>>;
  /** Reads what a handler threw; undefined for a mistake of ours. */
  readonly judge: (error: unknown) => Verdict | undefined;
  readonly log: { error(details: { err: unknown; step: StepName }, message: string): void };
  /** Told of every outcome of a try that was written. */
  readonly onOutcome: (outcome: Outcome) => void;
  readonly crash: (point: CrashPoint) => void;
}

interface Running {
  readonly claim: Claim;
  readonly lost: AbortController;
  /** `performance.now()` until which the step surely is ours. */
  heldUntil: number;
}

const OUR_MISTAKE: Verdict = {
  message: 'Something went wrong on our side. Please tell whoever runs this server, then retry.',
  isTemporary: false,
  retryAfterMs: undefined,
  wasTried: true,
};
const DATABASE_AWAY: Verdict = {
  message: 'The database could not be asked.',
  isTemporary: true,
  retryAfterMs: 5_000,
  wasTried: false,
};
const RECORD_AGAIN_MS = 500;
/** What a service did is worth keeping through a restart of the database. */
const RECORD_FOR_MS = 120_000;
const DURING_CALL_MS = 50;

/** A service that was not asked costs no try; but neither does its step wait longer than a day (decision 33). */
function heldOutcomeOf(claim: Claim, message: string, pauseMs: number): Outcome {
  if (claim.ageMs + pauseMs <= GIVE_UP_MS)
    return { claim, state: 'waiting', message: `${message} This waits for its turn.`, pauseMs, isHeld: true };
  return { claim, state: 'failed', message: `${message} It lasts too long for this to wait: retry when it is over.`, isHeld: true };
}

function outcomeOf(claim: Claim, { message, isTemporary, retryAfterMs, wasTried }: Verdict): Outcome {
  const { attempts, ageMs } = claim;
  if (!wasTried) return heldOutcomeOf(claim, message, retryAfterMs ?? 0);
  const pauseMs = isTemporary ? pauseAfter({ attempts, ageMs, retryAfterMs, random: Math.random() }) : undefined;
  return pauseMs === undefined ? { claim, state: 'failed', message } : { claim, state: 'waiting', message, pauseMs };
}

/** Runs steps: takes them, does each, and writes what became of it. Those under way stay this worker's as long as it lives. */
export class StepRunner {
  readonly #deps: RunnerDeps;
  readonly #running = new Set<Running>();
  readonly #renewal: NodeJS.Timeout;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#renewal = setInterval(() => void this.#renew(), RENEWAL_MS);
    this.#renewal.unref();
  }

  /** Stops to hold steps. */
  stop(): void {
    clearInterval(this.#renewal);
  }

  /**
   * Runs the steps of this name that are due, all at once. Each is written as soon as it is over.
   * @returns those that need no further look; the others were let go and have to be tried again
   * @throws Error when the database is away; steps that were taken are taken again after their lease
   */
  async run(step: StepName, submissionIds: readonly string[]): Promise<string[]> {
    const { ledger, database } = this.#deps;
    const heldUntil = performance.now() + LEASE_MS;
    const claims = await ledger.claim(step, submissionIds);
    if (claims.length === 0) return [...submissionIds];
    const details = await listSignUpDetails(
      database.db,
      claims.map((claim) => claim.submissionId),
    );
    const running = claims.map((claim) => ({ claim, lost: new AbortController(), heldUntil }));
    const letGo = new Set<string>();
    const runAll = running.map(async (each) => {
      const { submissionId } = each.claim;
      if (!(await this.#runOne(each, details.get(submissionId)))) letGo.add(submissionId);
    });
    await Promise.all(runAll);
    return submissionIds.filter((id) => !letGo.has(id));
  }

  /** @returns false when the step was let go */
  async #runOne(running: Running, details: SignUpDetails | undefined): Promise<boolean> {
    if (details === undefined) return true; // Deleted meanwhile: there is nothing left to tell, and its steps went with it.
    this.#running.add(running);
    try {
      this.#deps.crash('before-call');
      // A worker that stood still for longer than its lease must not do what another has done meanwhile.
      if (performance.now() > running.heldUntil || running.lost.signal.aborted) return false;
      const outcome = await this.#try(running, details);
      this.#deps.crash('after-call');
      if ((await this.#record(outcome)) && (outcome.isHeld !== true || outcome.state === 'failed')) this.#deps.onOutcome(outcome);
      this.#deps.crash('after-record');
      return true;
    } finally {
      this.#running.delete(running);
    }
  }

  async #try({ claim, lost }: Running, details: SignUpDetails): Promise<Outcome> {
    const { handlers, judge, log, crash } = this.#deps;
    const { step, attempts, isReleased } = claim;
    const during = setTimeout(() => crash('during-call'), DURING_CALL_MS);
    try {
      const message = await handlers[step](details, { attempts, isReleased, signal: lost.signal });
      return { claim, state: 'succeeded', message };
    } catch (error) {
      const verdict = judge(error) ?? (isOutage(error) ? DATABASE_AWAY : undefined);
      if (verdict === undefined && !lost.signal.aborted) log.error({ err: error, step }, 'A step failed by a mistake of ours');
      return outcomeOf(claim, verdict ?? OUR_MISTAKE);
    } finally {
      clearTimeout(during);
    }
  }

  async #record(outcome: Outcome): Promise<boolean> {
    const deadline = performance.now() + RECORD_FOR_MS;
    for (;;) {
      try {
        return await this.#deps.ledger.record(outcome);
      } catch (error) {
        if (!isOutage(error) || performance.now() > deadline) throw error;
        await sleep(RECORD_AGAIN_MS);
      }
    }
  }

  async #renew(): Promise<void> {
    const renewing = [...this.#running];
    if (renewing.length === 0) return;
    const heldUntil = performance.now() + LEASE_MS;
    const kept = await this.#deps.ledger.renew(renewing.map(({ claim }) => claim)).catch(() => undefined);
    if (kept === undefined) return; // The database is away: the leases go on for a while.
    const mine = new Set(kept);
    for (const running of renewing) {
      if (mine.has(running.claim)) running.heldUntil = heldUntil;
      else running.lost.abort(new Error('Another worker has taken this step'));
    }
  }
}
