import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, launchWorker, startWorld, stepsOf } from '#server/testing/worker.ts';

const database = await openTestDatabase();
const { db } = database;
const world = await startWorld();
const worker = await launchWorker(database, { ...world.settings, CONFIRMATIONS_PER_HOUR: '1' });
afterAll(worker.stop);

test('SEC-4: a confirmation beyond the limit of its form is a failed step that says so; the other steps run', async () => {
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  await buildSignUp(db, { form_id: seriesId });
  await atRest(db);
  const id = await buildSignUp(db, { form_id: seriesId }, { email: 'ben@example.com' });
  await atRest(db);
  expect((await stepsOf(db, id)).map(({ step, state, message }) => [step, state, message])).toEqual([
    ['crm', 'succeeded', expect.any(String)],
    ['email', 'failed', expect.stringContaining('CONFIRMATIONS_PER_HOUR')],
    ['forward', 'succeeded', 'Sent'],
    ['slack', 'succeeded', expect.any(String)],
  ]);
});
