import fs from 'node:fs';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { listPendingMigrations, migrate, migrationNames } from '#server/db/migrations/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { checkDatabase } from '#server/doctor/check-database.ts';
import { backupFiles, buildRows, everything, newDatabase, PLAIN, restore } from '#server/testing/backups.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, until } from '#server/testing/worker.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const database = await openTestDatabase();
const { newFile, backUp } = backupFiles(database);

const fill = async () => buildRows(database.db);

test('REL-11, FACE-6: a backup contains every row exactly, and another database gets all of them', async () => {
  await fill();
  await sql`insert into blocked_submissions (form_id, day, tries) select id, '2026-01-01', 3 from forms`.execute(database.db);
  await sql`insert into pictures values ('\\x0a5c', 'image/png', 16, 16, '\\x000a0d5c2e', now())`.execute(database.db);
  await sql`update submissions set awaiting_fan_out = false`.execute(database.db);
  const target = await newDatabase();
  await restore(target, await backUp(), { ...PLAIN, resumeSteps: true });
  const [before, after] = [await everything(database), await everything(target)];
  expect(after).toEqual(before);
  expect(Object.values(after).flat().length).toBeGreaterThan(8);
});

test('REL-11: a database with its tables in the user’s own schema is backed up and restored like others', async () => {
  await fill();
  const { destroy, ...made } = await newDatabase();
  await sql`drop schema public cascade`.execute(made.db);
  await sql`create schema public`.execute(made.db);
  await sql`create schema "Own"`.execute(made.db);
  const url = `${made.url}?options=-c%20search_path=%22Later%22,%22Own%22`;
  const { db, pool, close } = openDatabase({ url, pool: 2, log: { warn: () => undefined } });
  onTestFinished(close);
  await migrate(db);
  expect(await checkDatabase(db, 1)).not.toContainEqual(expect.objectContaining({ area: 'Database', state: 'bad' }));
  await sql`create schema "Later"`.execute(db);
  const own = { ...made, db, pool, destroy };
  await restore(own, await backUp(), { ...PLAIN, resumeSteps: true });
  const file = newFile();
  await takeBackup({ db, pool, close }, file);
  const target = await newDatabase();
  await restore(target, file, { ...PLAIN, resumeSteps: true });
  const [before, after] = [await everything(database), await everything(target)];
  expect(after).toEqual(before);
  expect(Object.values(after).flat().length).toBeGreaterThan(8);
  await restore(own, await backUp(), { ...PLAIN, overwrite: true });
});

test('REL-11: a backup is a snapshot while others sign up', async () => {
  const { seriesId } = await fill();
  const event_id = await buildEvent(database.db, seriesId);
  const submission_id = await buildSignUp(database.db, { form_id: seriesId }, { awaiting_fan_out: false });
  // Blocks the backup at the series, before it reads the registrations.
  const file = newFile();
  const backup = await database.db.transaction().execute(async (tx) => {
    await sql`lock table forms in access exclusive mode`.execute(tx);
    const running = backUp(file);
    // Tables have the same number in the databases of other test files.
    const isHeldUp = sql<{ yes: boolean }>`select exists (
      select from pg_locks where not granted and relation = 'forms'::regclass
        and database = (select oid from pg_database where datname = current_database())
    ) as yes`;
    await until('the backup to be held up', async () => (await isHeldUp.execute(database.db)).rows[0]?.yes === true);
    await tx.insertInto('registrations').values({ event_id, submission_id, submitted_at: new Date() }).execute();
    return { running };
  });
  await backup.running;
  const target = await newDatabase();
  await restore(target, file);
  const places = await target.db.selectFrom('registrations').where('event_id', '=', event_id).selectAll().execute();
  expect(places).toEqual([]);
});

test('REL-11: data is replaced only with --overwrite, and a file never', async () => {
  await fill();
  const file = await backUp();
  await expect(backUp(file)).rejects.toThrow('already exists');
  const target = await newDatabase();
  await buildSeries(target.db, { title: 'Not to be lost' });
  await expect(restore(target, file)).rejects.toThrow('This database contains data: --overwrite replaces it');
  expect((await everything(target)).forms).toHaveLength(1);
  await restore(target, file, { ...PLAIN, overwrite: true });
  expect((await everything(target)).forms).toEqual((await everything(database)).forms);
});

