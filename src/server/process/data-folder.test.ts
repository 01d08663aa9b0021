import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { loadOrCreateSecret, openDataFolder } from './data-folder.ts';

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

test('DEP-4: a DATA_DIR that cannot be a folder is named as the setting that it is', () => {
  const folder = temporaryFolder();
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  for (const dataDir of [file, path.join(file, 'below'), '/proc/turnout/data'])
    expect(() => openDataFolder(dataDir)).toThrow(`DATA_DIR ${dataDir} must be a folder that this user can write to`);
});

test('a secret is created once, is long enough, and only its owner can read it', () => {
  const folder = temporaryFolder();
  const secret = loadOrCreateSecret(folder, 'session-secret');
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateSecret(folder, 'session-secret')).toBe(secret);
  expect(fs.statSync(path.join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['session-secret']);
});

test('other names and folders have other secrets', () => {
  const folder = temporaryFolder();
  const secrets = [loadOrCreateSecret(folder, 'a'), loadOrCreateSecret(folder, 'b'), loadOrCreateSecret(temporaryFolder(), 'a')];
  expect(new Set(secrets).size).toBe(3);
});

test.each([
  ['an empty one', ''],
  ['one of four bytes', 'abcd'],
  ['one of blanks', ' '.repeat(40)],
  ['one cut short', 'x'.repeat(31)],
])('REL-20: %s is refused, and the message names the file', (_what, contents) => {
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  const file = path.join(folder, 'session-secret');
  fs.writeFileSync(file, contents);
  expect(() => loadOrCreateSecret(folder, 'session-secret')).toThrow(`${file} holds fewer than 32 characters`);
  fs.rmSync(file);
  expect(loadOrCreateSecret(folder, 'session-secret').length).toBeGreaterThanOrEqual(32);
});

test.skipIf(process.platform === 'win32')('REL-20: a new secret and its name are on disk before it is used', () => {
  const flushed = vi.spyOn(fs, 'fsyncSync');
  const folder = temporaryFolder();
  loadOrCreateSecret(folder, 'session-secret');
  expect(flushed).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});
