import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import v8 from 'node:v8';
import { expect, test, vi } from 'vitest';
import { csvFile } from '#server/csv-file.ts';

const EARLY = ['--semi-space-growth-factor=1', '--heap-growing-percent=100'];
const AS_USUAL = ['--semi-space-growth-factor=2', '--heap-growing-percent=200'];

async function* endless(): AsyncGenerator<string[][]> {
  for (;;) yield [['x'.repeat(100_000)]];
}

async function* broken(): AsyncGenerator<string[][]> {
  yield [['x']];
  throw new Error('The database does not answer');
}

async function begin(): Promise<Readable> {
  const file = csvFile(['a'], endless());
  await new Promise((resolve) => {
    file.once('readable', resolve);
  });
  return file;
}

const cutOff = async (file: Readable): Promise<void> =>
  new Promise((resolve) => {
    file.once('close', () => resolve());
    file.destroy();
  });

/** The flags that V8 was given during `work`. */
async function flagsDuring(work: (flags: () => string[]) => Promise<unknown>): Promise<string[]> {
  const setFlags = vi.spyOn(v8, 'setFlagsFromString');
  const flags = () => setFlags.mock.calls.map(([flag]) => flag);
  await work(flags);
  const all = flags();
  setFlags.mockRestore();
  return all;
}

test('garbage is collected earlier while a file is read, and as usual after its end', async () => {
  const flags = await flagsDuring(async () => buffer(csvFile(['a'], (async function* none() {})())));
  expect(flags).toEqual([...EARLY, ...AS_USUAL]);
});

test('after a file that is cut off or breaks, garbage is collected as usual', async () => {
  const ofCutOff = await flagsDuring(async () => cutOff(await begin()));
  const ofBroken = await flagsDuring(async () => expect(buffer(csvFile(['a'], broken()))).rejects.toThrow('The database does not answer'));
  expect([ofCutOff, ofBroken]).toEqual([
    [...EARLY, ...AS_USUAL],
    [...EARLY, ...AS_USUAL],
  ]);
});

test('of two files at once, garbage is collected as usual only after the second', async () => {
  const flags = await flagsDuring(async (given) => {
    const files = [await begin(), await begin()] as const;
    await cutOff(files[0]);
    expect(given()).toEqual(EARLY);
    await cutOff(files[1]);
  });
  expect(flags).toEqual([...EARLY, ...AS_USUAL]);
});

test('a file that nobody reads changes nothing', async () => {
  expect(await flagsDuring(async () => cutOff(csvFile(['a'], endless())))).toEqual([]);
});
