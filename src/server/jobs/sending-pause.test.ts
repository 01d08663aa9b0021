import { expect, test } from 'vitest';
import { rebuildCounters } from '#server/db/counters.ts';
import { backupFiles, newDatabase, PLAIN, restore } from '#server/testing/backups.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { atRest, buildSignUp, runWorker, startWorld, stepsOf, until } from '#server/testing/worker.ts';
import { expireOffers } from './expire-offers.ts';
import { findPause, pauseSending, resumeSending, unsentInWords } from './sending-pause.ts';

const database = await openTestDatabase();
const world = await startWorld();
const { backUp } = backupFiles(database);

/** A backup with a finished step, a waiting one, and a sign-up in the outbox. */
async function backupOfUnfinishedSteps(): Promise<string> {
  const { db } = database;
  const seriesId = await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' });
  const done = await buildSignUp(db, { series_id: seriesId }, { awaiting_fan_out: false });
  const waiting = await buildSignUp(db, { series_id: seriesId }, { awaiting_fan_out: false });
  await buildSignUp(db, { series_id: seriesId });
  await db
    .insertInto('submission_steps')
    .values([
      { submission_id: done, step: 'slack', state: 'succeeded' },
      { submission_id: waiting, step: 'slack', state: 'waiting', next_try_at: new Date() },
    ])
    .execute();
  return backUp();
}

const waitingIn = async ({ db }: TestDatabase) => (await stepsOf(db)).filter(({ state }) => state === 'waiting');

/** A restored database with a worker, and one sign-up since. */
async function restoreAndSignUp(): Promise<{ target: TestDatabase; lines: string[] }> {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file);
  const { lines } = await runWorker(target, world.settings);
  const series_id = await buildSeries(target.db, { send_notifications_slack: true, slack_channel_id: 'C2' });
  await buildSignUp(target.db, { series_id });
  await until('the outbox to be empty', async () => (await waitingIn(target)).length === 3);
  return { target, lines };
}

test('OPS-3, REL-11: after a restore nothing is sent, and the log says what would be, until it is resumed', async () => {
  const { target, lines } = await restoreAndSignUp();
  await until('the log to tell of the pause', () =>
    lines.some((line) => line.includes('Sending is paused since the restore of the backup of')),
  );
  expect(lines.join('')).toMatch(/These wait: (?:\d Slack messages?)?.*npm run resume/);
  expect(await findPause(target.db)).toMatchObject({ unsent: { slack: 3, mail: 0, copper: 0 }, outbox: 0 });
  expect(world.slack.messages).toEqual([]);
  expect(await resumeSending(target.db, { asFailed: false })).toBe('These are sent now: 3 Slack messages.');
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(3);
  await expect(resumeSending(target.db, { asFailed: false })).rejects.toThrow('Sending is not paused');
});

test('OPS-4, REL-11: resumed with --as-failed, what waited is left to staff, and what came since is sent', async () => {
  const { target } = await restoreAndSignUp();
  expect(await resumeSending(target.db, { asFailed: true })).toMatch(/^2 steps are listed under Needs attention/);
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(1);
  const steps = await stepsOf(target.db);
  expect(steps.map(({ state }) => state).toSorted()).toEqual(['failed', 'failed', 'succeeded', 'succeeded']);
  expect(steps.find(({ state }) => state === 'failed')).toMatchObject({
    cause: 'restored',
    message: expect.stringMatching(/^Restored from the backup of .*: this may have been sent since/),
  });
});

test('REL-11: --as-failed waits for a worker to write the steps of restored sign-ups', async () => {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file);
  expect(unsentInWords((await findPause(target.db))!)).toBe('1 Slack message, and what follows 1 sign-up or change');
  await expect(resumeSending(target.db, { asFailed: true })).rejects.toThrow(
    'The steps of 1 sign-up or change are still to be written: start Turnout',
  );
  expect(await findPause(target.db)).toBeDefined();
});

test('REL-11: while sending is paused no offer ends', async () => {
  const { db } = database;
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId, { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer' });
  const submissionId = await buildSignUp(db, { series_id: seriesId }, { awaiting_fan_out: false });
  const registration = { event_id: eventId, submission_id: submissionId };
  await db
    .insertInto('submission_events')
    .values({ ...registration, submitted_at: new Date(), status: 'offered' })
    .execute();
  await db
    .insertInto('waiting_entries')
    .values({ ...registration, list_order: 1, offer_ends_at: new Date(Date.now() - 60_000) })
    .execute();
  await rebuildCounters(db);
  const client = await database.pool.connect();
  const statusOf = async () => (await db.selectFrom('submission_events').select('status').executeTakeFirst())?.status;
  await pauseSending(client, new Date().toISOString());
  await expireOffers({ db, canMail: true });
  expect(await statusOf()).toBe('offered');
  await pauseSending(client, undefined);
  client.release();
  await expireOffers({ db, canMail: true });
  expect(await statusOf()).not.toBe('offered');
});

test('REL-11: with --resume-steps waiting steps run once, and finished ones do not', async () => {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file, { ...PLAIN, resumeSteps: true });
  await runWorker(target, world.settings);
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(2);
});
