import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#server/testing/processes/process.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The last commit before limited events, which came with thirteen migrations. */
const EARLIER = 'fd38314a7d2fc42cc7e4c0f71f55651889688b42';
const OPTIONS = { cwd: ROOT, maxBuffer: 1_024 * 1_024 * 1_024 } as const;

/** Copies what Git knows, as it is now, so that a change is tried before it is committed. */
export function copySources(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { ...OPTIONS, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean)) {
    if (fs.existsSync(path.join(ROOT, file))) fs.cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  }
}

const linkPackages = (folder: string): void => fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));

/** This release in a folder of its own with these migrations besides, by their file names; ready to be started. */
export function thisRelease(migrations: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  copySources(folder);
  linkPackages(folder);
  fs.cpSync(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true });
  for (const [file, text] of Object.entries(migrations)) fs.writeFileSync(path.join(folder, 'migrations', file), text);
  return folder;
}

/** Whether this clone has its history. */
export const hasEarlierRelease = (): boolean => spawnSync('git', ['cat-file', '-e', `${EARLIER}^{commit}`], OPTIONS).status === 0;

/** An earlier state of the product, with today's packages, in a folder of its own; ready to be started. */
export function earlierRelease(): string {
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  execFileSync('tar', ['-x'], { cwd: folder, input: execFileSync('git', ['archive', EARLIER], OPTIONS) });
  linkPackages(folder);
  execFileSync(process.execPath, ['scripts/node.mjs', 'scripts/build.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: 'ignore',
  });
  return folder;
}
