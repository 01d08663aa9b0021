import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StepName } from '#contract/steps/steps.ts';
import { newId } from '#server/db/new-id.ts';
import type { StepState } from '#server/db/step-tables.ts';
import { withLease } from '#server/db/work-lease.ts';
import { rateLimiter } from '#server/services/pace.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, stepsOf } from '#server/testing/worker.ts';
import { fanOut } from './fan-out.ts';
import { HELD_MAX_MS, type LimitedMail, reserveMail } from './mail-limits.ts';
import { StepStore } from './step-store.ts';

const { db, pool } = await openTestDatabase();
const store = new StepStore(pool);

async function buildStep(values: { state: StepState; next_try_at?: Date; attempts?: number; step?: StepName }): Promise<string> {
  const id = await buildSignUp(db, { form_id: await buildSeries(db) }, { awaiting_fan_out: false });
  await db
    .insertInto('submission_steps')
    .values({ submission_id: id, step: 'slack', next_try_at: new Date(), ...values })
    .execute();
  return id;
}

const HOUR_MS = 3_600_000;
const past = () => new Date(Date.now() - 1_000);
const future = () => new Date(Date.now() + HOUR_MS);

describe('claiming a step', () => {
  test.each([
    ['a waiting one that is due', { state: 'waiting', next_try_at: past() }, true],
    ['a running one after its lease', { state: 'running', next_try_at: past() }, true],
    ['a waiting one that is not yet due', { state: 'waiting', next_try_at: future() }, false],
    ['a running one within its lease', { state: 'running', next_try_at: future() }, false],
    ['a succeeded one', { state: 'succeeded', next_try_at: past() }, false],
    ['a failed one', { state: 'failed', next_try_at: past() }, false],
  ] as const)('%s', async (_what, values, isTaken) => {
    const id = await buildStep(values);
    expect((await store.claim('slack', 20)).map(({ submissionId }) => submissionId)).toEqual(isTaken ? [id] : []);
  });

  test('if many workers claim it at the same time, one gets it', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => buildStep({ state: 'waiting', next_try_at: past() })));
    const claims = await Promise.all(Array.from({ length: 8 }, async () => store.claim('slack', 20)));
    expect(
      claims
        .flat()
        .flatMap(({ submissionId }) => submissionId ?? [])
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  test('counts the claims in a row that were lost with their worker', async () => {
    const id = await buildStep({ state: 'waiting', next_try_at: past() });
    const claimAgain = async () => {
      await db.updateTable('submission_steps').set({ next_try_at: past() }).execute();
      return (await store.claim('slack', 1))[0]!;
    };
    expect([(await claimAgain()).lostClaims, (await claimAgain()).lostClaims]).toEqual([0, 1]);
    const third = await claimAgain();
    expect(third).toMatchObject({ submissionId: id, lostClaims: 2, number: 3 });
    await store.record({ claim: third, state: 'waiting', message: 'no' });
    expect((await claimAgain()).lostClaims).toBe(0);
  });
});

describe('the outcome of an attempt', () => {
  const claimOne = async () => (await store.claim('slack', 1))[0]!;

  test('is not written by a worker that lost its lease, even after a retry by staff', async () => {
    const id = await buildStep({ state: 'waiting', next_try_at: past() });
    const stalled = await claimOne();
    await db.updateTable('submission_steps').set({ next_try_at: past() }).execute();
    const second = await claimOne();
    expect(await store.record({ claim: stalled, state: 'failed', message: 'stale' })).toBe(false);
    expect(await store.renew([stalled])).toEqual([]);
    expect(await store.renew([second])).toEqual([second]);
    await store.record({ claim: second, state: 'failed', message: 'refused' });
    await db.updateTable('submission_steps').set({ state: 'waiting', attempts: 0, next_try_at: past() }).execute();
    const third = await claimOne();
    expect([third.attempts, stalled.attempts]).toEqual([1, 1]);
    expect(await store.record({ claim: stalled, state: 'failed', message: 'stale' })).toBe(false);
    expect(await store.record({ claim: third, state: 'succeeded', message: 'Sent' })).toBe(true);
    expect((await stepsOf(db, id))[0]).toMatchObject({ state: 'succeeded', message: 'Sent' });
  });

  test('has a message without what the database cannot store', async () => {
    const id = await buildStep({ state: 'waiting', next_try_at: past() });
    await store.record({ claim: await claimOne(), state: 'failed', message: `a\u0000b\ud800${'x'.repeat(5_000)}` });
    const { message } = (await stepsOf(db, id))[0]!;
    expect([message.startsWith('ab\ufffdx'), message.length <= 1_000]).toEqual([true, true]);
  });
});

