import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { StepName, StepState } from '#server/db/tables.ts';
import { servicePace } from '#server/service-pace.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, stepsOf } from '#server/testing/worker.ts';
import { takePlace } from './confirmations.ts';
import { fanOut } from './fan-out.ts';
import { giveUpSteps, LOST_MESSAGE } from './lost-steps.ts';
import type { NewStepJob } from './queue.ts';
import { StepLedger } from './step-ledger.ts';
import { holding } from './work-lease.ts';

const opened = await openTestDatabase();
const database = { ...opened, close: opened.destroy };
const { db } = database;
const queued: NewStepJob[] = [];
const enqueue = async (_client: pg.ClientBase, jobs: readonly NewStepJob[]) => void queued.push(...jobs);
const ledger = new StepLedger({ database, enqueue });
beforeEach(() => {
  queued.length = 0;
});

async function buildStep(values: { state: StepState; next_try_at?: Date; attempts?: number; step?: StepName }): Promise<string> {
  const id = await buildSignUp(db, { series_id: await buildSeries(db) }, { awaiting_fan_out: false });
  await db
    .insertInto('submission_steps')
    .values({ submission_id: id, step: 'slack', next_try_at: new Date(), ...values })
    .execute();
  return id;
}

const HOUR_MS = 3_600_000;
const past = () => new Date(Date.now() - 1_000);
const future = () => new Date(Date.now() + HOUR_MS);

describe('who may take a step', () => {
  test.each([
    ['one that waits and is due', { state: 'waiting', next_try_at: past() }, true],
    ['one whose worker let its lease end', { state: 'running', next_try_at: past() }, true],
    ['one that waits for later', { state: 'waiting', next_try_at: future() }, false],
    ['one that another worker has', { state: 'running', next_try_at: future() }, false],
    ['one that has succeeded', { state: 'succeeded', next_try_at: past() }, false],
    ['one that has failed for good', { state: 'failed', next_try_at: past() }, false],
  ] as const)('%s', async (_what, values, isTaken) => {
    const id = await buildStep(values);
    expect((await ledger.claim('slack', [id])).length).toBe(isTaken ? 1 : 0);
  });

  test('of many who try at once, one gets it', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => buildStep({ state: 'waiting', next_try_at: past() })));
    const claims = await Promise.all(Array.from({ length: 8 }, async () => ledger.claim('slack', ids)));
    expect(
      claims
        .flat()
        .map(({ submissionId }) => submissionId)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  test('a job that came too early comes again when its step is due', async () => {
    const id = await buildStep({ state: 'running', next_try_at: new Date(Date.now() + 10_000) });
    await ledger.claim('slack', [id]);
    expect(queued).toMatchObject([{ submissionId: id, step: 'slack' }]);
    expect(queued[0]!.inMs).toBeGreaterThan(9_000);
  });
});

describe('what became of a try', () => {
  const claimOne = async (id: string) => (await ledger.claim('slack', [id]))[0]!;

  test('is written with the job of the next try, together or not at all', async () => {
    const id = await buildStep({ state: 'waiting', next_try_at: past() });
    const claim = await claimOne(id);
    const broken = new StepLedger({ database, enqueue: async () => Promise.reject(new Error('no queue')) });
    await expect(broken.record({ claim, state: 'waiting', message: 'no', pauseMs: 5_000 })).rejects.toThrow('no queue');
    expect((await stepsOf(db, id))[0]!.state).toBe('running');
    expect(await ledger.record({ claim, state: 'waiting', message: 'no', pauseMs: 5_000 })).toBe(true);
    expect(queued).toEqual([{ submissionId: id, step: 'slack', inMs: 5_000 }]);
  });

  test('is not written by a worker that lost the step to another, also after staff let it be tried anew', async () => {
    const id = await buildStep({ state: 'waiting', next_try_at: past() });
    const stalled = await claimOne(id);
    await db.updateTable('submission_steps').set({ next_try_at: past() }).execute();
    const second = await claimOne(id);
    expect(await ledger.record({ claim: stalled, state: 'failed', message: 'stale' })).toBe(false);
    expect(await ledger.renew([stalled])).toEqual([]);
    expect(await ledger.renew([second])).toEqual([second]);
    await ledger.record({ claim: second, state: 'failed', message: 'refused' });
    await db.updateTable('submission_steps').set({ state: 'waiting', attempts: 0, next_try_at: past() }).execute();
    const third = await claimOne(id);
    expect([third.attempts, stalled.attempts]).toEqual([1, 1]);
    expect(await ledger.record({ claim: stalled, state: 'failed', message: 'stale' })).toBe(false);
    expect(await ledger.record({ claim: third, state: 'succeeded', message: 'Sent' })).toBe(true);
    expect((await stepsOf(db, id))[0]).toMatchObject({ state: 'succeeded', message: 'Sent' });
  });

  test('keeps what the database can store of a message', async () => {
    const id = await buildStep({ state: 'waiting', next_try_at: past() });
    await ledger.record({ claim: await claimOne(id), state: 'failed', message: `a\u0000b\ud800${'x'.repeat(5_000)}` });
    const { message } = (await stepsOf(db, id))[0]!;
    expect([message.startsWith('ab\ufffdx'), message.length <= 1_000]).toEqual([true, true]);
  });
});

test('a job whose worker died at every try ends its step in words, unless a worker has it after all', async () => {
  const [lost, held, done] = [
    await buildStep({ state: 'running', next_try_at: past() }),
    await buildStep({ state: 'running', next_try_at: future() }),
    await buildStep({ state: 'succeeded' }),
  ];
  await giveUpSteps(
    database,
    [lost, held, done].map((submissionId) => ({ submissionId, step: 'slack' as const })),
  );
  const states = new Map((await stepsOf(db)).map((step) => [step.submission_id, [step.state, step.message]]));
  expect([states.get(lost), states.get(held), states.get(done)]).toEqual([
    ['failed', LOST_MESSAGE],
    ['running', ''],
    ['succeeded', ''],
  ]);
});

