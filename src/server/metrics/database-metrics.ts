import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { STEP_NAMES, type StepName } from '#contract/side-effects/steps.ts';
import type { Metric, Sample } from './metric.ts';

/** What many collectors or processes ask for is read at most this often. */
const FRESH_MS = 5_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** Counts end here, so that a backlog does not make reading it slow. */
const COUNTED_MAX = 10_000;

interface Queue {
  readonly length: number;
  readonly oldest_s: number | null;
}

interface DatabaseFigures {
  readonly sign_ups: Queue;
  readonly changes: Queue;
  readonly due: readonly { readonly step: StepName; readonly waiting: number; readonly running: number; readonly overdue_s: number }[];
  readonly troubled: readonly { readonly step: StepName; readonly state: 'failed' | 'waiting'; readonly steps: number }[];
  readonly deadlocks: number;
}

const queueOf = (table: string, at: string): string => `json_build_object(
  'length', (select count(*) from (select from ${table} where awaiting_fan_out order by id limit ${COUNTED_MAX}) as counted),
  'oldest_s', (select extract(epoch from now() - ${at}) from ${table} where awaiting_fan_out order by id limit 1))`;

// Each part reads one partial index in its order, as the workers and the pages of staff do.
const READ = `
  select ${queueOf('submissions', 'submitted_at')} as sign_ups, ${queueOf('registration_changes', 'at')} as changes,
    (select coalesce(json_agg(found), '[]') from (
      select step, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'running') as running,
        greatest(0, extract(epoch from now() - min(next_try_at) filter (where state = 'waiting'))) as overdue_s
      from unnest($1::text[]) as asked (step) cross join lateral (
        select state, next_try_at from submission_steps as unfinished where unfinished.step = asked.step and state in ('waiting', 'running')
        order by next_try_at limit ${COUNTED_MAX}) as counted
      group by step) as found) as due,
    (select coalesce(json_agg(found), '[]') from (
      select step, state, count(*) as steps from (
        select step, state from submission_steps
        where (state = 'failed' or (state = 'waiting' and attempts > 0)) and dismissed_at is null
        order by cause, state, updated_at desc limit ${COUNTED_MAX}) as counted
      group by step, state) as found) as troubled,
    (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`;

/** Reads the figures; those who ask within five seconds share one statement. Undefined when the database does not answer. */
function figuresReader(pool: pg.Pool): () => Promise<DatabaseFigures | undefined> {
  let latest: Promise<DatabaseFigures | undefined> | undefined;
  let isRunning = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<DatabaseFigures | undefined> => {
    isRunning = true;
    askedAt = performance.now();
    try {
      const { rows } = await pool.query<DatabaseFigures>(READ, [STEP_NAMES]);
      return rows[0];
    } catch {
      return undefined; // `turnout_database_up` says so, and the log has the cause.
    } finally {
      isRunning = false;
    }
  };
  return async () => {
    if (latest === undefined || (!isRunning && performance.now() - askedAt > FRESH_MS)) latest = ask();
    return Promise.race([latest, sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

const stepStates = ({ due, troubled }: DatabaseFigures): Sample[] =>
  STEP_NAMES.flatMap((step) => {
    const { waiting = 0, running = 0 } = due.find((found) => found.step === step) ?? {};
    const inTrouble = (state: 'failed' | 'waiting') => troubled.find((found) => found.step === step && found.state === state)?.steps ?? 0;
    return [
      { labels: { step, state: 'waiting' }, value: waiting },
      { labels: { step, state: 'running' }, value: running },
      { labels: { step, state: 'retrying' }, value: inTrouble('waiting') },
      { labels: { step, state: 'failed' }, value: inTrouble('failed') },
    ];
  });

/** What the database knows, for whichever process is asked: the same for all processes of one database. */
export function databaseMetrics(pool: pg.Pool): Metric[] {
  const read = figuresReader(pool);
  const known = (samplesOf: (figures: DatabaseFigures) => Sample[]) => async (): Promise<Sample[]> => {
    const figures = await read();
    return figures === undefined ? [] : samplesOf(figures);
  };
  const ofQueues = (valueOf: (queue: Queue) => number) =>
    known(({ sign_ups: signUps, changes }) => [
      { labels: { queue: 'sign_ups' }, value: valueOf(signUps) },
      { labels: { queue: 'changes' }, value: valueOf(changes) },
    ]);
  const upTo = `counted up to ${COUNTED_MAX.toLocaleString('en-GB')}`;
  return [
    {
      name: 'turnout_database_up',
      help: 'Whether the database answered within two seconds',
      kind: 'gauge',
      read: async () => [{ value: (await read()) === undefined ? 0 : 1 }],
    },
    {
      name: 'turnout_outbox_length',
      help: `Sign-ups and registration changes whose steps are not written yet, ${upTo}`,
      kind: 'gauge',
      labels: ['queue'],
      read: ofQueues(({ length }) => length),
    },
    {
      name: 'turnout_outbox_oldest_seconds',
      help: 'Age of the oldest of them',
      kind: 'gauge',
      labels: ['queue'],
      read: ofQueues(({ oldest_s: oldest }) => Math.max(0, oldest ?? 0)),
    },
    {
      name: 'turnout_steps',
      help: `Steps that have not succeeded and were not dismissed, ${upTo}; retrying ones are waiting too`,
      kind: 'gauge',
      labels: ['step', 'state'],
      read: known(stepStates),
    },
    {
      name: 'turnout_steps_overdue_seconds',
      help: 'How long the oldest waiting step has been due',
      kind: 'gauge',
      labels: ['step'],
      read: known(({ due }) =>
        STEP_NAMES.map((step) => ({ labels: { step }, value: due.find((found) => found.step === step)?.overdue_s ?? 0 })),
      ),
    },
    {
      name: 'turnout_database_deadlocks_total',
      help: 'Deadlocks in this database since its statistics were reset',
      kind: 'counter',
      read: known(({ deadlocks }) => [{ value: deadlocks }]),
    },
  ];
}
