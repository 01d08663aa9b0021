import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Batcher } from '#server/db/batcher.ts';
import { within } from '#server/db/outage.ts';
import { isPooler } from '#server/db/pooler.ts';

/** What a read that begins now has to see: all that is committed. */
interface Position {
  readonly lsn: string;
  /** All transactions below it that have ended are seen by a replica that has replayed up to `lsn`. */
  readonly xmax: string;
}

interface ReplicaDeps {
  readonly primary: pg.Pool;
  readonly replica: pg.Pool;
  readonly log: { warn(details: object, message: string): void; info(message: string): void };
}

/** How long a read waits for the replica. */
const WAIT_MS = 100;
const POLL_MS = 5;
const ANSWER_MS = 1_000;
const SILENT = `It does not answer within ${ANSWER_MS} ms`;
/** Reads do not wait for a replica that was this far behind at the last check. */
const MAX_LAG_MS = 1_000;
/** Positions are kept this part of the lag apart, so that a replica that was away for days is asked for some hundred of them. */
const PART_OF_LAG = 0.1;

const IDENTITY = `
  select (pg_control_system()).system_identifier::text as system, current_database() as name, pg_is_in_recovery() as is_replica`;

interface Identity {
  readonly system: string;
  readonly name: string;
  readonly is_replica: boolean;
}

/** The flushed position may lie within a record, which is only replayed once it is complete; the transactions decide then. */
const POSITION = `select pg_current_wal_flush_lsn()::text as lsn, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`;
const HAS_REACHED = `
  select pg_is_in_recovery() as is_replica,
    pg_last_wal_replay_lsn() >= $1::pg_lsn or pg_snapshot_xmin(pg_current_snapshot()) >= $2::xid8 as has_reached`;

async function identityOf(pool: pg.Pool): Promise<Identity> {
  const [identity] = (await pool.query<Identity>(IDENTITY)).rows;
  if (identity === undefined) throw new Error('The database did not identify itself');
  return identity;
}

/** Why DATABASE_READ_URL is no replica of the database, for the operator; undefined when it is. @throws Error when one cannot be asked */
async function whyNoReplica(primary: pg.Pool, replica: pg.Pool): Promise<string | undefined> {
  const [ours, its] = await Promise.all([identityOf(primary), identityOf(replica)]);
  if (!its.is_replica)
    return 'DATABASE_READ_URL leads to a database that is not a replica, since it accepts writes: give the address of a streaming replica, or remove the setting';
  if (ours.system !== its.system || ours.name !== its.name)
    return 'DATABASE_READ_URL leads to a replica of a different database from DATABASE_URL: give the address of its replica, or remove the setting';
  return undefined;
}

const POOLED = 'DATABASE_READ_URL leads to a connection pooler such as PgBouncer: give the address of the replica itself';

/** As `whyNoReplica`, and whether there is a pooler before it; `replica` has a time limit for statements. @throws Error when one cannot be asked */
export const whyNotForReads = async (primary: pg.Pool, replica: pg.Pool): Promise<string | undefined> =>
  (await isPooler(replica)) ? POOLED : whyNoReplica(primary, replica);

/** Knows whether the replica has everything committed so far, so that no read from it is older than its call. */
export class Replica {
  /** By `performance.now()`, positions that the replica had not reached at the last check, the oldest first. */
  #behind: { readonly position: Position; readonly at: number }[] = [];
  #isChecked = false;
  #problem: string | undefined = 'it has not been reached yet';
  readonly #deps: ReplicaDeps;
  /** One check shared by simultaneous callers. */
  readonly #questions: Batcher<undefined, boolean>;

  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    this.#questions = new Batcher({
      run: async (askers) => {
        const hasCaughtUp = await this.#catchesUp();
        return askers.map(() => hasCaughtUp);
      },
    });
  }

  /** For how long the replica has not had the newest data, to the second. */
  get lagSeconds(): number {
    const [oldest] = this.#behind;
    return oldest === undefined ? 0 : (performance.now() - oldest.at) / 1_000;
  }

  /** Whether the replica has all that is committed by now; waits for it for a moment, never throws. */
  async hasCaughtUp(): Promise<boolean> {
    if (this.#problem !== undefined) return false;
    return this.#questions.add(undefined).catch(() => false);
  }

  /** To be called every second: looks how far behind the replica is, and whether it answers; changes are logged. */
  async check(): Promise<void> {
    const position = await this.#position();
    if (position === undefined) return;
    this.#keep(position);
    const problem = await this.#findProblem().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (problem === undefined && this.#problem !== undefined) this.#deps.log.info('The read replica is in use');
    if (problem !== undefined && (this.#problem === undefined || !this.#isChecked))
      this.#deps.log.warn({ reason: problem }, 'The read replica is not in use: reads go to the primary');
    this.#isChecked = true;
    this.#problem = problem;
  }

  #keep(position: Position): void {
    const [oldest] = this.#behind;
    const [previous, last] = this.#behind.slice(-2);
    const at = performance.now();
    const isNear =
      oldest !== undefined && previous !== undefined && last !== undefined && last.at - previous.at < (at - oldest.at) * PART_OF_LAG;
    this.#behind.splice(isNear ? -1 : this.#behind.length, 1, { position, at });
  }

  async #findProblem(): Promise<string | undefined> {
    const { primary, replica } = this.#deps;
    const wrong = this.#problem === undefined ? undefined : await within(ANSWER_MS, SILENT, whyNoReplica(primary, replica));
    if (wrong !== undefined) return wrong;
    while (this.#behind[0] !== undefined && (await this.#hasReached(this.#behind[0].position))) this.#behind.shift();
    return this.lagSeconds * 1_000 > MAX_LAG_MS ? 'it is far behind' : undefined;
  }

  async #position(): Promise<Position | undefined> {
    return (await this.#deps.primary.query<Position>(POSITION)).rows[0];
  }

  async #hasReached({ lsn, xmax }: Position): Promise<boolean> {
    const asked = this.#deps.replica.query<{ is_replica: boolean; has_reached: boolean }>(HAS_REACHED, [lsn, xmax]);
    const { rows } = await within(ANSWER_MS, SILENT, asked);
    if (rows[0]?.is_replica !== true) throw new Error('it was promoted to primary');
    return rows[0].has_reached;
  }

  async #catchesUp(): Promise<boolean> {
    const position = await this.#position();
    if (position === undefined) return false;
    const deadline = performance.now() + WAIT_MS;
    while (!(await this.#hasReached(position))) {
      if (performance.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  }
}
