import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { asStorable } from '#contract/rules/text.ts';
import { ADDRESS_LIMIT } from '#contract/steps/causes.ts';
import { type StepName, STEPS } from '#contract/steps/steps.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

/** Without a renewal, another worker may claim a step after this time. */
export const STEP_LEASE_MS = 20_000;

/** A step that this worker has claimed; another worker may claim it when the lease has ended. */
export interface Claim {
  readonly id: string;
  readonly step: StepName;
  /** Null for a mail to someone whose submission was deleted. */
  readonly submissionId: string | null;
  /** The id of the registration change that it is about; null for a step of the submission itself. */
  readonly changeId: string | null;
  /** The id of the row of `mailing_people` that it is about. */
  readonly personId: string | null;
  /** Counts the step's claims, so that a stale one can be recognised. */
  readonly number: number;
  readonly attempts: number;
  readonly sinceFirstAttemptMs: number;
  /** Consecutive claims before this one whose worker recorded no outcome; for a step that is only done once, those that had begun. */
  readonly lostClaims: number;
  readonly wasRetriedByStaff: boolean;
  /** Whether its last attempt was held back because its mailbox was full. */
  readonly wasHeldBack: boolean;
}

/** The text of a sent mail before it was filled in, with digests of the values. */
export interface SentText {
  readonly kind: string;
  readonly subject: string;
  readonly template: string;
  readonly digests: Buffer;
}

export interface Outcome {
  readonly claim: Claim;
  readonly state: 'succeeded' | 'failed' | 'waiting';
  readonly message: string;
  readonly sent?: SentText;
  /** True for a success that did nothing, see `Skipped`. */
  readonly isSkipped?: boolean;
  /** The reason of a failure, as in `ServiceError`. */
  readonly reason?: string | undefined;
  /** Milliseconds until the next attempt, for `waiting`. */
  readonly pauseMs?: number;
  /** True when the service was not called: then this does not count as an attempt. */
  readonly isDeferred?: boolean;
}

/** An HTML error page says nothing new after its first kilobyte. */
const MESSAGE_MAX = 1_000;
const CAUSE_MAX = 300;

// A running step can be claimed only after its lease, one that succeeded or failed never, and none while sending is paused.
const CLAIM = `
  update submission_steps
  set state = 'running', attempts = attempts + 1, claims = claims + 1, lost_claims = case when state <> 'running' then 0 when $4 then lost_claims else lost_claims + 1 end,
    first_tried_at = coalesce(first_tried_at, now()), next_try_at = now() + make_interval(secs => $3), updated_at = now()
  where ctid = any(array(
    select ctid from submission_steps where step = $1 and state in ('waiting', 'running') and next_try_at <= now()
      and not exists (select from sending_pause)
    order by next_try_at limit $2 for update skip locked))
  returning id, step, submission_id as "submissionId", change_id as "changeId", mailing_person_id as "personId", claims as number, attempts, lost_claims as "lostClaims", is_released as "wasRetriedByStaff",
    cause = '${ADDRESS_LIMIT}' as "wasHeldBack",
    (extract(epoch from now() - first_tried_at) * 1000)::float8 as "sinceFirstAttemptMs"`;

// Work that waits for the locks of several steps takes them in the order of their ids, which prevents deadlocks. The state is
// compared in the outer update: compared in the join, it would make the planner read the index of all due steps.
const changeHeld = (values: string) => `
  with ours as (
    select s.id, s.state from unnest($1::uuid[], $2::int[]) as held (id, number) join submission_steps s on s.id = held.id
    where s.claims = held.number order by s.id for update of s
  )
  update submission_steps as s set ${values} from ours where s.id = ours.id and ours.state = 'running'
  returning s.id`;

const RENEW = changeHeld('next_try_at = now() + make_interval(secs => $3), updated_at = now()');
const BEGIN = changeHeld('lost_claims = s.lost_claims + 1');

