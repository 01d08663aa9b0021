import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { GatheredChanges, payloadOf } from './notice.ts';

const change = (values: Partial<LiveChange> = {}): LiveChange => ({
  topic: 'dashboard',
  added: 0,
  ids: [],
  by: null,
  name: null,
  ...values,
});
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

function gathered(...changes: LiveChange[]): LiveChange[] {
  const all = new GatheredChanges<string>();
  for (const each of changes) all.add(each);
  expect(all.isEmpty).toBe(false);
  const taken = all.take();
  expect(all.isEmpty).toBe(true);
  return taken;
}

test('LIV-3: changes of a topic by the same person are one, with their sum and their submissions once each', () => {
  const bo = { by: 'bo@example.com', name: 'Bo Lind' };
  expect(
    gathered(change({ added: 2, ids: ['a'] }), change({ added: 1, ids: ['a', 'b'] }), change(bo), change({ topic: 'attention' })),
  ).toEqual([change({ added: 3, ids: ['a', 'b'] }), change(bo), change({ topic: 'attention' })]);
});

test('LIV-3: more than 50 submissions are not named, nor is one of them later', () => {
  expect(gathered(change({ ids: ids(50) }))[0]?.ids).toHaveLength(50);
  expect(gathered(change({ ids: ids(51) }), change({ ids: ['a'] }))).toEqual([change({ ids: null })]);
  expect(gathered(change({ ids: null }), change({ ids: ['a'] }))).toEqual([change({ ids: null })]);
  expect(gathered(change({ joined: ids(51) }), change({ ids: ['a'], joined: ['b'] }))).toEqual([change({ ids: ['a'], joined: null })]);
});

test('LIV-5: a payload over 7,500 bytes names topics only, and over that says that screens have to read again', () => {
  const topics = (count: number, named: number) => ids(count).map((id) => change({ topic: `event/${id}`, ids: ids(named) }));
  const short = topics(3, 30);
  expect(JSON.parse(payloadOf(short))).toEqual(short);
  const long = topics(10, 50);
  expect(JSON.parse(payloadOf(long))).toEqual(long.map((each) => ({ ...each, ids: null })));
  const joined = long.map((each) => ({ ...each, joined: each.ids, ids: ['a'] }));
  expect(JSON.parse(payloadOf(joined))).toEqual(joined.map((each) => ({ ...each, joined: null })));
  expect(payloadOf(topics(100, 0))).toBe('null');
  const accented = Array.from({ length: 40 }, (_, index) => change({ topic: `event/${index}`, name: 'Žofie Šťastná'.repeat(8) }));
  expect(Buffer.byteLength(payloadOf(accented))).toBeLessThanOrEqual(7_500);
});
