import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chromiumPath } from './chromium.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-browser-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function program(name: string, mode = 0o755) {
  const path = join(folder, name);
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, mode);
  return path;
}

test('CHROMIUM_PATH takes precedence over PATH', async () => {
  await program('chromium');
  const wished = await program('my-browser');
  expect(chromiumPath({ env: { PATH: folder, CHROMIUM_PATH: wished }, platform: 'linux' })).toBe(wished);
});

test('a CHROMIUM_PATH that names no program is refused, even when another browser is installed', async () => {
  await program('chromium');
  expect(() => chromiumPath({ env: { PATH: folder, CHROMIUM_PATH: join(folder, 'gone') }, platform: 'linux' })).toThrow(
    /CHROMIUM_PATH is .*gone/,
  );
});

test.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])(
  '%s on PATH is found',
  async (name) => {
    const path = await program(name);
    expect(chromiumPath({ env: { PATH: folder }, platform: 'linux' })).toBe(path);
  },
);

test.runIf(process.platform !== 'win32')('a file that cannot be run is passed over', async () => {
  await program('chromium', 0o644);
  const chrome = await program('google-chrome');
  expect(chromiumPath({ env: { PATH: folder }, platform: 'linux' })).toBe(chrome);
});

test.each([
  ['darwin', /brew install/],
  ['win32', /winget install/],
] as const)('without a browser %s is told what to install', (platform, advice) => {
  expect(() => chromiumPath({ env: { PATH: folder, PROGRAMFILES: folder }, platform })).toThrow(advice);
});
