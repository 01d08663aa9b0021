import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openEmbedded, SERVER_SETTINGS, visitorsOf } from './harness/scene.ts';
import { backAfter } from './harness/sign-ups.ts';

const DISK = '300m';
const FULL_MS = 10_000;
const BACK_WITHIN_MS = 10_000;
const MEGABYTE = Buffer.alloc(1_048_576);

/** A disk that is small enough to be filled. */
function mountSmallDisk(): string {
  const disk = temporaryFolder();
  fs.mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** Fills the disk; gives a function that frees it again. */
function fill(disk: string): () => void {
  const file = path.join(disk, 'filler');
  try {
    for (;;) fs.appendFileSync(file, MEGABYTE);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  return () => fs.rmSync(file);
}

test('the disk is full for ten seconds, and free again', async (context) => {
  context.skip(process.getuid?.() !== 0, 'only root may mount a disk');
  const disk = mountSmallDisk();
  const dataDir = path.join(disk, 'data');
  const server = await startReadyProcess({ ...SERVER_SETTINGS, DATA_DIR: dataDir });
  const database = openEmbedded(dataDir);
  const form = await newForm({ database });
  const visitors = visitorsOf(server.url);
  const visiting = visitors.atRate(form, { perSecond: 200, seconds: 30 });
  await sleep(3_000);
  const free = fill(disk);
  await sleep(FULL_MS);
  free();
  const freeAt = performance.now();
  await visiting;
  const back = backAfter(visitors.signUps, freeAt);
  expect(visitors.signUps.answeredWith('refused').length, 'sign-ups while the disk was full').toBeGreaterThan(0);
  await expectNothingLost(context, { visitors, pool: database.pool, note: `back after ${(back / 1_000).toFixed(1)} s` });
  expect(back).toBeLessThan(BACK_WITHIN_MS);
});