describe('the outbox', () => {
  test('JOB-1: is emptied by many workers at once: each sign-up is one step and one job, and a failure leaves it as it was', async () => {
    const seriesId = await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' });
    const ids = await Promise.all(Array.from({ length: 300 }, async () => buildSignUp(db, { series_id: seriesId })));
    const broken = async () => Promise.reject(new Error('no queue'));
    await expect(fanOut({ database, enqueue: broken })).rejects.toThrow('no queue');
    expect(await stepsOf(db)).toEqual([]);
    const empty = async () => {
      while (await fanOut({ database, enqueue }));
    };
    await Promise.all([empty(), empty(), empty(), empty()]);
    await empty();
    expect(queued.map(({ submissionId }) => submissionId).toSorted()).toEqual(ids.toSorted());
    expect((await stepsOf(db)).map(({ submission_id }) => submission_id).toSorted()).toEqual(ids.toSorted());
  });

  test('takes steps that lost their job', async () => {
    const id = await buildStep({ state: 'waiting' });
    await db.updateTable('submission_steps').set({ awaiting_job: true }).execute();
    await fanOut({ database, enqueue });
    await fanOut({ database, enqueue });
    expect(queued).toEqual([{ submissionId: id, step: 'slack' }]);
  });
});

describe('what workers share', () => {
  const lost = () => new Error('lost');

  test('CRM-4: turns to a service are spaced over all who ask, and a pause holds for all', async () => {
    const [one, other] = [servicePace(db, 'test', 1_200), servicePace(db, 'test', 1_200)]; // One each 50 ms.
    const times: number[] = [];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => (index % 2 === 0 ? one : other).turn().then(() => times.push(performance.now()))),
    );
    expect(performance.now() - started).toBeGreaterThan(500);
    await one.pause(300);
    const paused = performance.now();
    await other.turn();
    expect(performance.now() - paused).toBeGreaterThan(250);
  });

  test('CRM-4: a pause holds also for those who wait for their turn already', async () => {
    const pace = servicePace(db, 'asleep', 120); // One each 500 ms.
    await pace.turn();
    const started = performance.now();
    const waiting = pace.turn();
    await pace.pause(1_200);
    expect(await waiting).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(1_150);
  });

  test('CRM-4: nobody waits through a long pause: each is told how long it lasts, also who waited already', async () => {
    const pace = servicePace(db, 'long', 120);
    await pace.turn();
    const waiting = pace.turn();
    await pace.pause(3_600_000);
    const started = performance.now();
    for (const ms of [await pace.turn(), await waiting]) {
      expect(ms).toBeGreaterThan(3_590_000);
      expect(ms).toBeLessThanOrEqual(3_600_000);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('who waits for a turn in vain hears why', async () => {
    const pace = servicePace(db, 'aborted', 12);
    await pace.turn();
    const lost = new AbortController();
    const waiting = pace.turn(lost.signal);
    setTimeout(() => lost.abort(new Error('taken')), 50);
    await expect(waiting).rejects.toThrow('taken');
  });

  test('an address has three places an hour, whoever asks at once; the same sign-up keeps its own', async () => {
    const ids = Array.from({ length: 10 }, () => newId());
    const got = await Promise.all(ids.map(async (id) => takePlace(db, 'ada@example.com', id)));
    expect(got.filter(Boolean)).toHaveLength(3);
    const mine = ids[got.indexOf(true)]!;
    expect([await takePlace(db, 'ada@example.com', mine), await takePlace(db, 'ben@example.com', newId())]).toEqual([true, true]);
    expect(await db.selectFrom('confirmations').selectAll().execute()).toHaveLength(4);
    await db
      .updateTable('confirmations')
      .set({ sent_at: new Date(Date.now() - HOUR_MS - 1_000) })
      .execute();
    expect(await takePlace(db, 'ada@example.com', newId())).toBe(true);
  });

  test('work under one name happens one at a time, also after a failure', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside -= 1;
      throw new Error('no');
    };
    const { signal } = new AbortController();
    await Promise.allSettled(Array.from({ length: 4 }, async () => holding({ db, name: 'x', signal, lost }, work)));
    expect(most).toBe(1);
    expect(await db.selectFrom('work_leases').selectAll().execute()).toEqual([]);
  });

  test('work that lasts longer than its hold keeps it', async () => {
    const ended: string[] = [];
    const work = (name: string, ms: number) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      ended.push(name);
    };
    const hold = { db, name: 'long work', signal: new AbortController().signal, lost, holdMs: 800 };
    const long = holding(hold, work('long', 2_000));
    await expect.poll(async () => db.selectFrom('work_leases').selectAll().execute()).toHaveLength(1);
    await Promise.all([long, holding(hold, work('short', 0))]);
    expect(ended).toEqual(['long', 'short']);
  });

  test('who has lost its hold is told, and ends no other holder’s', async () => {
    const hold = { db, name: 'taken over', signal: new AbortController().signal, lost, holdMs: 400 };
    const other = newId();
    const first = holding(hold, async (mine) => {
      await db.updateTable('work_leases').set({ holder: other }).where('name', '=', 'taken over').execute();
      await new Promise((resolve) => mine.addEventListener('abort', resolve));
      mine.throwIfAborted();
    });
    await expect(first).rejects.toThrow('lost');
    expect(await db.selectFrom('work_leases').select(['name', 'holder']).execute()).toEqual([{ name: 'taken over', holder: other }]);
  });
});
