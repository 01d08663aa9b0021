import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { STEP_NAMES, type StepName } from '#contract/steps/steps.ts';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { deleteEvent } from '#server/events/commands.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, stepsOf } from '#server/testing/worker.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { LOST_CLAIMS_MAX, LOST_MESSAGE, StepRunner } from './run-steps.ts';
import type { StepTask } from './run-steps.ts';
import { type Claim, StepStore } from './step-store.ts';

const opened = await openTestDatabase();
const database = { ...opened, close: opened.destroy };
const { db } = database;

const SIGN_UPS = 250;
const RENEWAL_MS = 50;
const ANSWER_MS = 80;

async function buildSignUpsWithSteps(seriesId: string, eventId: string): Promise<void> {
  const signUp = async () => buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
  const ids = await Promise.all(Array.from({ length: SIGN_UPS }, signUp));
  await sql`
    insert into submission_steps (submission_id, step, state, next_try_at)
    select id, step, 'waiting', now() - random() * interval '1 minute' from unnest(${ids}::uuid[]) as id cross join unnest(${[...STEP_NAMES]}::text[]) as step
    order by random()`.execute(db);
}

async function countDeadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db).catch(() => undefined);
  await sleep(1_500);
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]!.deadlocks;
}

interface RunnerOptions {
  readonly calls: string[];
  readonly lines: string[];
  readonly connection?: DatabaseConnection;
  /** Runs instead of the call. */
  readonly onCall?: () => Promise<void>;
  /** Runs before the subjects of claimed steps are read. */
  readonly onRead?: () => void;
}

function startRunner({
  calls,
  lines,
  connection = database,
  onCall = async () => sleep(Math.random() * ANSWER_MS),
  onRead = () => undefined,
}: RunnerOptions): StepRunner {
  const log = (_details: unknown, line: string) => void lines.push(line);
  const taskOf = ({ submissionId, step }: Claim): StepTask => ({
    about: 'sign-up',
    changed: [{ topic: 'attention' }],
    run: async () => {
      calls.push(`${submissionId} ${step}`);
      await onCall();
      return 'Done';
    },
  });
  return new StepRunner({
    store: new StepStore(connection.pool),
    tasksOf: async (_step, claims) => {
      onRead();
      return new Map(claims.map((claim) => [claim, taskOf(claim)]));
    },
    log: { error: log, warn: log },
    onOutcome: () => undefined,
    notify: notifyNobody,
    renewalMs: RENEWAL_MS,
  });
}

/** Runs all steps, those of each name batch by batch. */
async function runAll(runner: StepRunner): Promise<void> {
  const runEach = async (step: StepName) => {
    while (await runner.run(step));
  };
  await Promise.all(STEP_NAMES.map(runEach));
}

