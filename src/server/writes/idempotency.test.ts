import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { addOnce, bodyHash, type CallId, purgeIdempotencyKeys } from './idempotency.ts';

const { db } = await openTestDatabase();

const callIdWith = (values: Partial<CallId> = {}): CallId => ({
  scope: 'event_series/add',
  key: 'k',
  bodyHash: bodyHash({ title: 'A' }),
  ...values,
});

/** Adds a series as a command would; gives its id. */
const add = (callId: CallId, title = 'A'): Promise<string> =>
  db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: async () => {
        const id = newId();
        await tx.insertInto('event_series').values({ id, title }).execute();
        return id;
      },
      rowIdOf: (id) => id,
      find: async (id) => (await tx.selectFrom('event_series').select('id').where('id', '=', id).executeTakeFirst())?.id,
    }),
  );

const countSeries = async () => (await db.selectFrom('event_series').select('id').execute()).length;
const ageKeys = (hours: number) =>
  db
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .execute();

describe('adding once', () => {
  test('IDEM-1, IDEM-2: the same key again gives the first answer and writes nothing', async () => {
    const first = await add(callIdWith());
    expect(await add(callIdWith())).toBe(first);
    expect(await countSeries()).toBe(1);
  });

  test('IDEM-2: also when both come at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => add(callIdWith())));
    expect([new Set(ids).size, await countSeries()]).toEqual([1, 1]);
  });

  test('IDEM-3: with another body it is a conflict', async () => {
    await add(callIdWith());
    await expect(add(callIdWith({ bodyHash: bodyHash({ title: 'B' }) }))).rejects.toMatchObject({ code: 'conflict' });
    expect(await countSeries()).toBe(1);
  });

  test('IDEM-4: a key whose row was deleted counts as unused, also with another body', async () => {
    const first = await add(callIdWith());
    await db.deleteFrom('event_series').execute();
    const other = callIdWith({ bodyHash: bodyHash({ title: 'B' }) });
    const second = await add(other);
    expect(second).not.toBe(first);
    expect(await add(other)).toBe(second);
  });

  test('IDEM-5: a key is remembered for 24 hours', async () => {
    const first = await add(callIdWith());
    await ageKeys(23.9);
    expect(await add(callIdWith())).toBe(first);
    await ageKeys(24.1);
    const second = await add(callIdWith({ bodyHash: bodyHash({ title: 'B' }) }));
    expect(second).not.toBe(first);
    await expect(add(callIdWith())).rejects.toMatchObject({ code: 'conflict' });
  });

  test('without a key, with another key or in another scope, it adds again', async () => {
    await add(callIdWith());
    await add(callIdWith({ key: 'other' }));
    await add(callIdWith({ scope: 'event_series/x/event/add' }));
    await add(callIdWith({ key: undefined }));
    await add(callIdWith({ key: undefined }));
    expect(await countSeries()).toBe(5);
  });

  test('a failed add leaves its key unused', async () => {
    const fails = db
      .transaction()
      .execute((tx) =>
        addOnce(tx, callIdWith(), { add: () => Promise.reject(new Error('no')), rowIdOf: String, find: async () => undefined }),
      );
    await expect(fails).rejects.toThrow('no');
    expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });
});

test('IDEM-5: the cleaning deletes only keys older than a day', async () => {
  await add(callIdWith());
  await ageKeys(24.1);
  await add(callIdWith({ key: 'young' }));
  expect(await purgeIdempotencyKeys(db)).toBe(1);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
});
