import type pg from 'pg';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { StepName } from '#server/db/tables.ts';
import { LEASE_MS } from './definitions.ts';
import type { NewStepJob } from './queue.ts';

/** A step that this worker has taken: its own until the lease ends, or somebody takes it after that. */
export interface Claim {
  readonly submissionId: string;
  readonly step: StepName;
  /** Tells this claim from an earlier or later one. */
  readonly number: number;
  /** Tries so far, this one included. */
  readonly attempts: number;
  /** Milliseconds since the step was tried first. */
  readonly ageMs: number;
  /** Whether a person asked for just this step again. */
  readonly isReleased: boolean;
}

/** What became of a try. */
export interface Outcome {
  readonly claim: Claim;
  readonly state: 'succeeded' | 'failed' | 'waiting';
  /** For staff. */
  readonly message: string;
  /** Milliseconds until the next try, for `waiting`. */
  readonly pauseMs?: number;
  /** Whether the service was not even asked, since it wants to hear nothing yet: then this was no try. */
  readonly isHeld?: boolean;
}

interface LedgerDeps {
  readonly database: DatabaseConnection;
  readonly enqueue: (client: pg.ClientBase, jobs: readonly NewStepJob[]) => Promise<void>;
}

/** Longest message that is kept: a page of HTML in place of an answer says no more in its second kilobyte. */
const MESSAGE_MAX = 1_000;
/** Clocks of the queue and of the row are one, the database's; this much is rounding. */
const EARLY_MS = 1_000;

// A step that has succeeded or failed is never taken; one that runs only after its worker's lease.
const CLAIM = `
  with due as (
    select submission_id, step from submission_steps
    where submission_id = any($1::uuid[]) and step = $2
      and ((state = 'waiting' and next_try_at <= now() + make_interval(secs => $4)) or (state = 'running' and next_try_at <= now()))
    order by submission_id
    for update skip locked
  )
  update submission_steps as s
  set state = 'running', attempts = s.attempts + 1, claims = s.claims + 1, first_tried_at = coalesce(s.first_tried_at, now()),
    next_try_at = now() + make_interval(secs => $3), updated_at = now()
  from due where s.submission_id = due.submission_id and s.step = due.step
  returning s.submission_id as "submissionId", s.step, s.claims as number, s.attempts, s.is_released as "isReleased",
    (extract(epoch from now() - s.first_tried_at) * 1000)::float8 as "ageMs"`;

// A job whose step cannot be taken yet has come too early, as after a worker that stalled: it comes again.
const LIST_EARLY = `
  select submission_id as "submissionId", step,
    greatest(0, extract(epoch from next_try_at - now()) * 1000)::float8 as "inMs"
  from submission_steps where submission_id = any($1::uuid[]) and step = $2 and state in ('waiting', 'running')`;

const RENEW = `
  update submission_steps as s set next_try_at = now() + make_interval(secs => $4), updated_at = now()
  from unnest($1::uuid[], $2::text[], $3::int[]) as mine (submission_id, step, number)
  where s.submission_id = mine.submission_id and s.step = mine.step and s.claims = mine.number and s.state = 'running'
  returning s.submission_id as "submissionId", s.step`;

// Whoever lost its lease to another worker writes nothing: what that one finds out counts.
const RECORD = `
  with taken as (
    select s.submission_id, s.step, o.state, o.message, o.pause_s, o.is_held
    from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[], $6::float8[], $7::boolean[])
      as o (submission_id, step, number, state, message, pause_s, is_held)
    join submission_steps s on s.submission_id = o.submission_id and s.step = o.step
    where s.claims = o.number and s.state = 'running'
    order by s.submission_id, s.step
    for update of s
  )
  update submission_steps as s
  set state = taken.state, message = taken.message, updated_at = now(),
    attempts = s.attempts - case when taken.is_held then 1 else 0 end,
    next_try_at = case when taken.state = 'waiting' then now() + make_interval(secs => taken.pause_s) end,
    is_released = s.is_released and taken.state = 'waiting'
  from taken where s.submission_id = taken.submission_id and s.step = taken.step
  returning s.submission_id as "submissionId", s.step`;

