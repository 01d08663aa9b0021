import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rememberReturnPath, takeReturnPath } from '#admin/pages/frame/return-path.ts';
import { hasDraft, readDraft, registerDraft, removeDraft, saveDrafts } from '#admin/records/drafts.ts';
import { setStorageOwner } from '#admin/storage-owner.ts';
import { MemoryStorage } from '#admin/testing/session-fakes.ts';
import { reloadOnce } from '#admin/ui/loading/lazy-part.tsx';

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

/** Starts a window with this storage and the page of one build. */
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

  test('the page that was left is remembered for the next sign-in, once', () => {
    expect(takeReturnPath()).toBeUndefined();
    rememberReturnPath('/spring/events-series/1#attendees');
    expect(takeReturnPath()).toBe('/spring/events-series/1#attendees');
    expect(takeReturnPath()).toBeUndefined();
  });

  test('a draft survives the end of a session, until it is removed', () => {
    const end = registerDraft('attendee', () => ({ first_name: 'Ada' }));
    expect(hasDraft('attendee')).toBe(false);
    saveDrafts();
    end();
    expect([hasDraft('attendee'), readDraft('attendee')]).toEqual([true, { first_name: 'Ada' }]);
    setStorageOwner('ben@example.com');
    expect(hasDraft('attendee')).toBe(false);
    setStorageOwner('');
    removeDraft('attendee');
    expect([hasDraft('attendee'), readDraft('attendee')]).toEqual([false, undefined]);
  });
});

test.each(['//evil.example/x', '/\\evil.example', 'https://evil.example'])('%s is never opened after signing in', (path) => {
  openWindow(() => kept);
  rememberReturnPath(path);
  expect(takeReturnPath()).toBeUndefined();
});

test('a page whose script no longer exists reloads once, and without storage not at all', async () => {
  openWindow(() => kept);
  expect([await reloadOnce(), await reloadOnce()]).toEqual([true, false]);
  expect(reload).toHaveBeenCalledTimes(1);
  for (const storage of [blocked, () => full]) {
    openWindow(storage);
    expect(await reloadOnce()).toBe(false);
  }
  expect(reload).toHaveBeenCalledTimes(1);
});
