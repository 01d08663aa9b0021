import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listPendingMigrations, migrate } from '#server/db/migrations/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, runWorker, startWorld, stepsOf, until } from '#server/testing/worker.ts';
import { listCarriedTables } from './carried-tables.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const database = await openTestDatabase();
const world = await startWorld();
const folder = temporaryFolderOfFile();
const newFile = () => path.join(folder, `${newId()}.backup`);
const PLAIN = { overwrite: false, resumeSteps: false };

async function newDatabase(): Promise<TestDatabase> {
  const other = await createTestDatabase();
  onTestFinished(other.destroy);
  return other;
}

/** The test's other connections would count as a running server. */
const restore = async (target: TestDatabase, file: string, options = PLAIN) => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    target.db,
  );
  return restoreBackup({ ...target, close: target.destroy }, file, options);
};
const backUp = async (file = newFile()) => {
  await takeBackup({ ...database, close: database.destroy }, file);
  return file;
};

async function everything({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const client = await pool.connect();
  const all: Record<string, unknown[]> = {};
  for (const { name } of await listCarriedTables(client)) {
    const { rows } = await client.query<{ row: string }>(`select "${name}"::text as row from "${name}" order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  client.release();
  return all;
}

async function fill() {
  const { db } = database;
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  const eventId = await buildEvent(db, seriesId);
  const formId = await buildMarketingForm(db, { title: 'Tab\t, line\n, back\\slash and \\.' });
  for (const email of ['one@example.com', 'two@example.com']) await buildSignUp(db, { series_id: seriesId }, { events: [eventId], email });
  await buildSignUp(db, { form_id: formId }, { answers: { note: '\\.\n\\N "quoted" ü 🎉' }, awaiting_fan_out: false });
  return { seriesId, formId };
}

test('REL-11: a backup contains every row exactly, and another database gets all of them', async () => {
  await fill();
  await sql`insert into refused_tries (form_id, day, tries) select id, '2026-01-01', 3 from marketing_forms`.execute(database.db);
  await sql`update submissions set awaiting_fan_out = false`.execute(database.db);
  const target = await newDatabase();
  await restore(target, await backUp());
  const [before, after] = [await everything(database), await everything(target)];
  expect(after).toEqual(before);
  expect(Object.values(after).flat().length).toBeGreaterThan(8);
});

test('REL-11: a backup is a snapshot while others sign up', async () => {
  const { seriesId } = await fill();
  const event_id = await buildEvent(database.db, seriesId);
  const submission_id = await buildSignUp(database.db, { series_id: seriesId }, { awaiting_fan_out: false });
  // Blocks the backup at the series, before it reads the registrations.
  const file = newFile();
  const backup = await database.db.transaction().execute(async (tx) => {
    await sql`lock table event_series in access exclusive mode`.execute(tx);
    const running = backUp(file);
    // Tables have the same number in the databases of other test files.
    const isHeldUp = sql<{ yes: boolean }>`select exists (
      select from pg_locks where not granted and relation = 'event_series'::regclass
        and database = (select oid from pg_database where datname = current_database())
    ) as yes`;
    await until('the backup to be held up', async () => (await isHeldUp.execute(database.db)).rows[0]?.yes === true);
    await tx.insertInto('submission_events').values({ event_id, submission_id, submitted_at: new Date() }).execute();
    return { running };
  });
  await backup.running;
  const target = await newDatabase();
  await restore(target, file);
  const places = await target.db.selectFrom('submission_events').where('event_id', '=', event_id).selectAll().execute();
  expect(places).toEqual([]);
});

test('REL-11: data is replaced only with --overwrite, and a file never', async () => {
  await fill();
  const file = await backUp();
  await expect(backUp(file)).rejects.toThrow('exists already');
  const target = await newDatabase();
  await buildSeries(target.db, { title: 'Not to be lost' });
  await expect(restore(target, file)).rejects.toThrow('This database holds data: --overwrite replaces it');
  expect((await everything(target)).event_series).toHaveLength(1);
  await restore(target, file, { ...PLAIN, overwrite: true });
  expect((await everything(target)).event_series).toEqual((await everything(database)).event_series);
});

test('REL-11: an incomplete or foreign file is refused with a message and changes nothing', async () => {
  await fill();
  const whole = zlib.gunzipSync(fs.readFileSync(await backUp()));
  const target = await newDatabase();
  await buildSeries(target.db, { title: 'Not to be lost' });
  const before = await everything(target);
  const cut = [0.2, 0.5, 0.9].map((part) => zlib.gzipSync(whole.subarray(0, whole.length * part)));
  for (const content of [...cut, zlib.gzipSync(whole).subarray(0, 400), Buffer.from('no backup'), zlib.gzipSync('{"a":1}\n')]) {
    const file = newFile();
    fs.writeFileSync(file, content);
    await expect(restore(target, file, { ...PLAIN, overwrite: true })).rejects.toThrow('is not a whole backup of Turnout');
  }
  expect(await everything(target)).toEqual(before);
});

test('REL-11: a backup of a later release is refused with the names of the migrations', async () => {
  const text = zlib.gunzipSync(fs.readFileSync(await backUp())).toString();
  const file = newFile();
  fs.writeFileSync(file, zlib.gzipSync(text.replace(/"migrations":\[/, '"migrations":["9999_of_tomorrow",')));
  await expect(restore(await newDatabase(), file)).rejects.toThrow('The backup was made by a later release of Turnout');
});

test('REL-11: a backup of an older release is loaded and migrated', async () => {
  const older = await newDatabase();
  await sql`drop schema public cascade`.execute(older.db);
  await sql`create schema public`.execute(older.db);
  await migrate(older.db, { upTo: '0007_feedback' });
  await sql`insert into event_series (id, title) values (${newId()}, 'Of last year')`.execute(older.db);
  const file = newFile();
  await takeBackup({ ...older, close: older.destroy }, file);

  const target = await newDatabase();
  await buildSeries(target.db, { title: 'Not to be lost' });
  await expect(restore(target, file)).rejects.toThrow('--overwrite replaces it');
  await restore(target, file, { ...PLAIN, overwrite: true });
  const series = await target.db.selectFrom('event_series').select('title').execute();
  expect(series).toEqual([{ title: 'Of last year' }]);
  expect(await listPendingMigrations(target.db)).toEqual([]);
});

test('REL-11: nothing is restored under a running server', async () => {
  const file = await backUp();
  const target = await newDatabase();
  const client = await target.pool.connect();
  await expect(restoreBackup({ ...target, close: target.destroy }, file, PLAIN)).rejects.toThrow('Turnout runs on this database');
  client.release();
});

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

test('REL-11: after a restore nothing is sent twice: waiting steps fail, for staff to retry', async () => {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file);
  await runWorker(target, world.settings);
  const series_id = await buildSeries(target.db, { send_notifications_slack: true, slack_channel_id: 'C2' });
  await buildSignUp(target.db, { series_id });
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(1);
  const steps = await stepsOf(target.db);
  expect(steps.map(({ state }) => state).toSorted()).toEqual(['failed', 'failed', 'succeeded', 'succeeded']);
  expect(steps.find(({ state }) => state === 'failed')).toMatchObject({
    cause: 'restored',
    message: expect.stringMatching(/^Restored from the backup of .*: this may have been sent since/),
  });
});

test('REL-11: with --resume-steps waiting steps run once, and finished ones do not', async () => {
  const file = await backupOfUnfinishedSteps();
  const target = await newDatabase();
  await restore(target, file, { ...PLAIN, resumeSteps: true });
  await runWorker(target, world.settings);
  await atRest(target.db);
  expect(world.slack.messages).toHaveLength(2);
});
