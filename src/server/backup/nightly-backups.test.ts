import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { checkBackups, readBackupsState } from '#server/doctor/check-backups.ts';
import { Poller } from '#server/poller.ts';
import { createLogger } from '#server/process/logger.ts';
import { PLAIN, everything, newDatabase, restore } from '#server/testing/backups.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, until } from '#server/testing/worker.ts';
import { type NightlyOptions, nightOf, nightlyBackups } from './nightly-backups.ts';

const database = await openTestDatabase();
const parent = temporaryFolderOfFile();
let count = 0;

const newFolder = (): string => {
  count += 1;
  const folder = path.join(parent, `backups ${count}`);
  fs.mkdirSync(folder);
  return folder;
};

function start(options: Pick<NightlyOptions, 'folder'> & Partial<NightlyOptions>) {
  const lines: string[] = [];
  const write = (_details: object, message: string) => void lines.push(message);
  const work = nightlyBackups({
    keep: 3,
    timeZone: 'Europe/London',
    log: { error: write, info: write },
    db: database.db,
    open: () => ({ ...database, close: async () => undefined }),
    ...options,
  });
  const ending = new AbortController();
  const poller = new Poller({ work: async () => work(ending.signal).then(() => false), pollIntervalMs: 10, onError: () => undefined });
  const stop = async () => {
    ending.abort();
    await poller.stop();
  };
  onTestFinished(stop);
  return { stop, lines };
}

const state = async () => readBackupsState(database.db);

test.each([
  ['2026-11-22T02:59:00Z', 'Europe/London', '2026-11-21'],
  ['2026-11-22T03:00:00Z', 'Europe/London', '2026-11-22'],
  ['2026-11-22T03:00:00Z', 'America/New_York', '2026-11-21'],
])('%s in %s belongs to the night of %s', (at, zone, night) => {
  expect(nightOf(new Date(at), zone)).toBe(night);
});

test('OPS-5: every night one backup is made, which can be restored, and only our own old ones are removed', async () => {
  await buildSeries(database.db, { title: 'Kept' });
  const folder = newFolder();
  const others = ['turnout-2020-01-01.backup.bak', 'notes.txt', 'turnout-2020.backup'];
  for (const name of others) fs.writeFileSync(path.join(folder, name), 'not ours');
  for (const day of ['01', '02', '03']) fs.writeFileSync(path.join(folder, `turnout-2026-01-${day}.backup`), 'old');
  fs.writeFileSync(path.join(folder, 'turnout-2026-01-04.backup.part'), 'left by a killed process');
  let now = new Date('2054-11-22T09:00:00Z');
  const first = start({ folder, now: () => now });
  await until('the first backup', async () => (await state())?.succeeded_at === '2054-11-22T09:00:00.000Z');
  now = new Date('2054-11-23T02:00:00Z');
  now = new Date('2054-11-23T03:00:00Z');
  await until('the next backup', async () => (await state())?.succeeded_at === '2054-11-23T03:00:00.000Z');
  await first.stop();
  expect(fs.readdirSync(folder).toSorted()).toEqual(
    [...others, 'turnout-2026-01-03.backup', 'turnout-2054-11-22.backup', 'turnout-2054-11-23.backup'].toSorted(),
  );
  expect(await state()).toMatchObject({ bytes: expect.any(Number), kept: 3, failed_at: null, failure: null });
  expect(await checkBackups(database.db, now)).toMatchObject([{ area: 'Backups', state: 'good' }]);
  expect(await checkBackups(database.db, new Date('2054-11-25T05:00:00Z'))).toMatchObject([{ state: 'bad' }]);
  const target = await newDatabase();
  await restore(target, path.join(folder, 'turnout-2054-11-23.backup'), { ...PLAIN, resumeSteps: true });
  expect(await everything(target)).toEqual(await everything(database));
});

test('OPS-5: of two workers with BACKUP_DIR one makes the backup of a night, and both know about it', async () => {
  const folders = [newFolder(), newFolder()];
  const now = () => new Date('2054-11-22T09:00:00Z');
  const workers = folders.map((folder) => start({ folder, now }));
  await until('the backup', async () => (await state())?.succeeded_at !== undefined && (await state())?.succeeded_at !== null);
  await Promise.all(workers.map(async ({ stop }) => stop()));
  expect(folders.flatMap((folder) => fs.readdirSync(folder))).toEqual(['turnout-2054-11-22.backup']);
});

test('OPS-5: if no worker has BACKUP_DIR, backups are not mentioned', async () => {
  expect(await state()).toBeNull();
  expect(await checkBackups(database.db)).toEqual([]);
});

