import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
const OWNER_ONLY = 0o600;

/** Keeps the databases from being garbage-collected, which would release their locks. */
const held = new Set<DatabaseSync>();

/** By SQLite: its lock ends with the process and holds between containers that share the folder, unlike a process id. */
function lockFile(file: string): DatabaseSync | undefined {
  if (fs.existsSync(file)) fs.chmodSync(file, OWNER_ONLY);
  else fs.closeSync(fs.openSync(file, 'a', OWNER_ONLY)); // SQLite gives its journal the permissions of the file.
  const database = new DatabaseSync(file);
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw new Error(`${file} cannot be locked: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Locks a folder, created when missing; `holder` describes this process to others that try to lock it. */
export async function lockFolder(folder: string, holder: string): Promise<{ release: () => Promise<void> } | { heldBy: string }> {
  fs.mkdirSync(folder, { recursive: true });
  const holderFile = path.join(folder, '.lock-holder');
  const lock = lockFile(path.join(folder, '.lock'));
  if (lock === undefined) return { heldBy: fs.existsSync(holderFile) ? fs.readFileSync(holderFile, 'utf8') : 'it has just started' };
  held.add(lock);
  fs.rmSync(holderFile, { force: true }); // An existing file would keep its permissions.
  fs.writeFileSync(holderFile, holder, { mode: OWNER_ONLY });
  return {
    release: async () => {
      if (!held.delete(lock)) return;
      fs.rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}
