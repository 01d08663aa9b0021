import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetDraft, hasDraft, keepDrafts, readDraft, registerDraft } from '#admin/api/drafts.ts';
import { MemoryStorage } from '#admin/api/session-fakes.ts';
import { reloadOnce } from '#admin/ui/reload-once.ts';
import { rememberReturn, takeReturn } from './return-to.ts';

const blocked = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const kept = new MemoryStorage();
const full = Object.assign(new MemoryStorage(), {
  setItem: () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  },
});

const reload = vi.fn<() => void>();

/** A window whose storage this gives, and the page of one build in it. */
function openWindow(storage: () => Storage): void {
  const page = {
    location: { pathname: '/home', reload },
    dispatchEvent: () => true,
    get sessionStorage() {
      return storage();
    },
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { querySelector: () => ({ src: '/assets/main-1.js' }) });
  vi.stubGlobal('fetch', async () => new Response());
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: storage });
}

const ownStorage = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
beforeEach(() => {
  kept.clear();
  reload.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  if (ownStorage === undefined) Reflect.deleteProperty(globalThis, 'sessionStorage');
  else Object.defineProperty(globalThis, 'sessionStorage', ownStorage);
});

describe.each([
  ['storage', () => kept],
  ['storage that the person has switched off', blocked],
  ['storage that is full', () => full],
])('with %s', (_, storage) => {
  beforeEach(() => openWindow(storage));

  test('where the person was is known after the next sign-in, once', () => {
    expect(takeReturn()).toBeUndefined();
    rememberReturn('/spring/events-series/1#attendees');
    expect(takeReturn()).toBe('/spring/events-series/1#attendees');
    expect(takeReturn()).toBeUndefined();
  });

  test('what is typed outlives a session that ends, until it is forgotten', () => {
    const end = registerDraft('attendee', () => ({ first_name: 'Ada' }));
    expect(hasDraft('attendee')).toBe(false);
    keepDrafts();
    end();
    expect([hasDraft('attendee'), readDraft('attendee')]).toEqual([true, { first_name: 'Ada' }]);
    forgetDraft('attendee');
    expect([hasDraft('attendee'), readDraft('attendee')]).toEqual([false, undefined]);
  });
});

test.each(['//evil.example/x', '/\\evil.example', 'https://evil.example'])('nobody is led to %s after signing in', (path) => {
  openWindow(() => kept);
  rememberReturn(path);
  expect(takeReturn()).toBeUndefined();
});

test('a page whose script is gone loads itself anew once, and where that cannot be noted not at all', async () => {
  openWindow(() => kept);
  expect([await reloadOnce(), await reloadOnce()]).toEqual([true, false]);
  expect(reload).toHaveBeenCalledTimes(1);
  for (const storage of [blocked, () => full]) {
    openWindow(storage);
    expect(await reloadOnce()).toBe(false);
  }
  expect(reload).toHaveBeenCalledTimes(1);
});