describe('the outbox', () => {
  test('JOB-1: is emptied by many workers together, with one step for each sign-up', async () => {
    const seriesId = await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' });
    const ids = await Promise.all(Array.from({ length: 300 }, async () => buildSignUp(db, { form_id: seriesId })));
    const empty = async () => {
      while ((await fanOut(pool, 'signUps')).isMore);
    };
    await Promise.all([empty(), empty(), empty(), empty()]);
    await empty();
    expect((await stepsOf(db)).flatMap(({ submission_id: id }) => id ?? []).toSorted()).toEqual(ids.toSorted());
  });
});

describe('limits that all workers share', () => {
  const lost = () => new Error('lost');

  test('CRM-4: calls of a service are spaced across all callers, and a pause applies to all', async () => {
    const [one, other] = [rateLimiter(db, 'test', 1_200), rateLimiter(db, 'test', 1_200)]; // One every 50 ms.
    const times: number[] = [];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => (index % 2 === 0 ? one : other).acquire().then(() => times.push(performance.now()))),
    );
    expect(performance.now() - started).toBeGreaterThan(500);
    await one.pause(300);
    const paused = performance.now();
    await other.acquire();
    expect(performance.now() - paused).toBeGreaterThan(250);
  });

  test('CRM-4: a pause also applies to calls that already wait', async () => {
    const limiter = rateLimiter(db, 'asleep', 120); // One every 500 ms.
    await limiter.acquire();
    const started = performance.now();
    const waiting = limiter.acquire();
    await limiter.pause(1_200);
    expect(await waiting).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(1_150);
  });

  test('CRM-4: a long pause is not waited out: each call gets its remaining time, even those that already waited', async () => {
    const limiter = rateLimiter(db, 'long', 120);
    await limiter.acquire();
    const waiting = limiter.acquire();
    await limiter.pause(3_600_000);
    const started = performance.now();
    for (const ms of [await limiter.acquire(), await waiting, await limiter.remainingPause()]) {
      expect(ms).toBeGreaterThan(3_590_000);
      expect(ms).toBeLessThanOrEqual(3_600_000);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('an aborted wait rejects with the reason of its signal', async () => {
    const limiter = rateLimiter(db, 'aborted', 12);
    await limiter.acquire();
    const lost = new AbortController();
    const waiting = limiter.acquire(lost.signal);
    setTimeout(() => lost.abort(new Error('reserved')), 50);
    await expect(waiting).rejects.toThrow('reserved');
  });

  const reserve = async (
    email: string,
    { id = newId(), formId = newId(), kind = 'confirmation', perHour = 50 }: Partial<LimitedMail & { perHour: number }> = {},
  ) => reserveMail(db, { id, email, formId, kind }, perHour);
  const anHourAgo = async (reserved = `now() - interval '1 hour 1 second'`) =>
    db
      .updateTable('mail_reservations')
      .set({ reserved_at: sql.raw(reserved) })
      .execute();

  test('an address gets three confirmations an hour, also when many are reserved at once; the same sign-up keeps its reservation', async () => {
    const ids = Array.from({ length: 10 }, () => newId());
    const got = await Promise.all(ids.map(async (id) => reserve('ada@example.com', { id })));
    expect(got.filter((reservation) => reservation === 'reserved')).toHaveLength(3);
    const reserved = ids[got.indexOf('reserved')]!;
    expect(await reserve('ada@example.com', { id: reserved })).toBe('reserved');
    expect(await reserve('ben@example.com')).toBe('reserved');
    expect(await db.selectFrom('mail_reservations').selectAll().execute()).toHaveLength(4);
    await anHourAgo();
    expect(await reserve('ada@example.com')).toBe('reserved');
  });

  test('SEC-4: for a mailbox at its limit the time of the next mail is known: an hour after the oldest of three, or a day after the oldest of twenty', async () => {
    const minutesAgo = async (minutes: number, id = newId()) => {
      await reserve('ada@example.com', { id });
      const reserved_at = new Date(Date.now() - minutes * 60_000);
      await db.updateTable('mail_reservations').set({ reserved_at }).where('id', '=', id).execute();
    };
    for (const minutes of [50, 20, 10]) await minutesAgo(minutes);
    const full = await reserve('ada@example.com');
    expect(full).toMatchObject({ mails: 3, within: 'hour' });
    expect(typeof full === 'object' && Math.round(full.freeInMs / 60_000)).toBe(10);
    await anHourAgo();
    const refused = newId();
    await minutesAgo(61, refused);
    for (let n = 0; n < 16; n += 1) await minutesAgo(61);
    expect(await reserve('ada@example.com')).toMatchObject({ mails: 20, within: 'day' });
    expect(await reserve('ada@example.com', { id: refused }), 'tried again').toBe('reserved');
    expect(await reserve('ada@example.com', { kind: 'place' }), 'under another limit').toBe('reserved');
    expect(await reserve('ada@example.com', { kind: 'event_changed' })).toBe('reserved');
  });

  test.each([
    ['victim@example.com', (n: number) => `Victim+${n}@example.com`],
    ['victim@gmail.com', (n: number) => `${'victim'.slice(0, n + 1)}.${'victim'.slice(n + 1)}+x@googlemail.com`],
  ])('SEC-4: eight spellings of the mailbox %s share three confirmations', async (_mailbox, spell) => {
    const got = await Promise.all(Array.from({ length: 8 }, async (_, n) => reserve(spell(n % 5))));
    expect(got.filter((reservation) => reservation === 'reserved')).toHaveLength(3);
  });

  test('SEC-4: 50 sign-ups at 50 forms bring a mailbox twelve mails within three hours, and none waits any longer', async () => {
    let waiting = Array.from({ length: 50 }, () => ({ id: newId(), formId: newId() }));
    const sent: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      const got = await Promise.all(waiting.map(async (mail) => reserve('ada@example.com', mail)));
      sent.push(got.filter((reservation) => reservation === 'reserved').length);
      waiting = waiting.filter((_, index) => {
        const full = got[index];
        return typeof full === 'object' && hour * HOUR_MS + full.freeInMs <= HELD_MAX_MS;
      });
      await anHourAgo(`reserved_at - interval '1 hour'`);
    }
    expect([sent, waiting]).toEqual([[3, 3, 3, 3], []]);
  });

  test('SEC-4: places, offers and ended offers share six mails an hour and 24 a day', async () => {
    const kinds = ['place', 'offer', 'offer_ended'] as const;
    const full = async () => Promise.all(kinds.map(async (kind) => reserve('ada@example.com', { kind })));
    for (let n = 0; n < 24; n += 1) {
      expect(await reserve('ada@example.com', { kind: kinds[n % 3]! })).toBe('reserved');
      if (n === 5) expect(await full()).toMatchObject(kinds.map(() => ({ mails: 6, within: 'hour' })));
      if (n % 6 === 5) await anHourAgo();
    }
    expect(await full()).toMatchObject(kinds.map(() => ({ mails: 24, within: 'day' })));
  });

  test('SEC-4: a form at its limit sends no more within the hour; other forms do', async () => {
    const formId = newId();
    const asking = async (n: number) => reserve(`ada.${n}@example.com`, { formId, perHour: 4 });
    for (let n = 0; n < 4; n += 1) expect(await asking(n)).toBe('reserved');
    expect(await asking(4)).toBe('form-full');
    expect(await reserve('ben@example.com')).toBe('reserved');
    await anHourAgo();
    expect(await asking(5)).toBe('reserved');
  });

  test('work with one lease runs one at a time, also after a failure', async () => {
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
    await Promise.allSettled(Array.from({ length: 4 }, async () => withLease({ db, name: 'x', signal, lost }, work)));
    expect(most).toBe(1);
    expect(await db.selectFrom('work_leases').selectAll().execute()).toEqual([]);
  });

  test('work that takes longer than its lease keeps it', async () => {
    const ended: string[] = [];
    const work = (name: string, ms: number) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      ended.push(name);
    };
    const lease = { db, name: 'long work', signal: new AbortController().signal, lost, leaseMs: 800 };
    const long = withLease(lease, work('long', 2_000));
    await expect.poll(async () => db.selectFrom('work_leases').selectAll().execute()).toHaveLength(1);
    await Promise.all([long, withLease(lease, work('short', 0))]);
    expect(ended).toEqual(['long', 'short']);
  });

  test('a lost lease aborts the work, and the lease of the new holder remains', async () => {
    const lease = { db, name: 'taken over', signal: new AbortController().signal, lost, leaseMs: 400 };
    const other = newId();
    const first = withLease(lease, async (signal) => {
      await db.updateTable('work_leases').set({ holder: other }).where('name', '=', 'taken over').execute();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    await expect(first).rejects.toThrow('lost');
    expect(await db.selectFrom('work_leases').select(['name', 'holder']).execute()).toEqual([{ name: 'taken over', holder: other }]);
  });
});
