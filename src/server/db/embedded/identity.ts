import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The user that PostgreSQL runs as, since it refuses to run as root: `self` is our own user; `namespace` is root outside and nobody
 * inside a user namespace, so that root owns all files; `nobody` is another user, who needs to own the files.
 */
export type Identity = 'self' | 'namespace' | 'nobody';

export type Command = ReturnType<typeof commandAs>;

/** PostgreSQL's programs read many environment variables, so they do not inherit ours. */
export const PROGRAM_ENVIRONMENT = process.platform === 'win32' ? undefined : { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
const NOBODY = 65_534;
const UNSHARE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/** The command that runs a program as this identity; the program keeps the process id. */
export function commandAs(identity: Identity, file: string, args: string[]) {
  if (identity === 'namespace') return { file: 'unshare', args: [...UNSHARE, file, ...args] };
  if (identity === 'nobody') return { file, args, uid: NOBODY, gid: NOBODY };
  return { file, args };
}

/** Whether this identity can reach a file or folder through all its parent folders. */
export function canReach(identity: Identity, target: string): boolean {
  if (identity === 'self') return fs.existsSync(target);
  const { file, args, ...ids } = commandAs(identity, '/bin/sh', ['-c', 'test -x "$0"', target]);
  return spawnSync(file, args, { ...ids, cwd: '/', env: PROGRAM_ENVIRONMENT }).status === 0;
}

/** Some containers refuse namespaces, and inside one even root cannot enter a folder that is closed to others. */
export function chooseIdentity(paths: readonly string[]): Identity {
  if (process.getuid?.() !== 0) return 'self';
  return paths.every((each) => canReach('namespace', each)) ? 'namespace' : 'nobody';
}

function changeOwner(target: string, owner: number): void {
  fs.lchownSync(target, owner, owner);
  if (!fs.lstatSync(target).isDirectory()) return;
  for (const name of fs.readdirSync(target)) changeOwner(path.join(target, name), owner);
}

/** Changes the owner of a folder and its contents, when an earlier start ran PostgreSQL as another identity. */
export function ensureOwner(identity: Identity, folder: string): void {
  if (identity === 'self') return;
  const owner = identity === 'nobody' ? NOBODY : 0;
  if (fs.statSync(folder).uid !== owner) changeOwner(folder, owner);
}
