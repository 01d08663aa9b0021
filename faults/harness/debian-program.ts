import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#server/testing/processes/process.ts';

const DOWNLOADED_WITHIN_MS = 60_000;

const onPath = (name: string): string | undefined => {
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  return found === '' ? undefined : path.dirname(found);
};

/** Debian packages that were unpacked, without installing them. */
export interface Unpacked {
  readonly folder: string;
  /** The folders of their programs. */
  readonly bin: readonly string[];
  /** Their libraries, as a search path for their programs. */
  readonly libraries: string;
}

/**
 * Unpacks packages together with the packages that they depend on and this machine lacks; installs and starts nothing, and does not need root. Undefined if
 * this is not Debian, or if the packages cannot be downloaded within a minute.
 */
export function unpackPackages(...names: readonly string[]): Unpacked | undefined {
  const folder = temporaryFolder();
  const archives = path.join(folder, 'archives');
  fs.mkdirSync(path.join(archives, 'partial'), { recursive: true });
  fs.chmodSync(path.dirname(folder), 0o755);
  const options = ['--yes', '--quiet', '--reinstall', '--download-only', '--no-install-recommends', '-o', 'Debug::NoLocking=1'];
  try {
    const archivesHere = ['-o', `Dir::Cache::Archives=${archives}`];
    execFileSync('apt-get', ['install', ...options, ...archivesHere, ...names], { stdio: 'ignore', timeout: DOWNLOADED_WITHIN_MS });
    for (const file of fs.globSync(path.join(archives, '*.deb'))) execFileSync('dpkg', ['-x', file, folder]);
  } catch {
    return undefined;
  }
  return {
    folder,
    bin: ['usr/sbin', 'usr/bin', ...fs.globSync('usr/lib/postgresql/*/bin', { cwd: folder })].map((place) => path.join(folder, place)),
    libraries: fs.globSync(path.join(folder, '{usr/,}lib/*-linux-gnu')).join(':'),
  };
}

/** The folder of an installed program, otherwise that of its unpacked Debian package; undefined if there is neither. */
export function debianProgram(name: string): string | undefined {
  const installed = onPath(name);
  if (installed !== undefined) return installed;
  const unpacked = unpackPackages(name);
  const program = unpacked?.bin.map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
  if (unpacked === undefined || program === undefined) return undefined;
  const bin = path.join(unpacked.folder, 'program');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\nLD_LIBRARY_PATH='${unpacked.libraries}' exec '${program}' "$@"\n`, { mode: 0o755 });
  return bin;
}
