import { beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { AppError } from '#server/errors.ts';
import { countWaitingForLocks, openTestDatabase } from '#server/testing/database.ts';
import { feedbackWriter } from './commands.ts';

const database = await openTestDatabase();
const { db, pool } = database;
const [one, other] = [feedbackWriter(db), feedbackWriter(db)];

let listId = '';
beforeEach(async () => {
  listId = newId();
  await db.insertInto('feedback_lists').values({ id: listId, title: 'Website' }).execute();
});

const good = { rating: 4, comment: 'Good' };
const idsOfEntries = async () => (await db.selectFrom('feedback_entries').select('id').execute()).map(({ id }) => id);
const countOf = async () => (await db.selectFrom('feedback_lists').select('entries_count').executeTakeFirstOrThrow()).entries_count;

/** Lets the statements of both servers begin, so that neither sees the other's rows, before either may write. */
async function atTheSameMoment<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const running = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('feedback_lists').select('id').where('id', '=', listId).forUpdate().execute();
    const begun = calls.map(async (call) => call());
    await expect.poll(async () => countWaitingForLocks(db)).toBe(calls.length);
    return { begun };
  });
  return Promise.all(running.begun);
}

const addAtBoth = async () => atTheSameMoment([one, other].map((writer) => async () => writer.add(listId, good, 'load-1')));

test('IDEM-2: the same key at two servers at the same moment is one entry, and both answer with it', async () => {
  const [first, second] = await addAtBoth();
  expect(first).toEqual(second);
  expect(await idsOfEntries()).toEqual([first!.id]);
  expect(await countOf()).toBe(1);
});

test('IDEM-3: the same key at two servers at the same moment with two bodies is one entry and a conflict', async () => {
  const settled = await atTheSameMoment([
    async () => one.add(listId, good, 'load-1').catch(({ code }: AppError) => code),
    async () => other.add(listId, { ...good, rating: 1 }, 'load-1').catch(({ code }: AppError) => code),
  ]);
  expect(settled.filter((outcome) => outcome === 'conflict')).toHaveLength(1);
  expect(await idsOfEntries()).toHaveLength(1);
});

test.each([
  ['more than a day old', async () => db.updateTable('idempotency_keys').set({ created_at: new Date(0) })],
  ['of a deleted entry', async () => db.deleteFrom('feedback_entries')],
])('IDEM-4, IDEM-5: a key %s is taken once by two servers', async (_, change) => {
  const before = await one.add(listId, good, 'load-1');
  await (await change()).execute();
  const [first, second] = await addAtBoth();
  expect(first).toEqual(second);
  expect(first).not.toEqual(before);
  expect((await idsOfEntries()).filter((id) => id !== before.id)).toEqual([first!.id]);
  await expect(other.add(listId, good, 'load-1')).resolves.toEqual(first);
});

test('an entry that the database refuses does not fail the others', async () => {
  await pool.query(`alter table feedback_entries add constraint no_thirteen check (comment <> '13')`);
  try {
    const settled = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, index) => one.add(listId, { rating: 3, comment: `${index}` }, undefined)),
    );
    expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([13]);
    expect(await idsOfEntries()).toHaveLength(39);
    expect(await countOf()).toBe(39);
  } finally {
    await pool.query('alter table feedback_entries drop constraint no_thirteen');
  }
});
