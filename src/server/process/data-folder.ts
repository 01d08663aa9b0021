import fs from 'node:fs';

/** Creates DATA_DIR when it is missing, and removes the access of other users when the folder is ours. */
export function openDataFolder(dataDir: string): void {
  // Root may start PostgreSQL as another user, who has to pass through the folder, though not list or read it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  fs.mkdirSync(dataDir, { recursive: true, mode });
  const { mode: current, uid } = fs.statSync(dataDir);
  const isOurs = uid === process.getuid?.();
  if (isOurs && (current & 0o777 & ~mode) !== 0) fs.chmodSync(dataDir, current & mode);
}
