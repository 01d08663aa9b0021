import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { unsubscribeUrl } from '#server/registrations/suppressions.ts';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import { startWorkerProcess } from '#server/testing/processes/worker-process.ts';
import { until } from '#server/testing/worker.ts';
import { addSeries, addSignUps } from '../bench/support/volume.ts';
import { IN_FULL, openScene, startServer, startServices, startStaff } from './harness/scene.ts';

const KILLS = IN_FULL ? 10 : 4;
/** The number of mails that arrive between two kills. */
const BETWEEN = IN_FULL ? 800 : 24;
/** Enough for the mails interrupted by each kill, and for the last workers. */
const PEOPLE = IN_FULL ? 10_000 : 40 * (KILLS + 2);
const ANSWER_MS = IN_FULL ? 50 : 200;
const WITHIN_MS = 120_000;
const MOST_UNDER_WAY = 4;
/** Fewer than the first part of a mailing. */
const REMINDED = 48;

async function openMailings() {
  const scene = await openScene();
  const [{ smtp, settings }, staff] = await Promise.all([startServices(), startStaff()]);
  smtp.behaviours.set({ kind: 'slow', ms: ANSWER_MS });
  const server = await startServer(scene, { ...staff.settings, SMTP_URL: smtp.url, ROLES: 'web' });
  const startWorker = () =>
    startWorkerProcess(scene.databaseUrl, { ...settings, LOG_LEVEL: 'info', MAILING_RATE_PER_MINUTE: '100000', DATA_DIR: '/nonexistent' });
  return { scene, db: scene.database.db, smtp, staff, server, startWorker };
}

const addressesOf = (mails: readonly { readonly recipients: readonly string[] }[]) => mails.flatMap(({ recipients }) => recipients);

test('MLG-28, MLG-29, MLG-37, MLG-56: a mailing whose two workers are killed repeatedly, and whose database once, reaches each person once, but not those who unsubscribe in the meantime', async ({
  task,
}) => {
  const { scene, db, smtp, staff, server, startWorker } = await openMailings();
  const series = await addSeries(scene.database, { events: 1 });
  // Every second sign-up agrees to marketing emails.
  await addSignUps(scene.database, [series], { signUps: 2 * PEOPLE, chosen: 'array[1]', address: 'number' });
  const email = '2@example.org';
  const unsubscribing = await unsubscribeUrl(db, server.url, email);
  const audience = { events: series.eventIds, statuses: ['confirmed'] };
  const text = { subject: 'News', template: 'Hello %FNAME%' };
  const mailing = { audience, purpose: 'marketing', ...text, people: PEOPLE, begins_at: null };
  await staff.post(`${server.url}/api/event_series/${series.seriesId}/mailing/send`, mailing);
  await db.updateTable('mailings').set({ begins_at: new Date() }).execute();
  let [worker, next] = [startWorker(), startWorker()];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = smtp.mails.length;
    await until('mails', () => smtp.mails.length >= before + BETWEEN, WITHIN_MS);
    if (kill === 0) {
      // While the next mails wait for their answers, which the worker stores once the database is back.
      await sleep(ANSWER_MS / 2);
      killerOf(scene.embedded.pid())();
      await until('mails after the restart', () => smtp.mails.length >= before + 2 * BETWEEN, WITHIN_MS);
      const early = addressesOf(smtp.mails.slice(0, before + BETWEEN));
      const steps = db.selectFrom('submission_steps').innerJoin('submissions', 'submissions.id', 'submission_id');
      const lost = steps.select('email').where('step', '=', 'mailing').where('state', '<>', 'succeeded').where('email', 'in', early);
      await until('the outcomes of the earlier mails', async () => (await lost.execute()).length === 0);
    }
    await sleep(ANSWER_MS * Math.random());
    worker.kill('SIGKILL');
    // The oldest sign-up gets its mail last.
    if (kill === 0) await fetch(unsubscribing, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    await worker.ended;
    [worker, next] = [next, startWorker()];
  }
  // Interrupted steps run again when their lease expires; `npm run test:long` waits for that.
  if (!IN_FULL) await db.updateTable('submission_steps').set({ next_try_at: new Date() }).where('state', '=', 'running').execute();
  await next.ready();
  const find = async () => (await db.selectFrom('mailings').select('counts').where('ended_at', 'is not', null).executeTakeFirst())?.counts;
  await until('the mailing to end', async () => (await find()) !== undefined, WITHIN_MS);

  const { sent = 0, not_known: notKnown = 0, ...others } = (await find()) ?? {};
  const addresses = addressesOf(smtp.mails);
  const doubled = addresses.length - new Set(addresses).size;
  const note = `${KILLS} kills, ${addresses.length} mails, of which ${notKnown} may have arrived`;
  task.meta.faults = { answered: sent, refused: 0, failed: 0, longestWaitMs: 0, lost: Math.max(sent - addresses.length, 0), doubled, note };
  expect(others).toMatchObject({ people: PEOPLE, waiting: 0, refused: 0, left_out: 1, stopped: 0 });
  expect(sent + notKnown).toBe(PEOPLE - 1);
  expect(notKnown, 'mails that the kills cut off').toBeGreaterThan(0);
  expect(notKnown).toBeLessThanOrEqual(MOST_UNDER_WAY * KILLS);
  expect(doubled).toBe(0);
  expect(addresses.length).toBeGreaterThanOrEqual(sent);
  expect(addresses).not.toContain(email);
});

