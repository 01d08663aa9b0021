import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** Parses files as systemd does for its units, without a running systemd. */
const SYSTEMD = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-settings-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const VALUES = { HASH: 'a#b', SPACED: 'a # b', BACKSLASH: 'a\\nb', DOUBLE: 'a"b', ADDRESS: 'smtp://user:a%23b@mail.example.com' };

function settingsFile(quote: (value: string) => string): string {
  const file = path.join(folder, 'environment.d/turnout.conf');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const lines = Object.entries(VALUES).map(([name, value]) => `${name}=${name === 'ADDRESS' ? value : quote(value)}\n`);
  fs.writeFileSync(file, lines.join(''));
  return file;
}

function readByNode(file: string): Record<string, string> {
  const print = 'console.log(JSON.stringify(process.env))';
  return JSON.parse(execFileSync(process.execPath, [`--env-file=${file}`, '--eval', print], { encoding: 'utf8', env: {} }));
}

const readBySystemd = (): string[] =>
  execFileSync(SYSTEMD, { encoding: 'utf8', env: { HOME: folder, XDG_CONFIG_HOME: folder } })
    .trim()
    .split('\n');

test('OPS-15: a value in single quotes is read literally by Node.js and by systemd', (context) => {
  expect(readByNode(settingsFile((value) => `'${value}'`))).toMatchObject(VALUES);
  context.skip(!fs.existsSync(SYSTEMD), 'this machine has no systemd');
  const lines = readBySystemd();
  expect(lines).toContain('HASH=a#b');
  expect(lines).toContain('SPACED="a # b"');
  expect(lines).toContain('BACKSLASH="a\\\\nb"');
  expect(lines).toContain('DOUBLE="a\\"b"');
});

test('without quotes Node.js ends a value at a #, as docs/operations.md says', () => {
  expect(readByNode(settingsFile((value) => value))).toMatchObject({ HASH: 'a', ADDRESS: VALUES.ADDRESS });
});
