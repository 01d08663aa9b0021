import fs from 'node:fs';

const MAX_BYTES = 1_000_000;

/** In bytes; 0 when there is no log yet. */
export function sizeOfLog(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** @param from the first byte to read */
export function readLog(file: string, from: number): string {
  return fs.readFileSync(file).subarray(from).toString();
}

/** Copies a large log to `.1` and truncates it, since the server keeps the file open; keeps two old files. */
export function rotateLog(file: string): void {
  if (sizeOfLog(file) < MAX_BYTES) return;
  if (fs.existsSync(`${file}.1`)) fs.renameSync(`${file}.1`, `${file}.2`);
  fs.copyFileSync(file, `${file}.1`);
  fs.truncateSync(file);
}
