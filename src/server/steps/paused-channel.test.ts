import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { atRest, buildSignUp, launchWorker, makeDue, startWorld, stepsOf, until } from '#server/testing/worker.ts';

const database = await openTestDatabase();
const { db } = database;
const world = await startWorld();
const { slack } = world;
const workers = [await launchWorker(database, world.settings), await launchWorker(database, world.settings)];
afterAll(async () => void (await Promise.all(workers.map(async (worker) => worker.stop()))));

const asksSlack = (slack_channel_id: string) => ({ send_notifications_slack: true, slack_channel_id });
const stepOf = async (id: string) => (await stepsOf(db, id))[0]!;

test('all workers pause a channel when Slack asks for it; other channels continue, no attempt is counted and nothing is lost', async () => {
  const [busy, calm] = [await buildSeries(db, asksSlack('C1')), await buildSeries(db, asksSlack('C2'))];
  slack.behaviours.set({ kind: 'wait', retryAfterSeconds: 600 });
  const first = await buildSignUp(db, { form_id: busy });
  await until('the first attempt', async () => (await stepOf(first))?.attempts === 1 && (await stepOf(first)).state === 'waiting');
  slack.behaviours.set({ kind: 'work' });
  const asked = slack.behaviours.requests;

  const held: string[] = [];
  for (let number = 0; number < 6; number += 1) held.push(await buildSignUp(db, { form_id: busy }, { email: `ada.${number}@example.com` }));
  const other = await buildSignUp(db, { form_id: calm });
  await until('the other channel', async () => (await stepOf(other))?.state === 'succeeded');
  await until('all to queue', async () => (await stepsOf(db)).filter(({ message }) => /pause in channel C1/.test(message)).length === 6);
  const places = await Promise.all(
    held.map(async (id) => {
      const { state, attempts, next_try_at, updated_at } = await stepOf(id);
      expect([state, attempts]).toEqual(['waiting', 0]);
      return Math.round((next_try_at!.getTime() - updated_at.getTime()) / 1_000);
    }),
  );
  expect(new Set(places).size).toBeGreaterThan(1); // They are not all due at the same time.
  expect(Math.min(...places)).toBeGreaterThanOrEqual(599);
  expect([slack.behaviours.requests, slack.messages.map(({ channel }) => channel)]).toEqual([asked + 1, ['C2']]);

  await sql`update service_pace set next_at = now(), paused_until = now()`.execute(db); // Ten minutes later.
  await makeDue(db);
  await atRest(db);
  expect(slack.messages).toHaveLength(8);
  expect((await stepsOf(db)).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'succeeded'));
  expect((await stepOf(first)).attempts).toBe(2);
  expect(await Promise.all(held.map(async (id) => (await stepOf(id)).attempts))).toEqual(held.map(() => 1));
});

test('D33: a step whose channel is still paused after a day fails and says why', async () => {
  const series = await buildSeries(db, asksSlack('C3'));
  slack.behaviours.set({ kind: 'wait', retryAfterSeconds: 600 });
  const first = await buildSignUp(db, { form_id: series });
  await until('the first attempt', async () => (await stepOf(first))?.state === 'waiting' && (await stepOf(first)).attempts === 1);
  const second = await buildSignUp(db, { form_id: series }, { email: 'ben@example.com' });
  await until('the second to wait', async () => /tried again later/.test((await stepOf(second))?.message ?? ''));
  await db
    .updateTable('submission_steps')
    .set({ first_tried_at: new Date(Date.now() - 86_395_000) })
    .where('submission_id', '=', second)
    .execute();
  await makeDue(db);
  await until('the end of its day', async () => (await stepOf(second)).state === 'failed');
  expect(await stepOf(second)).toMatchObject({
    attempts: 0,
    message: 'Slack asked for a pause in channel C3. We stopped trying after a day: retry once it is over.',
  });
});
