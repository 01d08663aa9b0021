import { expect, test } from 'vitest';
import { unsentInWords } from '#contract/server-state.ts';
import { HOUR_MS } from '#contract/time.ts';
import { newId } from '#server/db/new-id.ts';
import { cancelEvent } from '#server/events/commands.ts';
import { findPause, pauseSending } from '#server/queues/sending-pause.ts';
import { backupFiles, newDatabase, PLAIN, restore } from '#server/testing/backups.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { atRest, buildSignUp, runWorker, startWorld, stepsOf, until } from '#server/testing/worker.ts';
import { writesTo } from '#server/testing/writes.ts';
import { SERVER } from '#server/write.ts';
import { rebuildCounters } from './counters.ts';
import { resumeSending } from './resume-sending.ts';
import { expireOffers } from './waiting-list.ts';

const database = await openTestDatabase();
const world = await startWorld();
const { backUp } = backupFiles(database);

/** A backup with a finished step, a waiting one, and a sign-up in the outbox. */
async function backupOfUnfinishedSteps(): Promise<string> {
  const { db } = database;
  const seriesId = await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' });
  const done = await buildSignUp(db, { form_id: seriesId }, { awaiting_fan_out: false });
  const waiting = await buildSignUp(db, { form_id: seriesId }, { awaiting_fan_out: false });
  await buildSignUp(db, { form_id: seriesId });
  await db.deleteFrom('lost_links').execute();
  await db.insertInto('lost_links').values({ id: newId(), form_id: seriesId, email_key: 'ada@example.com' }).execute();
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

/** A restored database with a worker, and one later sign-up. */
async function restoreAndSignUp(): Promise<{ target: TestDatabase; lines: string[] }> {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file);
  const { lines } = await runWorker(target, world.settings);
  const form_id = await buildSeries(target.db, { send_notifications_slack: true, slack_channel_id: 'C2' });
  await buildSignUp(target.db, { form_id });
  await until('the outbox to be empty', async () => (await waitingIn(target)).length === 3);
  return { target, lines };
}

test('OPS-3, REL-11: after a restore nothing is sent, and the log says what would be, until it is resumed', async () => {
  const { target, lines } = await restoreAndSignUp();
  await until('the log to report the pause', () =>
    lines.some((line) => line.includes('Sending is paused since the restore of the backup of')),
  );
  expect(lines.join('')).toMatch(/Waiting: (?:\d Slack messages?)?.*npm run resume/);
  expect(await findPause(target.db)).toMatchObject({ unsent: { slack: 3, mail: 0, copper: 0 }, outbox: 0 });
  expect(world.slack.messages).toEqual([]);
  expect(await resumeSending(target.db, { asFailed: false })).toBe('Sending now: 3 Slack messages.');
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(3);
  await expect(resumeSending(target.db, { asFailed: false })).rejects.toThrow('Sending is not paused');
});

test('OPS-4, REL-11, MLG-68: resumed with --as-failed, waiting steps are left to staff, and later ones are sent', async () => {
  const { target } = await restoreAndSignUp();
  const [restored, since] = [newId(), newId()];
  const mailing = { form_id: newId(), kind: 'mailing', audience: '{}', begins_at: new Date(Date.now() + HOUR_MS) } as const;
  await target.db
    .insertInto('mailings')
    .values([
      { ...mailing, id: restored, created_at: new Date(Date.now() - HOUR_MS) },
      { ...mailing, id: since },
    ])
    .execute();
  expect(await resumeSending(target.db, { asFailed: true })).toMatch(/^2 steps are listed under Needs attention/);
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(1);
  const stopped = await target.db.selectFrom('mailings').select(['id', 'why']).where('stopped_at', 'is not', null).execute();
  expect(stopped).toEqual([{ id: restored, why: 'Restored from a backup: it may have been sent' }]);
  const steps = await stepsOf(target.db);
  expect(steps.map(({ state }) => state).toSorted()).toEqual(['failed', 'failed', 'succeeded', 'succeeded']);
  expect(steps.find(({ state }) => state === 'failed')).toMatchObject({
    cause: 'restored',
    message: expect.stringMatching(/^Restored from the backup of .*: this may have been sent since/),
  });
});

test('REL-11: --as-failed waits for a worker to write the steps of restored sign-ups; requested links are forgotten', async () => {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file);
  expect(unsentInWords((await findPause(target.db))!)).toBe('1 Slack message, and what follows 1 sign-up or change');
  await expect(resumeSending(target.db, { asFailed: true })).rejects.toThrow(
    'The steps of 1 sign-up or change have yet to be written: start Turnout',
  );
  expect(await findPause(target.db)).toBeDefined();
  expect(await target.db.selectFrom('lost_links').selectAll().execute()).toEqual([]);
});

