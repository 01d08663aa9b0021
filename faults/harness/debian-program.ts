import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '#server/testing/processes/process.ts';

/** Packages of libraries that a program needs besides what every Debian has. */
const LIBRARIES: Record<string, readonly string[]> = { haproxy: ['liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'] };

const onPath = (name: string): string | undefined => {
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  return found === '' ? undefined : path.dirname(found);
};

/** Unpacks the package without installing it, so that no service is started; needs no rights. */
function unpack(name: string): string | undefined {
  const folder = temporaryFolder();
  const bin = path.join(folder, 'program');
  fs.mkdirSync(bin, { recursive: true });
  fs.chmodSync(path.dirname(folder), 0o755);
  try {
    execFileSync('apt-get', ['download', '--quiet', name, ...(LIBRARIES[name] ?? [])], { cwd: folder, stdio: 'ignore' });
    for (const file of fs.readdirSync(folder).filter((each) => each.endsWith('.deb')))
      execFileSync('dpkg', ['-x', file, '.'], { cwd: folder });
  } catch {
    return undefined; // Not Debian, or its packages cannot be reached.
  }
  const program = ['usr/sbin', 'usr/bin'].map((place) => path.join(folder, place, name)).find((file) => fs.existsSync(file));
  const libraries = fs.globSync(path.join(folder, 'usr/lib/*-linux-gnu')).join(':');
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`, { mode: 0o755 });
  return bin;
}

/** The folder of a program: where it is installed, otherwise of its Debian package; undefined when there is neither. */
export const debianProgram = (name: string): string | undefined => onPath(name) ?? unpack(name);
