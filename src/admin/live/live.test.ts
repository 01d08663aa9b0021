import '#admin/testing/window.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { FakeLiveBrowser, HELLO } from '#admin/testing/live-fakes.ts';

const SECOND = 1_000;
const change = { topic: 'dashboard', added: 1, ids: [], by: null, name: null };
const CHANGED: ServerEvent = { event: 'changed', data: JSON.stringify({ topics: [change] }) };

let browser: FakeLiveBrowser;
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND);

/** Comments every 20 s keep a stream alive. */
async function waitAlive(seconds: number): Promise<void> {
  for (let waited = 0; waited < seconds; waited += 20) {
    await wait(20);
    browser.stream.onPart();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeLiveBrowser();
});

afterEach(() => {
  vi.useRealTimers();
});

test('LIV-8: two tabs share one stream, and the second continues when the first is closed', async () => {
  const [first, second] = [browser.newTab(), browser.newTab()];
  await wait(0);
  browser.stream.send(HELLO);
  browser.stream.send(CHANGED);
  await waitAlive(60);
  expect([browser.streams.length, first.seen, second.seen]).toEqual([1, ['+1'], ['+1']]);
  first.tab.stop();
  await wait(1);
  expect(browser.streams).toHaveLength(2);
  browser.stream.send(HELLO);
  browser.stream.send(CHANGED);
  await wait(6);
  expect([first.seen, second.seen]).toEqual([['+1'], ['+1', '+1', 'missed']]);
});

test('LIV-8, EXTRA-60: a newly opened tab asks what has changed in the meantime, and reads it immediately', async () => {
  const [first, second] = [browser.newTab(), browser.newTab()];
  await wait(0);
  browser.stream.send(HELLO);
  await wait(3);
  first.tab.stop();
  await wait(0.1);
  expect([browser.streams.length, browser.stream.openForMs]).toEqual([2, 4_000]);
  browser.stream.send(HELLO);
  await wait(5);
  expect(second.seen).toEqual([]);
  browser.stream.send({ event: 'resync', data: '{}' });
  await wait(0);
  expect(second.seen).toEqual(['missed']);
});

test('EXTRA-60: anything that changed while the request for the stream was slow to arrive is read immediately', async () => {
  const { seen } = browser.newTab();
  await wait(2);
  browser.stream.send(HELLO);
  await wait(0);
  expect(seen).toEqual(['missed']);
});

test('EXTRA-60: a tab that does not read the stream itself reads again what changed just before it was opened', async () => {
  const first = browser.newTab();
  await wait(0);
  browser.stream.send(HELLO);
  browser.stream.send(CHANGED);
  await wait(0.5);
  const second = browser.newTab();
  await wait(0);
  expect([browser.streams.length, first.seen, second.seen]).toEqual([1, ['+1'], ['missed']]);
  await wait(5);
  const third = browser.newTab();
  await wait(5);
  expect([third.seen, second.seen]).toEqual([[], ['missed']]);
});

test('LIV-10: a lost stream is reopened immediately, then after growing pauses; what was missed is read within 5 s', async () => {
  const { seen } = browser.newTab();
  await wait(0);
  browser.stream.send(HELLO);
  await waitAlive(60);
  browser.refusal = new ApiError({ kind: 'unreachable' });
  browser.stream.end();
  await wait(0);
  expect(browser.streams).toHaveLength(2);
  for (const [pause, streams] of [
    [1, 3],
    [2, 4],
    [5, 5],
    [15, 6],
  ] as const) {
    await wait(pause - 0.1);
    expect(browser.streams).toHaveLength(streams - 1);
    await wait(0.1);
    expect(browser.streams).toHaveLength(streams);
  }
  browser.refusal = undefined;
  await wait(31);
  seen.length = 0;
  browser.stream.send(HELLO);
  await wait(2.4);
  expect(seen).toEqual([]);
  await wait(0.2);
  expect(seen).toEqual(['missed']);
});

test('LIV-10, LIV-11: after bye the next stream comes within 3 s, and what was missed is read', async () => {
  const { seen } = browser.newTab();
  await wait(0);
  browser.stream.send(HELLO);
  await wait(10);
  browser.stream.send({ event: 'bye', data: '{}' });
  await wait(1.4);
  expect(browser.streams).toHaveLength(1);
  await wait(0.2);
  expect(browser.streams).toHaveLength(2);
  browser.stream.send(HELLO);
  await wait(3);
  expect(seen).toEqual(['missed']);
});

test('LIV-9: behind a buffering proxy, screens are read every 30 s after 45 s of silence, and the stream is tried again', async () => {
  const { seen } = browser.newTab();
  await wait(44);
  expect(seen).toEqual([]);
  await wait(6);
  expect([seen, browser.stream.signal.aborted || browser.streams.length > 1]).toEqual([['missed'], true]);
  await wait(90);
  expect(seen).toHaveLength(4);
  const tried = browser.streams.length;
  await wait(120);
  expect(browser.streams.length).toBeGreaterThan(tried);
});

test('LIV-9: if a proxy cuts each stream, screens are read every 30 s', async () => {
  const { seen } = browser.newTab();
  const cut = setInterval(() => {
    browser.stream.send(HELLO);
    browser.stream.end();
  }, SECOND);
  await wait(60);
  seen.length = 0;
  await wait(300);
  clearInterval(cut);
  expect(seen.length).toBeGreaterThanOrEqual(10);
  expect(browser.streams.length).toBeLessThan(15);
});

test('LIV-9: without locks no stream is opened, and screens are read every 30 s', async () => {
  browser.hasLocks = false;
  const { seen } = browser.newTab();
  await wait(95);
  expect([browser.streams.length, seen]).toEqual([0, ['missed', 'missed', 'missed']]);
});

test('LIV-9, LIV-12: a server without a free stream is asked again after its Retry-After, and screens are read in the meantime', async () => {
  browser.refusal = new ApiError({ kind: 'answered', retryAfterSeconds: 60 });
  const { seen } = browser.newTab();
  await wait(59);
  expect([browser.streams.length, seen]).toEqual([1, ['missed']]);
  browser.refusal = undefined;
  await wait(2);
  expect(browser.streams).toHaveLength(2);
  browser.stream.send(HELLO);
  await waitAlive(60);
  seen.length = 0;
  await waitAlive(200);
  expect(seen).toEqual([]);
});

test('LIV-7: after 5 minutes without a message the visible screen is read again', async () => {
  const { seen } = browser.newTab();
  await wait(0);
  browser.stream.send(HELLO);
  await waitAlive(280);
  expect(seen).toEqual([]);
  await waitAlive(40);
  expect(seen).toEqual(['missed']);
  browser.stream.send(CHANGED);
  await waitAlive(280);
  expect(seen).toEqual(['missed', '+1']);
});

test('a computer that slept for an hour opens a new stream and reads again what it shows', async () => {
  const { seen } = browser.newTab();
  await wait(0);
  browser.stream.send(HELLO);
  await waitAlive(60);
  vi.setSystemTime(Date.now() + 3_600 * SECOND);
  await wait(6);
  expect(browser.streams).toHaveLength(2);
  browser.stream.send(HELLO);
  await wait(6);
  expect(seen).toEqual(['missed', 'missed']);
});

test('LIV-6: after a resync from the server each tab reads again within 5 s', async () => {
  const [first, second] = [browser.newTab(), browser.newTab()];
  await wait(0);
  browser.stream.send(HELLO);
  browser.stream.send({ event: 'resync', data: '{}' });
  await wait(5);
  expect([first.seen, second.seen]).toEqual([['missed'], ['missed']]);
});
