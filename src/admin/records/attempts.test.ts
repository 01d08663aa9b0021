import { expect, test } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import { createAttempts } from './attempts.ts';

const answered = (status: number) =>
  new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: 'Refused', status, detail: 'Refused.' } });

/** Sends titles, one after the other, each of which ends with its error, if it has one; returns the keys they were sent with. */
async function keysOf(...calls: readonly (readonly [title: string, error?: Error])[]): Promise<string[]> {
  const keys: string[] = [];
  const { send } = createAttempts<void>(() => `key ${keys.length + 1}`);
  for (const [title] of calls) {
    const sent = send({ title }, async (key) => {
      const error = calls[keys.length]?.[1];
      keys.push(key);
      if (error !== undefined) throw error;
    });
    await sent.catch(() => undefined);
  }
  return keys;
}

test('IDEM-1: the same body keeps its key until there is an answer, so it is added only once', async () => {
  const lost = new ApiError({ kind: 'unreachable' });
  expect(await keysOf(['Brunch', lost], ['Brunch', answered(503)], ['Brunch'], ['Brunch'])).toEqual(['key 1', 'key 1', 'key 1', 'key 4']);
});

test('IDEM-3: a changed body gets a new key, so it is not refused as a different add', async () => {
  const lost = new ApiError({ kind: 'timed_out' });
  expect(await keysOf(['Brunch', lost], ['Lunch', lost], ['Brunch', lost])).toEqual(['key 1', 'key 2', 'key 3']);
});

test('a body that was refused gets a new key', async () => {
  expect(await keysOf(['Brunch', answered(422)], ['Brunch'])).toEqual(['key 1', 'key 2']);
});

test('only a call that got no answer is repeated, whatever else has changed since', async () => {
  const { send, isRepeat } = createAttempts<number>();
  const first = send({ title: 'Brunch' }, () => Promise.reject(new ApiError({ kind: 'unreachable' })));
  await expect(first).rejects.toThrow('could not be reached');
  expect([isRepeat({ title: 'Brunch' }), isRepeat({ title: 'Lunch' })]).toEqual([true, false]);
  await expect(send({ title: 'Brunch' }, async () => 2)).rejects.toThrow('could not be reached');
});
