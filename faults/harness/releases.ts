import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#server/testing/processes/process.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OPTIONS = { cwd: ROOT, maxBuffer: 1_024 * 1_024 * 1_024 } as const;

/** Copies the files that Git tracks, with uncommitted changes, so that a change can be tested before it is committed. */
export function copySources(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { ...OPTIONS, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean)) {
    if (fs.existsSync(path.join(ROOT, file))) fs.cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  }
}

const linkPackages = (folder: string): void => fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));

/** This release in a separate folder, with these additional migrations by their file names; ready to be started. */
export function thisRelease(migrations: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  copySources(folder);
  linkPackages(folder);
  fs.cpSync(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true });
  for (const [file, text] of Object.entries(migrations)) fs.writeFileSync(path.join(folder, 'migrations', file), text);
  return folder;
}