const keyOf = ({ submissionId, step }: { submissionId: string; step: string }): string => `${submissionId} ${step}`;

/** What stands in the rows of `submission_steps`: who has a step, and what became of each try. */
export class StepLedger {
  readonly #deps: LedgerDeps;
  readonly #outcomes: GroupCommit<Outcome, boolean>;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
    this.#outcomes = new GroupCommit({ write: async (outcomes) => this.#write(outcomes) });
  }

  /** Takes those of the steps that are due and nobody's. Steps that are not yet due get a job for later. */
  async claim(step: StepName, submissionIds: readonly string[]): Promise<Claim[]> {
    return inTransaction(this.#deps.database.pool, async (client) => {
      const values = [submissionIds, step, LEASE_MS / 1_000, EARLY_MS / 1_000];
      const { rows: claims } = await client.query<Claim>({ name: 'claim-steps', text: CLAIM, values });
      const taken = new Set(claims.map(({ submissionId }) => submissionId));
      const left = submissionIds.filter((id) => !taken.has(id));
      if (left.length > 0) await this.#postpone(client, step, left);
      return claims;
    });
  }

  async #postpone(client: pg.ClientBase, step: StepName, submissionIds: readonly string[]): Promise<void> {
    const { rows } = await client.query<{ submissionId: string; step: StepName; inMs: number }>(LIST_EARLY, [submissionIds, step]);
    const jobs = rows.map((row) => ({ ...row, inMs: row.inMs + EARLY_MS }));
    if (jobs.length > 0) await this.#deps.enqueue(client, jobs);
  }

  /** Keeps these steps for another while. Gives those that still are this worker's. */
  async renew(claims: readonly Claim[]): Promise<Claim[]> {
    const { rows } = await this.#deps.database.pool.query<{ submissionId: string; step: StepName }>({
      name: 'renew-steps',
      text: RENEW,
      values: [
        claims.map((claim) => claim.submissionId),
        claims.map((claim) => claim.step),
        claims.map((claim) => claim.number),
        LEASE_MS / 1_000,
      ],
    });
    const kept = new Set(rows.map(keyOf));
    return claims.filter((claim) => kept.has(keyOf(claim)));
  }

  /**
   * Writes what became of a try, together with what else ended at the same time, and the job of its next try.
   * @returns false when the step had been taken over by another worker: then nothing is written
   */
  async record(outcome: Outcome): Promise<boolean> {
    return this.#outcomes.add(outcome);
  }

  async #write(outcomes: readonly Outcome[]): Promise<boolean[]> {
    return inTransaction(this.#deps.database.pool, async (client) => {
      const { rows } = await client.query<{ submissionId: string; step: StepName }>({
        name: 'record-steps',
        text: RECORD,
        values: [
          outcomes.map(({ claim }) => claim.submissionId),
          outcomes.map(({ claim }) => claim.step),
          outcomes.map(({ claim }) => claim.number),
          outcomes.map(({ state }) => state),
          outcomes.map(({ message }) => message.slice(0, MESSAGE_MAX).toWellFormed().replaceAll('\u0000', '')),
          outcomes.map(({ pauseMs }) => (pauseMs ?? 0) / 1_000),
          outcomes.map(({ isHeld = false }) => isHeld),
        ],
      });
      const written = new Set(rows.map(keyOf));
      const again = outcomes.filter(({ claim, state }) => state === 'waiting' && written.has(keyOf(claim)));
      const jobs = again.map(({ claim: { submissionId, step }, pauseMs }) => ({ submissionId, step, inMs: pauseMs }));
      if (jobs.length > 0) await this.#deps.enqueue(client, jobs);
      return outcomes.map(({ claim }) => written.has(keyOf(claim)));
    });
  }
}
