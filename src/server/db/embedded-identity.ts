import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * As whom PostgreSQL runs, since it refuses to run as root: `self` is who we are; `namespace` is root outside and
 * nobody inside a user namespace, so that all files stay root's; `nobody` is another user, who needs files of its own.
 */
export type Identity = 'self' | 'namespace' | 'nobody';

/** A program with its arguments, and the user it is started as. */
export interface Command {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/** PostgreSQL's programs take defaults from many variables: they get none of ours. */
export const PROGRAM_ENVIRONMENT = process.platform === 'win32' ? undefined : { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

const NOBODY = 65_534;
const UNSHARE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/** The command that runs a program as that identity, in the same process id. */
export function commandAs(identity: Identity, file: string, args: string[]): Command {
  if (identity === 'namespace') return { file: 'unshare', args: [...UNSHARE, file, ...args] };
  if (identity === 'nobody') return { file, args, uid: NOBODY, gid: NOBODY };
  return { file, args };
}

/** Whether that identity can reach a file or folder, through all the folders above it. */
export function canReach(identity: Identity, target: string): boolean {
  if (identity === 'self') return fs.existsSync(target);
  const { file, args, ...ids } = commandAs(identity, '/bin/sh', ['-c', 'test -x "$0"', target]);
  return spawnSync(file, args, { ...ids, cwd: '/', env: PROGRAM_ENVIRONMENT }).status === 0;
}

/**
 * Who runs PostgreSQL here. A namespace is refused by some containers, and inside one a folder that only another
 * user may enter is closed even to root.
 */
export function chooseIdentity(places: readonly string[]): Identity {
  if (process.getuid?.() !== 0) return 'self';
  return places.every((place) => canReach('namespace', place)) ? 'namespace' : 'nobody';
}

function giveAway(target: string, owner: number): void {
  fs.lchownSync(target, owner, owner);
  if (!fs.lstatSync(target).isDirectory()) return;
  for (const name of fs.readdirSync(target)) giveAway(path.join(target, name), owner);
}

/** Hands a folder with all in it to the identity that runs PostgreSQL, when root started it as another one before. */
export function ensureOwner(identity: Identity, folder: string): void {
  if (identity === 'self') return;
  const owner = identity === 'nobody' ? NOBODY : 0;
  if (fs.statSync(folder).uid !== owner) giveAway(folder, owner);
}
