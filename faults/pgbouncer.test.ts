import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { ASKS_FOR_ALL, atRest } from '#server/testing/worker.ts';
import { runCommand } from './harness/command.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { hasPgBouncer, startPgBouncer } from './harness/pgbouncer.ts';
import { newForm, openScene, startServer, startServices, visitorsOf } from './harness/scene.ts';

/** The connections of Turnout that have been idle for half a minute. */
const IDLE =
  "select from pg_stat_activity where application_name = 'turnout' and state = 'idle' and state_change < now() - interval '30 seconds'";

test('PgBouncer in transaction mode is in front of the database', async (context) => {
  context.skip(!hasPgBouncer(), 'there is no PgBouncer, and no Debian package of it');
  const scene = await openScene();
  const world = await startServices();
  const form = await newForm(scene, ASKS_FOR_ALL);
  const databaseUrl = await startPgBouncer(scene.databaseUrl);
  const unaware = await startProcess({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder() });
  expect(await unaware.ended).toMatchObject({ code: 1, output: expect.stringContaining('set DATABASE_DIRECT_URL') });
  const pooled = await startProcess({ DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl, DATA_DIR: temporaryFolder() });
  await expect.poll(pooled.output, { timeout: 20_000 }).toContain('DATABASE_DIRECT_URL leads to a connection pooler');
  pooled.kill('SIGTERM');
  const server = await startServer({ databaseUrl }, { ...world.settings, DATABASE_DIRECT_URL: scene.databaseUrl });
  const visitors = visitorsOf(server.url);
  await visitors.atRate(form, { perSecond: 50, seconds: 10 });
  await atRest(scene.database.db, 60_000);
  const note = `${world.slack.messages.length} messages, ${world.smtp.mails.length} mails`;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
  expect(visitors.signUps.answeredWith('refused')).toEqual([]);
  expect(world.slack.messages).toHaveLength(visitors.signUps.all.length);
});

test('OPS-16, REL-11: behind PgBouncer a backup is restored once the server has stopped, although connections of the pooler remain', async (context) => {
  context.skip(!hasPgBouncer(), 'there is no PgBouncer, and no Debian package of it');
  const scene = await openScene();
  const form = await newForm(scene);
  const settings = { DATABASE_URL: await startPgBouncer(scene.databaseUrl), DATABASE_DIRECT_URL: scene.databaseUrl };
  const server = await startServer({ databaseUrl: settings.DATABASE_URL }, settings);
  expect(await visitorsOf(server.url).signUp(form)).toMatchObject({ answer: { kind: 'answered' } });
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  const file = path.join(folder, 'rows.backup');
  expect(await runCommand('backup.ts', settings, file)).toMatchObject({ code: 0 });

  const restore = async () => runCommand('restore.ts', settings, file, '--overwrite');
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('Turnout is running on this database') });
  server.kill('SIGTERM');
  await server.ended;
  await expect.poll(restore, { timeout: 60_000, interval: 5_000 }).toMatchObject({ code: 0 });
  // The scenario's own were last used before those of the server, and have been closed.
  expect((await scene.database.pool.query(IDLE)).rowCount, 'connections that the pooler has kept').toBeGreaterThan(0);
});
