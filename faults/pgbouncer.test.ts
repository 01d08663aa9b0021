import { expect, test } from 'vitest';
import { startProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { ASKS_FOR_ALL, atRest } from '#server/testing/worker.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { hasPgBouncer, startPgBouncer } from './harness/pgbouncer.ts';
import { newForm, openScene, startServer, startServices, visitorsOf } from './harness/scene.ts';

test('PgBouncer in transaction mode stands before the database', async (context) => {
  context.skip(!hasPgBouncer(), 'there is no PgBouncer, and no Debian package of it');
  const scene = await openScene();
  const world = await startServices();
  const form = await newForm(scene, ASKS_FOR_ALL);
  const databaseUrl = await startPgBouncer(scene.databaseUrl);
  const unaware = await startProcess({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder() });
  expect(await unaware.ended).toMatchObject({ code: 1, output: expect.stringContaining('set DATABASE_DIRECT_URL') });
  const pooled = await startProcess({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl, DATA_DIR: temporaryFolder() });
  expect(await pooled.ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_DIRECT_URL leads to a connection pooler'),
  });
  const server = await startServer({ databaseUrl }, { ...world.settings, DATABASE_DIRECT_URL: scene.databaseUrl });
  const visitors = visitorsOf(server.url);
  await visitors.atRate(form, { perSecond: 50, seconds: 10 });
  await atRest(scene.database.db, 60_000);
  const note = `${world.slack.messages.length} messages, ${world.smtp.mails.length} mails`;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
  expect(visitors.signUps.answeredWith('refused')).toEqual([]);
  expect(world.slack.messages).toHaveLength(visitors.signUps.all.length);
});
