import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this is Debian and the process is root, as in a fresh container. */
export const mayInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** @throws Error when apt-get fails */
export function installPackages(...names: readonly string[]): void {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '--quiet'], options);
  execFileSync('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...names], options);
}