test('REL-2: frequent renewals, simultaneous answers and the deletion of an event cause no deadlock and no repeated step', async () => {
  const seriesId = await buildSeries(db);
  const [remaining, deleted] = [await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
  for (const event of [remaining, deleted]) await buildSignUpsWithSteps(seriesId, event);
  const before = await countDeadlocks();
  const calls: string[] = [];
  const lines: string[] = [];
  const runners = [startRunner({ calls, lines }), startRunner({ calls, lines })];
  await Promise.all([
    ...runners.map(runAll),
    sleep(300).then(async () => deleteEvent(writesTo({ db }), ADA, { seriesId, eventId: deleted }, undefined)),
  ]);
  for (const runner of runners) runner.stop();
  expect(new Set(calls).size).toBe(calls.length);
  expect((await stepsOf(db)).map(({ state, claims }) => `${state} ${claims}`)).toEqual(
    Array.from({ length: SIGN_UPS * STEP_NAMES.length }, () => 'succeeded 1'),
  );
  expect(lines).toEqual([]);
  expect(await countDeadlocks()).toBe(before);
}, 120_000);

test('REL-2: a deletion locks steps in the same order as workers do, whatever the order of the submissions', async () => {
  const seriesId = await buildSeries(db);
  const events = [await buildEvent(db, seriesId)];
  const ids = [newId(), newId()].toSorted();
  for (const id of ids.toReversed()) await buildSignUp(db, { form_id: seriesId }, { id, events, awaiting_fan_out: false });
  await sql`insert into submission_steps (submission_id, step, state) select id, 'slack', 'running' from unnest(${ids}::uuid[]) as id`.execute(
    db,
  );
  const steps = await db.selectFrom('submission_steps').select('id').orderBy('id').execute();
  const worker = await database.pool.connect();
  try {
    const lock = async (index: number) => worker.query('select from submission_steps where id = $1 for update', [steps[index]!.id]);
    await worker.query('begin');
    await lock(0);
    const deletion = deleteEvent(writesTo({ db }), ADA, { seriesId, eventId: events[0]! }, undefined);
    await sleep(500);
    await lock(1);
    await worker.query('commit');
    expect(await deletion).toEqual({ submissions_deleted: 2 });
    expect(await stepsOf(db)).toEqual([]);
  } finally {
    worker.release();
  }
});

async function buildOneStep(step: StepName = 'slack'): Promise<string> {
  const id = await buildSignUp(db, { form_id: await buildSeries(db) }, { awaiting_fan_out: false });
  await db
    .insertInto('submission_steps')
    .values({ submission_id: id, step, state: 'waiting', next_try_at: new Date(0) })
    .execute();
  return id;
}

test('REL-2: outcomes are recorded once a conflicting lock is released, no step is repeated, and the log does not have a line for each', async () => {
  const connection = openDatabase({ url: database.url, pool: 2, log: { warn: () => undefined }, statementTimeoutMs: 300 });
  onTestFinished(connection.close);
  const [calls, lines]: [string[], string[]] = [[], []];
  const ids = await Promise.all(Array.from({ length: 8 }, async () => buildOneStep()));
  const blocker = await database.pool.connect();
  const block = async () => {
    await blocker.query('begin');
    await blocker.query('select from submission_steps for update');
    setTimeout(() => void blocker.query('commit').finally(() => blocker.release()), 700);
  };
  let blocking: Promise<void> | undefined;
  const onCall = async () => (blocking ??= block());
  const runner = startRunner({ calls, lines, connection, onCall });
  onTestFinished(() => runner.stop());
  expect(await runner.run('slack')).toBe(false);
  expect([calls.length, await stepsOf(db)]).toMatchObject([8, ids.map(() => ({ state: 'succeeded', claims: 1 }))]);
  expect([1, 2]).toContain(lines.filter((line) => line === 'The outcome of a step could not be recorded yet').length);
});

test.each(['40P01', '40001', '55P03', '57014'])(
  'REL-2: SQLSTATE %s before the call is not a bug: the step waits for another attempt',
  async (code) => {
    const id = await buildOneStep();
    const lines: string[] = [];
    const onCall = async () => void (await sql.raw(`do $$ begin raise exception 'not now' using errcode = '${code}'; end $$`).execute(db));
    const runner = startRunner({ calls: [], lines, onCall });
    onTestFinished(() => runner.stop());
    await runner.run('slack');
    expect([lines, await stepsOf(db, id)]).toMatchObject([[], [{ state: 'waiting', attempts: 0 }]]);
  },
);

test('MLG-29: a mail that could not be read has not begun: it waits, and does not count as one that may have arrived', async () => {
  const [id, calls]: [string, string[]] = [await buildOneStep('mailing'), []];
  let isAway = true;
  const onRead = () => {
    if (isAway) throw new Error('Connection terminated');
  };
  const runner = startRunner({ calls, lines: [], onRead });
  onTestFinished(() => runner.stop());
  await expect(runner.run('mailing')).rejects.toThrow('Connection terminated');
  expect(await stepsOf(db, id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  isAway = false;
  await db
    .updateTable('submission_steps')
    .set({ next_try_at: new Date(0) })
    .execute();
  await runner.run('mailing');
  expect([calls, await stepsOf(db, id)]).toMatchObject([[`${id} mailing`], [{ state: 'succeeded' }]]);
});

test('MLG-29: a mail whose claim was lost before it began is sent; one that had begun may have arrived', async () => {
  const store = new StepStore(database.pool);
  const calls: string[] = [];
  const runner = startRunner({ calls, lines: [] });
  onTestFinished(() => runner.stop());
  const runAfterLease = async () => {
    await sql`update submission_steps set next_try_at = now() where state = 'running'`.execute(db);
    await runner.run('mailing');
  };
  const unbegun = await buildOneStep('mailing');
  for (let lost = 0; lost < 3; lost += 1) {
    await sql`update submission_steps set next_try_at = now()`.execute(db);
    expect(await store.claim('mailing', 4)).toHaveLength(1);
  }
  await runAfterLease();
  expect([calls, await stepsOf(db, unbegun)]).toMatchObject([[`${unbegun} mailing`], [{ state: 'succeeded' }]]);
  const begun = await buildOneStep('mailing');
  await store.begin(await store.claim('mailing', 4));
  // The worker that comes next is lost, too, before it begins.
  await sql`update submission_steps set next_try_at = now() where state = 'running'`.execute(db);
  await store.claim('mailing', 4);
  await runAfterLease();
  expect([calls.length, await stepsOf(db, begun)]).toMatchObject([1, [{ state: 'failed', cause: 'maybe_sent' }]]);
});

test('a step whose worker died at each of twenty claims fails with a message and is not called', async () => {
  const id = await buildOneStep();
  await db
    .updateTable('submission_steps')
    .set({ state: 'running', lost_claims: LOST_CLAIMS_MAX - 1 })
    .execute();
  const calls: string[] = [];
  const runner = startRunner({ calls, lines: [] });
  onTestFinished(() => runner.stop());
  await runner.run('slack');
  expect([calls, await stepsOf(db, id)]).toMatchObject([[], [{ state: 'failed', attempts: 0, message: LOST_MESSAGE, next_try_at: null }]]);
});
