import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hourlyWriter } from './hourly-writer.ts';

test('an item is written once in its time, one item after another, and a failed one by the next call', async () => {
  const written: string[] = [];
  let running = 0;
  let isBroken = true;
  const write = hourlyWriter<string>(
    (item) => item,
    async (item) => {
      running += 1;
      expect(running).toBe(1);
      await sleep(1);
      running -= 1;
      if (item === 'fails' && isBroken) throw new Error('The database is away');
      written.push(item);
    },
    300,
  );
  for (const item of ['one', 'fails', 'one', 'two']) write(item);
  await vi.waitFor(() => expect(written).toEqual(['one', 'two']));
  isBroken = false;
  for (const item of ['one', 'fails']) write(item);
  await vi.waitFor(() => expect(written).toEqual(['one', 'two', 'fails']));
  await sleep(350);
  write('one');
  await vi.waitFor(() => expect(written).toEqual(['one', 'two', 'fails', 'one']));
});
