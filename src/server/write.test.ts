import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { Notice } from '#server/live/notice.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addSeries } from '#server/testing/staff-calls.ts';
import { ADA } from '#server/testing/writes.ts';
import { write } from './write.ts';

const server = await createTestServer();
const { db } = server;

function recordedDeps() {
  const notices: Notice[] = [];
  const countForms = async () => (await db.selectFrom('forms').select('id').execute()).length;
  const counts: Promise<number>[] = [];
  return {
    notices,
    counts,
    deps: { db, canMail: true, notify: (...changes: Notice[]) => void (notices.push(...changes), counts.push(countForms())) },
  };
}

const form = () => ({ id: newId(), kind: 'series' as const, title: 'Fire safety' });

test('LIV-3: what a write changes is notified once for each topic, after its commit and without a person', async () => {
  const { deps, notices, counts } = recordedDeps();
  const answer = await write(deps, { ...ADA, tab: 'abcdefgh' }, async (w) => {
    await w.insertInto('forms').values(form()).execute();
    w.changed({ topic: 'dashboard' }, { topic: 'event/1', ids: ['a'] });
    w.changed({ topic: 'dashboard' }, { topic: 'event/1', ids: ['b'] });
    expect(notices).toEqual([]);
    return w.by.name;
  });
  expect(answer).toBe('Ada Marsh');
  const nobody = { added: 0, by: null, name: null };
  expect(notices).toEqual([
    { topic: 'dashboard', ids: [], ...nobody },
    { topic: 'event/1', ids: ['a', 'b'], ...nobody },
  ]);
  expect(await Promise.all(counts)).toEqual([1]);
});

test('LIV-3: a write that fails changes nothing and notifies nobody', async () => {
  const { deps, notices } = recordedDeps();
  const failed = write(deps, ADA, async (w) => {
    await w.insertInto('forms').values(form()).execute();
    w.changed({ topic: 'dashboard' });
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(notices).toEqual([]);
  expect(await db.selectFrom('forms').select('id').execute()).toEqual([]);
});

test('a write within a write is refused, and one after another is not', async () => {
  const { deps } = recordedDeps();
  const once = () => write(deps, ADA, async () => 'done');
  await expect(write(deps, ADA, once)).rejects.toThrow('A write within a write');
  expect([await once(), await once()]).toEqual(['done', 'done']);
});

test('LIV-4: a change says which tab made it, and no other header', async () => {
  const reader = await readLive(server.url);
  const { id } = await addSeries(server);
  const edit = (tab: string) => server.post(`/event_series/${id}/edit`, { title: 'Changed' }, { headers: { tab } });
  expect((await edit('tab 1')).status).toBe(400);
  expect((await edit('qwertzui')).status).toBe(200);
  const changes = () => reader.events.flatMap(({ data }) => data.topics ?? []).filter(({ topic }) => topic === `series/${id}`);
  await expect.poll(changes).toMatchObject([{ by: 'ada@example.com', tab: 'qwertzui' }]);
});
