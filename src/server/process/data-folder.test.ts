import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { openDataFolder } from './data-folder.ts';

const modeOf = (folder: string) => fs.statSync(folder).mode & 0o777;
const isRoot = process.getuid?.() === 0;

test('SEC-16: only its owner can read DATA_DIR, whether it is new or was open', () => {
  const folder = temporaryFolder();
  openDataFolder(folder);
  expect(modeOf(folder)).toBe(isRoot ? 0o711 : 0o700);
  fs.chmodSync(folder, 0o755);
  openDataFolder(folder);
  expect(modeOf(folder)).toBe(isRoot ? 0o711 : 0o700);
});

test('SEC-16: a folder with stricter permissions keeps them', () => {
  const folder = temporaryFolder();
  fs.mkdirSync(folder, { mode: 0o700 });
  openDataFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
  openDataFolder(path.join(folder, 'deep', 'down'));
  expect(modeOf(path.join(folder, 'deep', 'down'))).toBe(isRoot ? 0o711 : 0o700);
});
