import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { nightlyBackups } from '#server/backup/nightly-backups.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { readBackupsState } from '#server/doctor/check-backups.ts';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { installPackages, mayInstallPackages } from '../scripts/debian-package.ts';
import { runCommand } from './harness/command.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openEmbedded, openScene, type Scene, SERVER_SETTINGS, visitorsOf } from './harness/scene.ts';
import { backAfter } from './harness/sign-ups.ts';

const DISK = '300m';
const FULL_MS = 10_000;
const BACK_WITHIN_MS = 10_000;
const PATIENCE = { timeout: 60_000 };
const HOUR_MS = 3_600_000;
const MEGABYTE = Buffer.alloc(1_048_576);

/** A disk small enough to be filled. */
function mountSmallDisk(size: string): string {
  const disk = temporaryFolder();
  fs.mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Fills the disk; gives a function that frees it again. */
function fill(disk: string): () => void {
  const file = path.join(disk, 'filler');
  try {
    for (;;) fs.appendFileSync(file, MEGABYTE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
  return () => fs.rmSync(file);
}

test('the disk is full for ten seconds, and free again', async (context) => {
  context.skip(process.getuid?.() !== 0, 'only root may mount a disk');
  const disk = mountSmallDisk(DISK);
  const dataDir = path.join(disk, 'data');
  const server = await startReadyProcess({ ...SERVER_SETTINGS, DATA_DIR: dataDir });
  const database = openEmbedded(dataDir);
  const form = await newForm({ database });
  const visitors = visitorsOf(server.url);
  const visiting = visitors.atRate(form, { perSecond: 200, seconds: 24 });
  await sleep(3_000);
  const free = fill(disk);
  await sleep(FULL_MS);
  free();
  const freeAt = performance.now();
  await visiting;
  const back = backAfter(visitors.signUps, freeAt);
  expect(visitors.signUps.answeredWith('refused').length, 'sign-ups while the disk was full').toBeGreaterThan(0);
  await expectNothingLost(context, { visitors, pool: database.pool, note: `back after ${(back / 1_000).toFixed(1)} s` });
  expect(back).toBeLessThan(BACK_WITHIN_MS);
});

test('OPS-12: on a full disk neither a manual nor a nightly backup leaves a file, each says why, and the next one succeeds when there is space', async (context) => {
  context.skip(process.getuid?.() !== 0, 'only root may mount a disk');
  const scene = await openScene();
  const form = await newForm(scene);
  // Two megabytes that cannot be compressed.
  await scene.database.pool.query(
    "update forms set email_template = (select string_agg(md5(random()::text || line), '') from generate_series(1, 65536) as line) where id = $1",
    [form.seriesId],
  );
  const disk = mountSmallDisk('512k');
  const file = path.join(disk, 'rows.backup');
  const end = await runCommand('backup.ts', { DATABASE_URL: scene.embedded.url }, file);
  expect(end).toEqual({ code: 1, said: `No backup was made. There is no space left for ${file}\n` });
  expect(fs.readdirSync(disk)).toEqual([]);

  let now = new Date();
  const lines: string[] = [];
  const { db } = scene.database;
  const backUp = nightlyBackups({
    db,
    folder: disk,
    keep: 3,
    timeZone: 'Europe/London',
    log: { error: (_, message) => void lines.push(message), info: (_, message) => void lines.push(message) },
    open: () => ({ ...scene.database, close: async () => undefined }),
    now: () => now,
  });
  const { signal } = new AbortController();
  await backUp(signal);
  expect((await readBackupsState(db))?.failure).toContain(`No backup was made. There is no space left for ${disk}`);
  expect(fs.readdirSync(disk)).toEqual([]);
  execFileSync('mount', ['-o', 'remount,size=64m', disk]);
  now = new Date(now.getTime() + HOUR_MS + 1);
  await backUp(signal);
  expect(await readBackupsState(db)).toMatchObject({ succeeded_at: now.toISOString(), kept: 1, failure: null });
  expect(lines).toEqual(['The nightly backup failed; it is retried in an hour', 'The nightly backup was made']);
});

/** A disk with exFAT, as USB sticks have it; undefined where none can be mounted. */
function mountExfat(): string | undefined {
  const folder = temporaryFolder();
  const [image, disk] = [path.join(folder, 'image'), path.join(folder, 'disk')];
  fs.mkdirSync(disk, { recursive: true });
  fs.writeFileSync(image, '');
  fs.truncateSync(image, 8_388_608);
  try {
    if (!fs.existsSync('/usr/sbin/mount.exfat-fuse')) installPackages('exfat-fuse', 'exfatprogs');
    execFileSync('mkfs.exfat', [image], { stdio: 'ignore' });
    execFileSync('mount', ['-t', 'exfat-fuse', '-o', 'loop', image, disk], { stdio: 'ignore' });
  } catch {
    return undefined; // Its packages cannot be reached, or there are no loop devices, as in most containers.
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Without its first line, which says when it was made. */
const rowsOf = (file: string): string => zlib.gunzipSync(fs.readFileSync(file)).toString().replace(/^.*\n/, '');

/** A file of this name that appears during a backup is not changed. */
async function expectNotReplaced(scene: Scene, file: string): Promise<void> {
  const held = await scene.database.pool.connect();
  await held.query('begin; lock table submissions in access exclusive mode');
  const backup = takeBackup(scene.database, file);
  await expect.poll(() => fs.existsSync(`${file}.part`), PATIENCE).toBe(true);
  fs.writeFileSync(file, 'of someone else');
  await held.query('rollback');
  held.release();
  await expect(backup).rejects.toThrow(`${file} already exists: a backup never replaces a file`);
  expect(fs.readFileSync(file, 'utf8')).toBe('of someone else');
  expect(fs.existsSync(`${file}.part`)).toBe(false);
}

test('OPS-17, REL-11: on a disk without hard links a backup is complete, and does not replace a file either', async (context) => {
  const disk = mayInstallPackages() ? mountExfat() : undefined;
  context.skip(disk === undefined, 'exFAT cannot be mounted here; it takes root, Debian and loop devices');
  const scene = await openScene();
  await newForm(scene);
  const settings = { DATABASE_URL: scene.embedded.url };
  const [here, elsewhere] = [path.join(disk!, 'rows.backup'), path.join(temporaryFolder(), 'rows.backup')];
  fs.mkdirSync(path.dirname(elsewhere));
  for (const file of [here, elsewhere]) expect(await runCommand('backup.ts', settings, file)).toMatchObject({ code: 0 });
  expect(() => fs.linkSync(here, path.join(disk!, 'link'))).toThrow(/EPERM|ENOSYS|ENOTSUP/);
  expect(rowsOf(here)).toBe(rowsOf(elsewhere));
  expect(fs.readdirSync(disk!)).toEqual(['rows.backup']);

  for (const folder of [disk!, path.dirname(elsewhere)]) await expectNotReplaced(scene, path.join(folder, 'other.backup'));
});