test('a backup of a future night, made by a clock that was ahead, does not count for that night', async () => {
  await sql`insert into nightly_backups (succeeded_at) values ('2055-11-22T09:00:00Z')`.execute(database.db);
  const folder = newFolder();
  start({ folder, now: () => new Date('2054-11-22T09:00:00Z') });
  await until('the backup', async () => (await state())?.succeeded_at === '2054-11-22T09:00:00.000Z');
  expect(fs.readdirSync(folder)).toEqual(['turnout-2054-11-22.backup']);
});

test('OPS-5: backups of future nights, made by a clock that was ahead, do not count as the newest', async () => {
  const folder = newFolder();
  const ahead = ['turnout-2055-11-22.backup', 'turnout-2055-11-23.backup'];
  for (const name of [...ahead, 'turnout-2054-11-20.backup', 'turnout-2054-11-21.backup']) fs.writeFileSync(path.join(folder, name), 'old');
  start({ folder, keep: 2, now: () => new Date('2054-11-22T09:00:00Z') });
  await until('the backup', async () => (await state())?.succeeded_at === '2054-11-22T09:00:00.000Z');
  expect(fs.readdirSync(folder).toSorted()).toEqual(['turnout-2054-11-21.backup', 'turnout-2054-11-22.backup', ...ahead]);
  expect(await state()).toMatchObject({ kept: 2, failure: null });
});

test('a database that cannot be closed after a backup is reported, and the worker continues', async () => {
  const close = async () => Promise.reject(new Error('The connection broke'));
  start({ folder: newFolder(), open: () => ({ ...database, close }) });
  await until('the failure', async () => typeof (await state())?.failure === 'string');
  expect(await checkBackups(database.db)).toMatchObject([{ state: 'bad', text: 'The last backup failed: The connection broke' }]);
});

test('OPS-6: a backup that fails is reported once, is retried in an hour, and leaves nothing behind', async () => {
  const folder = path.join(parent, 'not mounted');
  let now = new Date('2054-11-22T09:00:00Z');
  const { lines } = start({ folder, now: () => now });
  await until('the failure', async () => typeof (await state())?.failure === 'string');
  expect(await state()).toMatchObject({
    succeeded_at: null,
    failed_at: now.toISOString(),
    failure: expect.stringContaining('does not exist: create it, or mount its disk'),
  });
  expect(await checkBackups(database.db)).toMatchObject([{ state: 'bad', text: expect.stringContaining('The last backup failed') }]);
  now = new Date('2054-11-22T10:00:01Z');
  await until('the next attempt', async () => (await state())?.failed_at === now.toISOString());
  fs.mkdirSync(folder);
  now = new Date('2054-11-22T11:00:02Z');
  await until('the backup', async () => typeof (await state())?.succeeded_at === 'string');
  expect(lines).toEqual(['The nightly backup failed; it is retried in an hour', 'The nightly backup was made']);
  expect((await state())?.failure).toBeNull();
});

test('OPS-6: a folder that goes missing after the backup of the night is reported until it is back', async () => {
  const folder = newFolder();
  let now = new Date('2054-11-22T09:00:00Z');
  start({ folder, now: () => now });
  await until('the backup', async () => typeof (await state())?.succeeded_at === 'string');
  fs.renameSync(folder, `${folder} away`);
  await until('the failure', async () => typeof (await state())?.failure === 'string');
  fs.renameSync(`${folder} away`, folder);
  now = new Date('2054-11-22T10:00:01Z');
  await until('the end of the failure', async () => (await state())?.failure === null);
  expect(await state()).toMatchObject({ succeeded_at: '2054-11-22T09:00:00.000Z', failed_at: null });
});

test('MON-9: the log of a backup, made or failed, contains none of its data', async () => {
  const seriesId = await buildSeries(database.db, { title: 'Canary watching' });
  await buildSignUp(database.db, { form_id: seriesId }, { first_name: 'Canaria', email: 'canaria@canary.example' });
  const lines: string[] = [];
  const log = createLogger({ level: 'trace', environment: 'production', destination: { write: (line) => void lines.push(line) } });
  const folder = newFolder();
  const { stop } = start({ folder, log });
  await until('a backup', () => lines.some((line) => line.includes('The nightly backup was made')));
  await stop();
  await sql`update nightly_backups set succeeded_at = null`.execute(database.db);
  start({ folder: path.join(folder, 'away'), log });
  await until('a failure', () => lines.some((line) => line.includes('The nightly backup failed')));
  expect(lines.filter((line) => /canar/i.test(line))).toEqual([]);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 50, err: { message: expect.stringContaining('does not exist') } });
});
