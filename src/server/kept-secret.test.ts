import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keptSecret } from './kept-secret.ts';
import { temporaryFolder } from './testing/process.ts';

test('a secret is made once, long enough, and readable for its owner only', () => {
  const folder = temporaryFolder();
  const secret = keptSecret(folder, 'session-secret');
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(keptSecret(folder, 'session-secret')).toBe(secret);
  expect(fs.statSync(path.join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['session-secret']);
});

test('secrets of other names and folders are others', () => {
  const folder = temporaryFolder();
  const secrets = [keptSecret(folder, 'a'), keptSecret(folder, 'b'), keptSecret(temporaryFolder(), 'a')];
  expect(new Set(secrets).size).toBe(3);
});
