import fs from 'node:fs';

/** Without it, a power cut may undo the creation of a file in the folder. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return; // Windows cannot open folders.
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
