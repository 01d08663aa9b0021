import type pg from 'pg';
import { Batcher } from '#server/db/batcher.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { StepName } from '#server/db/tables.ts';
import { LEASE_MS } from './definitions.ts';
import type { NewStepJob } from './queue.ts';

/** A step that this worker has claimed; another worker may claim it when the lease has ended. */
export interface Claim {
  readonly submissionId: string;
  readonly step: StepName;
  /** Counts the claims of the step, so that a stale one can be recognised. */
  readonly number: number;
  /** Attempts so far, including this one. */
  readonly attempts: number;
  /** Milliseconds since the first attempt. */
  readonly ageMs: number;
  /** Whether staff retried this very step. */
  readonly isReleased: boolean;
}

/** The result of an attempt. */
export interface Outcome {
  readonly claim: Claim;
  readonly state: 'succeeded' | 'failed' | 'waiting';
  /** For staff. */
  readonly message: string;
  /** Milliseconds until the next attempt, for `waiting`. */
  readonly pauseMs?: number;
  /** True when the service was not called: then this does not count as an attempt. */
  readonly isDeferred?: boolean;
}

interface StepStoreDeps {
  readonly database: DatabaseConnection;
  readonly enqueue: (client: pg.ClientBase, jobs: readonly NewStepJob[]) => Promise<void>;
}

/** An error page in HTML says no more after its first kilobyte. */
const MESSAGE_MAX = 1_000;
/** The queue rounds its times to seconds. */
const EARLY_MS = 1_000;

// A running step can be claimed only after its lease, one that succeeded or failed never.
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

// Steps that are not yet due, as when a worker stalled and its job was delivered again.
const LIST_EARLY = `
  select submission_id as "submissionId", step,
    greatest(0, extract(epoch from next_try_at - now()) * 1000)::float8 as "inMs"
  from submission_steps where submission_id = any($1::uuid[]) and step = $2 and state in ('waiting', 'running')`;

// Steps are always locked in the order of submission and step, which prevents deadlocks.
const RENEW = `
  with ours as (
    select s.submission_id, s.step
    from unnest($1::uuid[], $2::text[], $3::int[]) as held (submission_id, step, number)
    join submission_steps s on s.submission_id = held.submission_id and s.step = held.step
    where s.claims = held.number and s.state = 'running'
    order by s.submission_id, s.step
    for update of s
  )
  update submission_steps as s set next_try_at = now() + make_interval(secs => $4), updated_at = now()
  from ours where s.submission_id = ours.submission_id and s.step = ours.step
  returning s.submission_id as "submissionId", s.step`;

// A worker that lost its lease writes nothing; the outcome of the other worker counts.
const RECORD = `
  with taken as (
    select s.submission_id, s.step, o.state, o.message, o.pause_s, o.is_deferred
    from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[], $6::float8[], $7::boolean[])
      as o (submission_id, step, number, state, message, pause_s, is_deferred)
    join submission_steps s on s.submission_id = o.submission_id and s.step = o.step
    where s.claims = o.number and s.state = 'running'
    order by s.submission_id, s.step
    for update of s
  )
  update submission_steps as s
  set state = taken.state, message = taken.message, updated_at = now(),
    attempts = s.attempts - case when taken.is_deferred then 1 else 0 end,
    next_try_at = case when taken.state = 'waiting' then now() + make_interval(secs => taken.pause_s) end,
    is_released = s.is_released and taken.state = 'waiting'
  from taken where s.submission_id = taken.submission_id and s.step = taken.step
  returning s.submission_id as "submissionId", s.step`;

const keyOf = ({ submissionId, step }: { submissionId: string; step: string }): string => `${submissionId} ${step}`;

/** Claims steps in `submission_steps` and records their outcomes. */
export class StepStore {
  readonly #deps: StepStoreDeps;
  readonly #outcomes: Batcher<Outcome, boolean>;

  constructor(deps: StepStoreDeps) {
    this.#deps = deps;
    this.#outcomes = new Batcher({ run: async (outcomes) => this.#write(outcomes) });
  }

  /** Claims those of the steps that are due and not running; the others get a job for when they are due. */
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

  /** Renews the leases of these steps; gives those that this worker still holds. */
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
    const renewed = new Set(rows.map(keyOf));
    return claims.filter((claim) => renewed.has(keyOf(claim)));
  }

  /**
   * Records an outcome, in one transaction with others that arrive at the same time and with the job of the next attempt.
   * @returns false when another worker has taken the step; then nothing is written
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
          outcomes.map(({ isDeferred = false }) => isDeferred),
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