const MINUTE = 60_000;
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE);

/** @returns the state of the offer afterwards */
async function buildOffer(
  offerEndsAt: Date,
  startsAt: Date | null = null,
): Promise<() => Promise<{ status: string; endsIn: number | null }>> {
  const { db } = database;
  const seriesId = await buildSeries(db);
  const limits = { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer', starts_at: startsAt } as const;
  const eventId = await buildEvent(db, seriesId, limits);
  const submissionId = await buildSignUp(db, { form_id: seriesId }, { awaiting_fan_out: false });
  const registration = { event_id: eventId, submission_id: submissionId };
  await db
    .insertInto('registrations')
    .values({ ...registration, submitted_at: new Date(), status: 'offered' })
    .execute();
  await db
    .insertInto('waiting_entries')
    .values({ ...registration, list_order: 1, offer_ends_at: offerEndsAt })
    .execute();
  await rebuildCounters(db);
  return async () => {
    const { status } = await db
      .selectFrom('registrations')
      .select('status')
      .where('submission_id', '=', submissionId)
      .executeTakeFirstOrThrow();
    const entry = await db
      .selectFrom('waiting_entries')
      .select('offer_ends_at')
      .where('submission_id', '=', submissionId)
      .executeTakeFirst();
    const end = entry?.offer_ends_at?.getTime();
    return { status, endsIn: end === undefined ? null : Math.floor((end - Date.now()) / MINUTE) };
  };
}

/** Pauses sending, as if that were some time ago. */
async function pauseSince(since: Date): Promise<void> {
  const client = await database.pool.connect();
  await pauseSending(client, since.toISOString());
  client.release();
  await database.db.updateTable('sending_pause').set({ since }).execute();
}

test('REL-11: while sending is paused no offer ends, and then it has as much time as it had', async () => {
  const { db } = database;
  const over = await buildOffer(inMinutes(-121));
  const paused = await buildOffer(inMinutes(-60));
  const standing = await buildOffer(inMinutes(300));
  const begun = await buildOffer(inMinutes(-90), inMinutes(-30));
  const soon = await buildOffer(inMinutes(60), inMinutes(160));
  await pauseSince(inMinutes(-120));
  await expireOffers(writesTo({ db }));
  for (const each of [over, paused, standing, begun, soon]) expect(await each()).toMatchObject({ status: 'offered' });
  await resumeSending(db, { asFailed: false });
  await expireOffers(writesTo({ db }));
  for (const each of [over, begun]) expect(await each()).toEqual({ status: 'cancelled', endsIn: null });
  for (const each of [paused, soon]) {
    const { status, endsIn } = await each();
    expect([status, endsIn]).toEqual(['offered', expect.toSatisfy((minutes: number) => minutes >= 57 && minutes <= 61)]);
  }
  expect((await standing()).endsIn).toSatisfy((minutes: number) => minutes >= 415 && minutes <= 421);
});

test.each([
  ['before the pause, until after it', -180, 'after', 480],
  ['within the pause, until after it', -60, 'after', 420],
  ['before the pause, until within it', -180, 'within', 480],
  ['within the pause', -60, 'within', 420],
])('REL-11, PLC-69: if sending was paused while an event was cancelled %s, its offers get that time once', async (_, since, back, left) => {
  const { db } = database;
  const offer = await buildOffer(inMinutes(300), inMinutes(3_000));
  await db
    .updateTable('events')
    .set({ cancelled_at: inMinutes(since) })
    .execute();
  await pauseSince(inMinutes(-120));
  const { id: eventId, form_id: seriesId } = await db.selectFrom('events').select(['id', 'form_id']).executeTakeFirstOrThrow();
  const silently = { tell: false, note: null };
  const reinstate = async () => cancelEvent(writesTo({ db }), SERVER, { seriesId, eventId }, false, silently);
  if (back === 'within') await reinstate();
  await resumeSending(db, { asFailed: false });
  if (back === 'after') await reinstate();
  expect((await offer()).endsIn).toSatisfy((minutes: number) => minutes >= left - 1 && minutes <= left + 2);
});

test('REL-11: with --resume-steps waiting steps run once, and finished ones do not', async () => {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file, { ...PLAIN, resumeSteps: true });
  await runWorker(target, world.settings);
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(2);
});
