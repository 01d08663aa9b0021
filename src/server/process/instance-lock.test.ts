import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { lockFolder } from './instance-lock.ts';

const LOCK_MODULE = new URL('./instance-lock.ts', import.meta.url).href;

async function lock(folder: string, holder = 'the test') {
  const held = await lockFolder(folder, holder);
  if ('heldBy' in held) throw new Error(`held by ${held.heldBy}`);
  return held;
}

test('a locked folder names its holder, and can be locked after the release', async () => {
  const folder = temporaryFolder();
  const first = await lock(folder, 'process 7, http://localhost:3000');
  expect(await lockFolder(folder, 'me')).toEqual({ heldBy: 'process 7, http://localhost:3000' });
  await first.release();
  await (await lock(folder)).release();
});

test('SEC-16, SEC-34: only their owner can read the files of a lock', async () => {
  const folder = temporaryFolder();
  const held = await lock(folder);
  const files = fs.readdirSync(folder);
  expect(files).toContain('.lock-journal');
  expect(files.map((name) => (fs.statSync(path.join(folder, name)).mode & 0o777).toString(8))).toEqual(files.map(() => '600'));
  await held.release();
});

test('a lock applies to the same folder by another path, and to no other folder', async () => {
  const folder = temporaryFolder();
  const first = await lock(folder);
  fs.symlinkSync(folder, `${folder}-link`);
  expect(await lockFolder(`${folder}-link`, 'me')).toEqual({ heldBy: 'the test' });
  await (await lock(path.join(folder, 'another'))).release();
  await first.release();
});

test('a killed process holds no lock', async () => {
  const folder = temporaryFolder();
  const script = `const { lockFolder } = await import(${JSON.stringify(LOCK_MODULE)});
    await lockFolder(process.argv[1], 'a child'); process.stdout.write('held'); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(await lockFolder(folder, 'me')).toEqual({ heldBy: 'a child' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await lock(folder)).release();
});
