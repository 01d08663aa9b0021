import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { repairCounters } from '#server/registrations/counters.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { fill } from '../bench/support/volume.ts';
import { runCommand } from './harness/command.ts';
import { compare, lineOf } from './harness/nothing-lost.ts';
import { openScene, startServer, startServices, visitorsOf } from './harness/scene.ts';

const quiet = { warn: () => undefined };
/** So that the backup takes a while. */
const EARLIER = { signUps: 50_000, series: 5 };
const PEOPLE = 24;
const BEFORE = 2_000;
const PLACES = 500_000;
const PATIENCE = { timeout: 60_000 };

/** Restores a backup on another embedded database. */
async function restoreElsewhere(file: string) {
  const embedded = await startEmbedded({ dataDir: temporaryFolder(), log: quiet });
  onTestFinished(embedded.stop);
  const end = await runCommand('restore.ts', { DATABASE_URL: embedded.url }, file);
  expect(end).toMatchObject({ code: 0, said: expect.stringContaining('Sending is paused') });
  const database = openDatabase({ url: embedded.url, pool: 2, log: quiet, statementTimeoutMs: 0 });
  onTestFinished(database.close);
  return { ...database, databaseUrl: embedded.url };
}

test('OPS-11: a backup taken at full load has every sign-up answered before it began, and nothing is sent after it is restored', async ({
  task,
}) => {
  const scene = await openScene();
  const { db } = scene.database;
  await fill(scene.embedded.url, EARLIER);
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  const limits = { closes_when_full: true, maximum_participants: PLACES, waiting_list: 'direct' } as const;
  const forms = [
    { seriesId, eventId: await buildEvent(db, seriesId) },
    { seriesId, eventId: await buildEvent(db, seriesId, { title: 'Day two', ...limits }) },
  ];
  const server = await startServer(scene, (await startServices()).settings);
  const visitors = visitorsOf(server.url);
  const { signUps } = visitors;
  const answered = () => signUps.answeredWith('answered');
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const visiting = forms.map(async (form) => visitors.crowd(form, { people: PEOPLE, until: over.signal }));
  await expect.poll(() => answered().length, PATIENCE).toBeGreaterThan(BEFORE);

  const before = answered();
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  const file = path.join(folder, 'rows.backup');
  expect(await runCommand('backup.ts', { DATABASE_URL: scene.embedded.url }, file)).toMatchObject({ code: 0 });
  const meanwhile = answered().length - before.length;
  over.abort();
  await Promise.all(visiting);
  expect(signUps.failures()).toEqual([]);
  expect(meanwhile).toBeGreaterThan(PEOPLE);

  const target = await restoreElsewhere(file);
  const ofBefore = await compare(target.pool, { all: before });
  task.meta.faults = { ...lineOf(signUps), ...ofBefore, note: `${before.length} answered before the backup, ${meanwhile} during it` };
  expect(ofBefore).toEqual({ lost: 0, doubled: 0 });
  for await (const { was, is, ...wrong } of repairCounters(target.db)) {
    expect({ was, ...wrong }).toMatchObject({ was: is, wrongAddresses: 0, wrongEvents: [] });
  }

  const world = await startServices();
  const other = await startServer(target, world.settings);
  await expect.poll(other.output, PATIENCE).toContain('Sending is paused since the restore of the backup of');
  const later = visitorsOf(other.url);
  for (const form of forms) expect(await later.signUp(form)).toMatchObject({ answer: { kind: 'answered' } });
  const isWritten = async () => {
    const open = await target.db.selectFrom('submissions').select('id').where('awaiting_fan_out', '=', true).limit(1).execute();
    return open.length === 0;
  };
  await expect.poll(isWritten, PATIENCE).toBe(true);
  expect([world.slack.messages, world.smtp.mails, world.copper.leads]).toEqual([[], [], []]);
});
