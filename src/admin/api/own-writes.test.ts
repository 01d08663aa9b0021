import '#admin/testing/window.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createCall } from '#admin/session/call.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import { liveCalls } from '#contract/live.ts';
import { OwnWrites } from './own-writes.ts';

const readAt = (dataUpdatedAt: number, dataUpdateCount = 1) => ({ state: { dataUpdatedAt, dataUpdateCount } });
const SOON_MS = 1_000;
const soon = () => Date.now() + SOON_MS;

test('LIV-13: this tab’s writes are shown by reads after the answer, and by no others', async () => {
  const writes = new OwnWrites();
  const before = readAt(Date.now() - SOON_MS);
  await writes.during(async () => undefined);
  expect([before, readAt(soon())].map((read) => writes.areShownBy(read))).toEqual([false, true]);
});

test('LIV-13: during a write no read shows its effect, and a failed write counts as answered', async () => {
  const writes = new OwnWrites();
  const read = readAt(soon());
  const seen: boolean[] = [];
  const failing = writes.during(async () => {
    seen.push(writes.areShownBy(read));
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect([...seen, writes.areShownBy(readAt(soon()))]).toEqual([false, true]);
});

test('LIV-13: a read in progress when the write was answered may be older than it; the next is not', async () => {
  const writes = new OwnWrites();
  const read = readAt(0);
  writes.readsUnderWay = () => [read];
  await writes.during(async () => undefined);
  Object.assign(read.state, { dataUpdatedAt: soon(), dataUpdateCount: 2 });
  expect(writes.areShownBy(read)).toBe(false);
  read.state.dataUpdateCount = 3;
  expect(writes.areShownBy(read)).toBe(true);
});

test('LIV-13: each tab has its own name of eight letters', () => {
  const [one, other] = [new OwnWrites().tab, new OwnWrites().tab];
  expect(one).toMatch(/^[a-z]{8}$/);
  expect(other).not.toBe(one);
});

test('LIV-13: a write names its tab and counts as one, and a call that changes nothing does neither', async () => {
  const tabs: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    tabs.push(headers['tab']);
    response.end('{"data": {}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const writes = new OwnWrites();
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { call } = createCall({ base, writes, session: { getToken: async () => 'x', renew: async () => undefined }, log: () => undefined });
  const id = crypto.randomUUID();
  await call(liveCalls.sayPresence, { body: { topic: `event/${id}` } });
  expect(writes.areShownBy(readAt(0))).toBe(true);
  await call(feedbackCalls.deleteFeedbackList, { params: { id } }).catch(() => undefined);
  expect(writes.areShownBy(readAt(0))).toBe(false);
  expect(tabs).toEqual([undefined, writes.tab]);
});
