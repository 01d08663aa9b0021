import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { insertNextDue } from '#server/mailings/automatic.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import type { WorkerProcess } from '#server/testing/processes/worker-process.ts';
import { startWorkerTests } from '#server/testing/processes/worker-tests.ts';
import { buildSignUp, stepsOf, until } from '#server/testing/worker.ts';

const { world, db, start, succeeded, signUps } = await startWorkerTests();
const { slack, smtp, copper } = world;

/** A step is run again after 20 seconds; a lead of a killed worker is not created before its lease of a minute has ended. */
const RECOVERY_MS = 90_000;
const CRASH_MS = 60_000;

/** Where the worker is killed, with the number of repeated calls allowed; `npm run test:long` adds the points in between. */
const POINTS: [point: string, repeats: number][] = [
  ['fan-out', 0],
  ['after-call', 1],
];
if (process.env.LONG_TESTS !== undefined) POINTS.push(['before-call', 0], ['during-call', 1]);

/** Waits until a worker has died as in a power cut; fails with its log if it continues. */
async function crashed(worker: WorkerProcess): Promise<void> {
  const signal = await Promise.race([worker.ended, sleep(CRASH_MS)]);
  expect(signal, `the log: ${worker.output()}`).toBe('SIGKILL');
}

describe('a worker killed', () => {
  test.each(POINTS)(
    'at %s leaves each step to be done within 90 seconds of the next start, with %i repeats at most',
    async (point, repeats) => {
      for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'slow', ms: 150 });
      const ids = await signUps(2);
      await crashed(start({ CRASH_AT: point }));
      // The leases of steps have to expire; `npm run test:long` waits for those of leads too.
      if (process.env.LONG_TESTS === undefined) await db.updateTable('work_leases').set({ held_until: new Date() }).execute();
      const started = performance.now();
      start();
      await until('all steps', async () => (await succeeded()) === ids.length * 4, RECOVERY_MS);
      expect(performance.now() - started).toBeLessThan(RECOVERY_MS);
      expect(copper.leads).toHaveLength(2); // A repeated call finds the lead by its address.
      expect(slack.messages.length).toBeGreaterThanOrEqual(2);
      expect(slack.messages.length).toBeLessThanOrEqual(2 + 2 * repeats);
      const timesSent = [...Map.groupBy(smtp.mails, ({ parsed }) => parsed.messageId).values()].map((same) => same.length);
      expect(timesSent).toHaveLength(4);
      expect(Math.max(...timesSent)).toBeLessThanOrEqual(1 + repeats);
    },
    150_000,
  );
});

test('a worker killed after recording an outcome leaves nothing to repeat', async () => {
  const seriesId = await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' });
  const signUp = async () => buildSignUp(db, { form_id: seriesId }, { events: [await buildEvent(db, seriesId)] });
  const id = await signUp();
  await crashed(start({ CRASH_AT: 'after-record' }));
  expect(await stepsOf(db, id)).toMatchObject([{ state: 'succeeded', claims: 1 }]);
  start();
  const later = await signUp();
  await until('the step of a later sign-up', async () => (await stepsOf(db, later))[0]?.state === 'succeeded');
  expect(await stepsOf(db, id)).toMatchObject([{ state: 'succeeded', claims: 1 }]);
  expect(slack.messages).toHaveLength(2);
}, 90_000);

test('MLG-29, MLG-56: workers killed while they send reminders send none twice; those that may have been sent are listed, and not sent again', async () => {
  const PEOPLE = 60;
  const seriesId = await buildSeries(db, { reminder_minutes: 1_440, mails_timed_at: new Date(0) });
  const starts_at = new Date(Date.now() + 20 * HOUR_MS);
  const event = await buildEvent(db, seriesId, { starts_at, mails_timed_at: new Date(0) });
  for (let number = 0; number < PEOPLE; number += 1) {
    const id = await buildSignUp(db, { form_id: seriesId }, { email: `ada.${number}@example.com`, awaiting_fan_out: false });
    await db
      .insertInto('registrations')
      .values({ event_id: event, submission_id: id, submitted_at: new Date(0) })
      .execute();
  }
  smtp.behaviours.set({ kind: 'slow', ms: 50 });
  // All that is left of a worker that ends right after it began the mailing.
  await insertNextDue({ db, notify: notifyNobody, canMail: true }, 'Europe/London');
  const points = ['before-commit', 'fan-out', 'before-call', 'after-call', 'after-record'];
  const written: number[] = [];
  for (const point of points) {
    await crashed(start({ CRASH_AT: point }));
    written.push((await db.selectFrom('mailing_people').select('id').execute()).length);
  }
  expect(written.slice(0, 2), 'people written at the first two').toEqual([0, 50]);
  start();
  start();
  const ended = async () => (await db.selectFrom('mailings').select('counts').where('ended_at', 'is not', null).executeTakeFirst())?.counts;
  await until('the mailing to end', async () => (await ended()) !== undefined, RECOVERY_MS);
  const counts = (await ended()) ?? {};
  expect(counts).toMatchObject({ people: PEOPLE, waiting: 0, refused: 0, left_out: 0 });
  expect((counts.sent ?? 0) + (counts.not_known ?? 0)).toBe(PEOPLE);
  expect(counts.not_known).toBeLessThanOrEqual(4 * points.length);
  expect(new Set(smtp.mails.map(({ recipients }) => recipients.join())).size, 'each address once').toBe(smtp.mails.length);
}, 150_000);
