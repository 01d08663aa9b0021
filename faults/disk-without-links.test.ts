import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { takeBackup } from '#server/backup/take-backup.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { installPackages, mayInstallPackages } from '../scripts/debian-package.ts';
import { runCommand } from './harness/command.ts';
import { newForm, openScene, type Scene } from './harness/scene.ts';

const PATIENCE = { timeout: 60_000 };

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

/** A file of this name that appears during a backup stays as it is. */
async function expectNotReplaced(scene: Scene, file: string): Promise<void> {
  const held = await scene.database.pool.connect();
  await held.query('begin; lock table submissions in access exclusive mode');
  const backup = takeBackup(scene.database, file);
  await expect.poll(() => fs.existsSync(`${file}.part`), PATIENCE).toBe(true);
  fs.writeFileSync(file, 'of somebody else');
  await held.query('rollback');
  held.release();
  await expect(backup).rejects.toThrow(`${file} exists already: a backup replaces nothing`);
  expect(fs.readFileSync(file, 'utf8')).toBe('of somebody else');
  expect(fs.existsSync(`${file}.part`)).toBe(false);
}

test('OPS-17, REL-11: on a disk without hard links a backup is whole, and replaces no file either', async (context) => {
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
