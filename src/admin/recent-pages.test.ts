import { afterEach, expect, test, vi } from 'vitest';
import { forgetPages, listRecentPages, recordPage } from './recent-pages.ts';
import { setStorageOwner } from './storage-owner.ts';
import { MemoryStorage } from './testing/session-fakes.ts';

afterEach(() => vi.unstubAllGlobals());

test('a page whose series was renamed is listed once, with the new title', () => {
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
  recordPage({ path: '/spring/events-series/s1', title: 'Spring', parent: 'Events Hub' });
  recordPage({ path: '/spring/events-series/s1/statistics', title: 'Spring', parent: 'Spring' });
  recordPage({ path: '/summer/events-series/s1', title: 'Summer', parent: 'Events Hub' });
  expect(listRecentPages().map(({ path, title }) => [path, title])).toEqual([
    ['/summer/events-series/s1', 'Summer'],
    ['/spring/events-series/s1/statistics', 'Spring'],
  ]);
});

test('USE-42: if something is not found only its own pages are forgotten, and none on the dashboard', () => {
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
  for (const path of ['/spring/events-series/s1/statistics', '/people', '/spring/events-series/s10'])
    recordPage({ path, title: 'Spring', parent: 'Events Hub' });
  forgetPages('/');
  expect(listRecentPages()).toHaveLength(3);
  forgetPages('/events-series/s1');
  expect(listRecentPages().map(({ path }) => path)).toEqual(['/spring/events-series/s10', '/people']);
});

test('the next person to sign in does not see them, and the first finds them again', () => {
  vi.stubGlobal('window', { localStorage: new MemoryStorage() });
  setStorageOwner('robin@northfield.example');
  recordPage({ path: '/spring/events-series/s1', title: 'Spring', parent: 'Events Hub' });
  setStorageOwner('sam@northfield.example');
  expect(listRecentPages()).toEqual([]);
  setStorageOwner('robin@northfield.example');
  expect(listRecentPages()).toHaveLength(1);
});