test('REL-11: a backup of a later release is refused with the names of the migrations', async () => {
  const text = zlib.gunzipSync(fs.readFileSync(await backUp())).toString();
  const file = newFile();
  fs.writeFileSync(file, zlib.gzipSync(text.replace(/"migrations":\[/, '"migrations":["9999_of_tomorrow",')));
  await expect(restore(await newDatabase(), file)).rejects.toThrow('The backup was made by a later or different release of Turnout');
});

test('REL-11: a backup of an older release is loaded and migrated', async () => {
  const older = await newDatabase();
  await sql`drop schema public cascade`.execute(older.db);
  await sql`create schema public`.execute(older.db);
  await migrate(older.db, { upTo: (await migrationNames()).at(-2) });
  await sql`insert into forms (id, kind, title) values (${newId()}, 'series', 'Of last year')`.execute(older.db);
  const file = newFile();
  await takeBackup({ ...older, close: older.destroy }, file);

  const target = await newDatabase();
  await buildSeries(target.db, { title: 'Not to be lost' });
  await expect(restore(target, file)).rejects.toThrow('--overwrite replaces it');
  await restore(target, file, { ...PLAIN, overwrite: true });
  const series = await target.db.selectFrom('forms').select('title').execute();
  expect(series).toEqual([{ title: 'Of last year' }]);
  expect(await listPendingMigrations(target.db)).toEqual([]);
});

test.each(['0001_event_series_and_marketing_forms', '0001_forms'])(
  'REL-11: a backup or database of a build before 1.0.0, which began with %s, is refused with a message',
  async (first) => {
    const text = zlib.gunzipSync(fs.readFileSync(await backUp())).toString();
    const file = newFile();
    fs.writeFileSync(file, zlib.gzipSync(text.replace(/"migrations":\[.*?\]/, `"migrations":["${first}"]`)));
    const [target, earlier] = [await newDatabase(), await newDatabase()];
    await expect(restore(target, file)).rejects.toThrow(/^This backup was made by a build before 1\.0\.0, which this release cannot read$/);
    await sql`insert into kysely_migration (name, timestamp) values (${first}, '')`.execute(earlier.db);
    await expect(restore(earlier, await backUp(), { ...PLAIN, overwrite: true })).rejects.toThrow(
      /^This database was made by a build before 1\.0\.0, which this release cannot read$/,
    );
  },
);

test('REL-11: nothing is restored under a running server', async () => {
  const file = await backUp();
  const target = await newDatabase();
  const client = await target.pool.connect();
  await expect(restoreBackup({ ...target, close: target.destroy }, await checkBackup(file), PLAIN)).rejects.toThrow(
    'Turnout is running on this database',
  );
  // A connection that closes shortly does not count as a server.
  setTimeout(() => client.release(true), 500);
  await expect(restoreBackup({ ...target, close: target.destroy }, await checkBackup(file), PLAIN)).resolves.toMatchObject({
    forms: 0,
  });
});

test('SEC-32: with --end-links a restore brings back no link to a self-service page and no calendar feed', async () => {
  const { seriesId } = await fill();
  const [links, feeds] = [
    { token_hash: Buffer.alloc(32, 1), submission_id: newId() },
    { id: newId(), token_hash: Buffer.alloc(32, 2), owner_email: 'ada@example.com', owner_subject: 'ada', form_id: seriesId },
  ];
  await database.db.insertInto('registration_tokens').values(links).execute();
  await database.db.insertInto('calendar_feeds').values(feeds).execute();
  const file = await backUp();
  for (const [endLinks, left] of [
    [false, 1],
    [true, 0],
  ] as const) {
    const target = await newDatabase();
    await restore(target, file, { ...PLAIN, endLinks });
    const { rows } = await target.pool.query('select from registration_tokens union all select from calendar_feeds');
    expect(rows).toHaveLength(left * 2);
  }
});
