import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { flushFolder } from '#server/flush-folder.ts';

const isFolder = (folder: string): boolean => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

/** Not by Node's recursive call, which never returns below /proc. Another process may do the same. */
function makeFolder(folder: string, mode: number): void {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

/** Creates DATA_DIR when it is missing, and removes the access of other users when the folder is ours. @throws Error naming the setting */
export function openDataFolder(dataDir: string): void {
  // Root may start PostgreSQL as another user, who has to pass through the folder, though not list or read it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    makeFolder(dataDir, mode);
    fs.accessSync(dataDir, fs.constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATA_DIR ${dataDir} must be a folder that this user can write to: ${reason}`, { cause: error });
  }
  const { mode: current, uid } = fs.statSync(dataDir);
  const isOurs = uid === process.getuid?.();
  if (isOurs && (current & 0o777 & ~mode) !== 0) fs.chmodSync(dataDir, current & mode);
}

const SECRET_BYTES = 32;
const MIN_CHARACTERS = 32;

/** The file is linked when complete, so that two processes that start at the same time use the same secret. */
function createSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(draft);
  }
  flushFolder(path.dirname(file));
}

/** Reads the secret from a file, created at the first call. @throws Error when the file is too short for a secret */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  openDataFolder(dataDir);
  if (!fs.existsSync(file)) createSecret(file);
  const secret = fs.readFileSync(file, 'utf8');
  if (secret.trim().length >= MIN_CHARACTERS) return secret;
  throw new Error(
    `${file} holds fewer than ${MIN_CHARACTERS} characters, which is not a secret: delete it, and the next start creates a new one. Staff must then sign in again.`,
  );
}
