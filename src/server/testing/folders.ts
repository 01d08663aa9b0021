import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A new folder for a test file, gone after its last test. */
export function temporaryFolderOfFile(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-file-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
