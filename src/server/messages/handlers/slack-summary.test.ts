import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { atRest, buildSignUp, launchWorker, makeDue, startWorld, stepsOf, until } from '#server/testing/worker.ts';

const PER_MINUTE = 5;
const SIGN_UPS = 60;

const database = await openTestDatabase();
const { db } = database;
const world = await startWorld();
const { slack } = world;
const settings = { ...world.settings, SLACK_MESSAGES_PER_MINUTE: String(PER_MINUTE) };
const workers = [await launchWorker(database, settings), await launchWorker(database, settings)];
afterAll(async () => void (await Promise.all(workers.map(async (worker) => worker.stop()))));

const asksSlack = { send_notifications_slack: true, slack_channel_id: 'C1' };

test('SEC-5: sign-ups beyond the limit of a minute are announced in one summary, each of them once', async () => {
  const seriesId = await buildSeries(db, { ...asksSlack, title: 'Spring' });
  const formId = await buildMarketingForm(db, { ...asksSlack, title: 'White paper' });
  const signUp = async (_: unknown, n: number) =>
    buildSignUp(db, n % 2 === 0 ? { form_id: seriesId } : { form_id: formId }, { email: `ada.${n}@example.com` });
  await Promise.all(Array.from({ length: SIGN_UPS }, signUp));
  const isInSummary = ({ message }: { message: string }) => message.startsWith('Many people signed up at the same time');
  await until('all to be told or to wait', async () => {
    const steps = await stepsOf(db);
    return steps.length === SIGN_UPS && steps.every((step) => step.state === 'succeeded' || isInSummary(step));
  });
  const waiting = (await stepsOf(db)).filter(isInSummary);
  expect(waiting.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(waiting.map(() => 'waiting 0'));
  // A new minute may have begun during the test.
  expect([PER_MINUTE, 2 * PER_MINUTE]).toContain(SIGN_UPS - waiting.length);

  slack.behaviours.set({ kind: 'status', status: 500 }, { kind: 'work' });
  await makeDue(db);
  await until('an attempt of the summary', async () => (await stepsOf(db)).some(({ message }) => message.includes('error 500')));
  await until('no step to be under way', async () => (await stepsOf(db)).every(({ state }) => state !== 'running'));
  await makeDue(db);
  await atRest(db, 30_000);
  const steps = await stepsOf(db);
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  expect(steps.filter(({ message }) => message === `Reported in channel C1, in a summary of ${waiting.length}`)).toHaveLength(
    waiting.length,
  );
  const alone = slack.messages.filter(({ text }) => text.startsWith('New sign-up'));
  expect([alone.length, slack.messages.length]).toEqual([SIGN_UPS - waiting.length, SIGN_UPS - waiting.length + 1]);
  const [summary] = slack.messages.filter(({ text }) => text === `And ${waiting.length} more sign-ups in the last minute`);
  const texts = summary!.blocks.flatMap((block) => block.fields ?? []).map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('*')).toSorted()).toEqual(['*Spring*', '*White paper*']);
  expect(texts.reduce((sum, text) => sum + (Number(text) || 0), 0)).toBe(waiting.length);
}, 90_000);