// A worker that lost its lease writes nothing; the outcome of the other worker counts. A text is written once a day, so that workers do not wait for each other.
const RECORD = `
  with taken as (
    select s.id, s.state as was, o.state, o.message, o.pause_s, o.is_deferred, o.cause, o.is_skipped, o.text_id, o.digests
    from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::float8[], $6::boolean[], $7::text[], $8::boolean[], $9::uuid[], $10::bytea[])
      as o (id, number, state, message, pause_s, is_deferred, cause, is_skipped, text_id, digests)
    join submission_steps s on s.id = o.id
    where s.claims = o.number order by s.id for update of s
  ), kept as (
    insert into mail_texts (id, kind, subject, template)
    select text.* from unnest($11::uuid[], $12::text[], $13::text[], $14::text[]) as text (id, kind, subject, template)
    where not exists (select from mail_texts as known where known.id = text.id and used_on = current_date)
    order by id on conflict (id) do update set used_on = current_date
  )
  update submission_steps as s
  set state = taken.state, text_id = taken.text_id, value_digests = taken.digests, message = taken.message, is_skipped = taken.is_skipped, cause = taken.cause, dismissed_at = null, dismissed_by = null, dismissed_by_email = null, updated_at = now(),
    attempts = s.attempts - case when taken.is_deferred then 1 else 0 end,
    next_try_at = case when taken.state = 'waiting' then now() + make_interval(secs => taken.pause_s) end,
    is_released = s.is_released and taken.state = 'waiting'
  from taken where s.id = taken.id and taken.was = 'running'
  returning s.id`;

const textId = ({ kind, subject, template }: SentText): string =>
  hash('sha256', JSON.stringify([kind, subject, template]), 'hex').slice(0, 32);

/** The parameters that name the claims in the statements above. */
const keysOf = (claims: readonly Claim[]): unknown[] => [claims.map(({ id }) => id), claims.map(({ number }) => number)];

export class StepStore {
  readonly #pool: pg.Pool;
  readonly #outcomes: Batcher<Outcome, boolean>;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#outcomes = new Batcher({ run: async (outcomes) => this.#write(outcomes) });
  }

  /** Claims steps of this name that are due, the oldest first; none while sending is paused. */
  async claim(step: StepName, limit: number): Promise<Claim[]> {
    const values = [step, limit, STEP_LEASE_MS / 1_000, STEPS[step].isOnce ?? false];
    return (await this.#pool.query<Claim>({ name: 'claim-steps', text: CLAIM, values })).rows;
  }

  /** Call it before attempting steps that may only be done once: from now on they count as lost without an outcome. */
  async begin(claims: readonly Claim[]): Promise<void> {
    await this.#pool.query({ name: 'begin-steps', text: BEGIN, values: keysOf(claims) });
  }

  /** Renews the leases of these steps. Returns those that this worker still holds. */
  async renew(claims: readonly Claim[]): Promise<Claim[]> {
    const values = [...keysOf(claims), STEP_LEASE_MS / 1_000];
    const { rows } = await this.#pool.query<Pick<Claim, 'id'>>({ name: 'renew-steps', text: RENEW, values });
    const renewed = new Set(rows.map(({ id }) => id));
    return claims.filter(({ id }) => renewed.has(id));
  }

  /** Records an outcome together with others that arrive at the same time; false, and nothing is written, when another worker has the step. */
  async record(outcome: Outcome): Promise<boolean> {
    return this.#outcomes.add(outcome);
  }

  async #write(outcomes: readonly Outcome[]): Promise<boolean[]> {
    const texts = new Map(outcomes.flatMap(({ sent }) => (sent === undefined ? [] : [[textId(sent), sent]])));
    const { rows } = await this.#pool.query<Pick<Claim, 'id'>>({
      name: 'record-steps',
      text: RECORD,
      values: [
        ...keysOf(outcomes.map(({ claim }) => claim)),
        outcomes.map(({ state }) => state),
        outcomes.map(({ message }) => asStorable(message.slice(0, MESSAGE_MAX))),
        outcomes.map(({ pauseMs }) => (pauseMs ?? 0) / 1_000),
        outcomes.map(({ isDeferred = false }) => isDeferred),
        outcomes.map(({ reason = '' }) => asStorable(reason.slice(0, CAUSE_MAX))),
        outcomes.map(({ isSkipped = false }) => isSkipped),
        outcomes.map(({ sent }) => (sent === undefined ? null : textId(sent))),
        outcomes.map(({ sent }) => sent?.digests),
        [...texts.keys()],
        ...(['kind', 'subject', 'template'] as const).map((part) => [...texts.values()].map((text) => text[part])),
      ],
    });
    const written = new Set(rows.map(({ id }) => id));
    return outcomes.map(({ claim }) => written.has(claim.id));
  }
}

/** Deletes texts of mails that no step names; for the hourly cleanup. Texts used since yesterday may belong to a step that is being recorded. */
export const purgeTexts = (db: Db): Promise<number> =>
  deleteInBatches(db, {
    table: 'mail_texts',
    where: sql<boolean>`used_on < current_date - 1 and not exists (select from submission_steps where text_id = mail_texts.id)`,
    by: 'id',
  });
