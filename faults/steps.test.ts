import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildEvent } from '#server/testing/form-rows.ts';
import { startWorkerProcess } from '#server/testing/processes/worker-process.ts';
import type { Behaviour } from '#server/testing/services/stand-in.ts';
import { ASKS_FOR_ALL, atRest } from '#server/testing/worker.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { IN_FULL, newForm, openScene, type Scene, startServer, startServices, startStaff, visitorsOf } from './harness/scene.ts';

const IN_A_HURRY = fileURLToPath(new URL('./harness/renewals-in-a-hurry.mjs', import.meta.url));
const SLOWEST_ANSWER_MS = 80;
const OF_DELETED_EVENT = 500;
const PER_SECOND = 30;
const SECONDS = IN_FULL ? 30 : 15;
const DONE_WITHIN_MS = 90_000;

const answers = Array.from({ length: 20_000 }, (): Behaviour => ({ kind: 'slow', ms: Math.random() * SLOWEST_ANSWER_MS }));

async function startSlowServices() {
  const world = await startServices();
  for (const { behaviours } of [world.slack, world.smtp, world.copper]) behaviours.set({ kind: 'work' }, ...answers);
  return world;
}

const query = async (scene: Scene, text: string): Promise<number> => {
  const { rows } = await scene.database.pool.query<{ count: number }>(text);
  return rows[0]?.count ?? 0;
};

/** The texts that occur more than once. */
const repeated = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)].flatMap(([text, { length }]) => (length > 1 ? [`${length} × ${text}`] : []));

test('services answer after 0 to 80 ms, two workers renew leases very often, and an event of 500 is deleted in the meantime', async (context) => {
  const scene = await openScene();
  const world = await startSlowServices();
  const staff = await startStaff();
  const form = await newForm(scene, ASKS_FOR_ALL);
  const doomed = { ...form, eventId: await buildEvent(scene.database.db, form.seriesId, { title: 'Doomed' }) };
  const server = await startServer(scene, { ...staff.settings, ROLES: 'web' });
  const workers = [1, 2].map(() =>
    startWorkerProcess(scene.databaseUrl, { ...world.settings, LOG_LEVEL: 'warn', NODE_OPTIONS: `--import ${IN_A_HURRY}` }),
  );
  await Promise.all(workers.map(async ({ ready }) => ready()));
  const visitors = visitorsOf(server.url);
  const visiting = [
    visitors.atRate(doomed, { perSecond: OF_DELETED_EVENT / 10, seconds: 10 }),
    visitors.atRate(form, { perSecond: PER_SECOND, seconds: SECONDS }),
  ] as const;
  const ofDoomed = await visiting[0];
  await sleep(1_000);
  await staff.post(`${server.url}/api/event_series/${form.seriesId}/event/${doomed.eventId}/delete`);
  for (const signUp of ofDoomed) signUp.isDeleted = true;
  await visiting[1];
  await atRest(scene.database.db, DONE_WITHIN_MS);

  const deadlocks = await query(scene, 'select deadlocks::int as count from pg_stat_database where datname = current_database()');
  const failed = await query(scene, "select count(*)::int as count from submission_steps where state = 'failed'");
  const doubled = [
    ...repeated(world.smtp.mails.map(({ parsed, recipients }) => `mail to ${recipients.join()}, ${parsed.messageId}`)),
    ...repeated(world.slack.messages.map(({ sent }) => `message ${sent.blocks}`)),
  ];
  const note = `${ofDoomed.length} deleted, ${deadlocks} deadlocks, ${doubled.length} doubled messages, ${failed} failed steps`;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
  expect({ deadlocks, doubled, failed }).toEqual({ deadlocks: 0, doubled: [], failed: 0 });
  const mails = new Set(world.smtp.mails.flatMap(({ recipients }) => recipients));
  expect(
    visitors.signUps.all.filter(({ email, isDeleted }) => isDeleted !== true && !mails.has(email)),
    'without a confirmation',
  ).toEqual([]);
});
