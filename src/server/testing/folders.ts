import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder that is removed after the last test of the file. */
export function temporaryFolderOfFile(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-file-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
