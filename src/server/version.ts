import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHOWN_CHARACTERS = 12;

export interface Version {
  readonly version: string;
  /** Undefined if it is not known. */
  readonly commit?: string | undefined;
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return undefined; // An installation without its history, or a branch stored elsewhere.
  }
}

/** The commit of a clone; undefined if it is not a clone. */
function installedCommit(): string | undefined {
  const git = path.join(ROOT, '.git');
  const head = readIfThere(path.join(git, 'HEAD'));
  const branch = head?.startsWith('ref: ') === true ? head.slice('ref: '.length) : undefined;
  if (branch === undefined) return head;
  const packed = readIfThere(path.join(git, 'packed-refs'))?.split('\n') ?? [];
  return readIfThere(path.join(git, branch)) ?? packed.find((line) => line.endsWith(` ${branch}`))?.split(' ', 1)[0];
}

/** The installed version. @param commit from the setting COMMIT, such as in an image without a clone */
export function readVersion(commit: string | undefined): Version {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
  return { version, commit: (commit ?? installedCommit())?.slice(0, SHOWN_CHARACTERS) };
}
