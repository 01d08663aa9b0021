import { expect, test } from 'vitest';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import { until } from '#server/testing/worker.ts';
import { compare, expectNothingLost, lineOf } from './harness/nothing-lost.ts';
import { IN_FULL, newForm, openScene, type Scene, startServer, visitorsOf } from './harness/scene.ts';
import type { Visitors } from './harness/visitors.ts';

/** The sign-ups before the database is killed. */
const BEFORE = 500;

/** Kills the database during sign-ups, as in a power cut. */
async function killDatabase(scene: Scene): Promise<Visitors> {
  await scene.database.pool.query("alter system set wal_writer_delay = '10s'");
  await scene.database.pool.query("alter system set wal_writer_flush_after = '1GB'");
  await scene.database.pool.query('select pg_reload_conf()');
  const form = await newForm(scene);
  const server = await startServer(scene, { ROLES: 'web' });
  const visitors = visitorsOf(server.url);
  const visiting = visitors.atRate(form, { perSecond: 200, seconds: 8 });
  await expect.poll(() => visitors.signUps.answeredWith('answered').length, { timeout: 60_000 }).toBeGreaterThan(BEFORE);
  killerOf(scene.embedded.pid())();
  await visiting;
  await until('the database to be back', async () => scene.database.pool.query('select').then(Boolean, () => false), 60_000);
  return visitors;
}

// `npm run test:crash` kills it too, with the server.
test.runIf(IN_FULL)('the database is killed', async (context) => {
  const scene = await openScene();
  const visitors = await killDatabase(scene);
  await expectNothingLost(context, { visitors, pool: scene.database.pool });
});

test('the control: the database does not wait for its disk and is killed, so sign-ups are lost', async ({ task }) => {
  const scene = await openScene();
  await scene.database.pool.query('alter database turnout set synchronous_commit = off');
  const visitors = await killDatabase(scene);
  const comparison = await compare(scene.database.pool, visitors.signUps);
  task.meta.faults = { ...lineOf(visitors.signUps), ...comparison, note: 'they have to be seen' };
  expect(comparison.lost).toBeGreaterThan(0);
});