const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });

test('RMD-8, RMD-12, MLG-27: if an event moves while two workers send its reminders, no more are sent for the old date, and everyone gets one for the new date', async () => {
  const { scene, db, smtp, staff, server, startWorker } = await openMailings();
  const [oldDate, newDate, timed] = [inHours(20), inHours(46), { mails_timed_at: new Date(0) }];
  const settings = { reminder_minutes: 2_880, ...timed };
  const series = await addSeries(scene.database, { events: 1, settings, event: { starts_at: oldDate, ...timed } });
  // The last of them signs up too late for a reminder.
  await addSignUps(scene.database, [series], { signUps: REMINDED + 1, chosen: 'array[1]', address: 'number' });
  for (const worker of [startWorker(), startWorker()]) await worker.ready();
  await until('some reminders', () => smtp.mails.length > 0, WITHIN_MS);
  const edit = `${server.url}/api/event_series/${series.seriesId}/event/${series.eventIds[0]}/edit`;
  await staff.post(edit, { date: newDate.toISOString() });
  const before = smtp.mails.length;
  const ended = async () => db.selectFrom('mailings').select('counts').where('ended_at', 'is not', null).orderBy('for_date').execute();
  await until('the mails for the old date to end', async () => (await ended()).length === 1, WITHIN_MS);
  const early = smtp.mails.splice(0);
  expect(early.length - before, 'mails that were under way').toBeLessThanOrEqual(2 * MOST_UNDER_WAY);

  // As if the event had moved before the moment of the new date; a new worker looks for due reminders immediately.
  await db.updateTable('events').set(timed).execute();
  startWorker();
  await until('the mails for the new date to end', async () => (await ended()).length === 2, WITHIN_MS);
  const counts = { people: REMINDED, waiting: 0, refused: 0, not_known: 0 };
  expect(await ended()).toMatchObject([
    { counts: { ...counts, sent: early.length, left_out: REMINDED - early.length } },
    { counts: { ...counts, sent: REMINDED, left_out: 0 } },
  ]);
  for (const [mails, date] of [
    [early, oldDate],
    [smtp.mails, newDate],
  ] as const) {
    expect(new Set(addressesOf(mails)).size, 'each address once').toBe(mails.length);
    expect(mails.filter(({ parsed }) => parsed.text?.includes(dayOf(date)) !== true)).toEqual([]);
  }
  expect(smtp.mails).toHaveLength(REMINDED);
});
