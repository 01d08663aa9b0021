import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this is Debian and the process is root, as in a fresh container. */
export const mayInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Waits for other test files that do so. @throws Error when apt-get fails */
export function installPackages(...names: readonly string[]): void {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  const aptGet = (...args: readonly string[]) =>
    execFileSync('flock', [join(tmpdir(), 'turnout-packages.lock'), 'apt-get', ...args], options);
  aptGet('update', '--quiet');
  aptGet('install', '--yes', '--quiet', '--no-install-recommends', ...names);
}
