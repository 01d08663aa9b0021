import { sql } from 'kysely';
import { COUNTED_MAX } from '#contract/server-state.ts';
import { STEP_NAMES, type StepName } from '#contract/steps/steps.ts';
import { type Db, oneRowOf } from '#server/db/connection.ts';

export interface Queue {
  readonly length: number;
  readonly oldest_s: number | null;
}

export interface QueueFigures {
  readonly sign_ups: Queue;
  readonly changes: Queue;
  readonly unfinished: readonly {
    readonly step: StepName;
    readonly waiting: number;
    readonly running: number;
    readonly due: number;
    readonly overdue_s: number;
  }[];
  readonly troubled: readonly { readonly step: StepName; readonly state: 'failed' | 'waiting'; readonly steps: number }[];
  readonly deadlocks: number;
  /** How the nightly backups went; null if no worker makes any. */
  readonly backups: { readonly succeeded_s: number | null; readonly bytes: number | null; readonly is_failing: boolean } | null;
}

/** The sign-ups in the outbox, in the order of its two indexes, in SQL. */
export const OUTBOX = `(
  select * from submissions where awaiting_fan_out and settles_by is null
  union all select * from submissions where awaiting_fan_out and settles_by is not null)`;

const queueOf = (waiting: string, at: string): string => `json_build_object(
  'length', (select count(*) from (select from ${waiting} as waiting order by id limit ${COUNTED_MAX}) as counted),
  'oldest_s', (select extract(epoch from now() - ${at}) from ${waiting} as waiting order by id limit 1))`;

/** Nightly backups count as switched off 31 days after the last attempt. */
export const ARE_BACKUPS_ON = "coalesce(greatest(succeeded_at, failed_at), now()) > now() - interval '31 days'";

/** Each part reads one partial index in its order, as the workers and the pages of staff do, and counts up to `COUNTED_MAX`. */
export const READ_QUEUES = `
  select ${queueOf(OUTBOX, 'submitted_at')} as sign_ups,
    ${queueOf('(select * from registration_changes where awaiting_fan_out)', 'at')} as changes,
    (select coalesce(json_agg(found), '[]') from (
      select step, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'running') as running,
        count(*) filter (where next_try_at <= now()) as due, coalesce(greatest(0, extract(epoch from now() - min(next_try_at))), 0) as overdue_s
      from (values ${STEP_NAMES.map((name) => `('${name}')`).join(', ')}) as asked (step) cross join lateral (
        select state, next_try_at from submission_steps as unfinished where unfinished.step = asked.step and state in ('waiting', 'running')
        order by next_try_at limit ${COUNTED_MAX}) as counted
      group by step) as found) as unfinished,
    (select coalesce(json_agg(found), '[]') from (
      select step, state, count(*) as steps from (
        select step, state from submission_steps
        where has_failed and dismissed_at is null
        order by cause, state, updated_at desc limit ${COUNTED_MAX}) as counted
      group by step, state) as found) as troubled,
    (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks,
    (select json_build_object('succeeded_s', extract(epoch from succeeded_at), 'bytes', bytes, 'is_failing', failure is not null)
      from nightly_backups where id and ${ARE_BACKUPS_ON}) as backups`;

/** What waits for workers, and what is in trouble. */
export const readQueues = (db: Db): Promise<QueueFigures> => oneRowOf<QueueFigures>(db)`${sql.raw(READ_QUEUES)}`;
