import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import type { AttendeePages } from '#admin/reads/attendee-rows.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { LiveChange } from '#contract/live.ts';
import { goneText, planOf } from './list-news.ts';

const scope = { kind: 'series', id: 's1', eventId: 'e1' } as const;
const change = (topic: string, ids: LiveChange['ids'] = []): LiveChange => ({ topic, ids, added: 0, by: null, name: null });
/** The loaded pages of a list with these ids each. */
const pages = (...idsOfPages: string[][]): AttendeePages => ({
  pages: idsOfPages.map((ids) => ({
    submissions: ids.map((id) => ({ id }) as Submission),
    submissions_count: ids.length,
    matches_count: ids.length,
    duplicate_emails: [],
    next_cursor: null,
  })),
  pageParams: idsOfPages.map(() => ''),
});
const list = { scope, data: pages(['grace']), hasOtherLists: false, self: 'ada@example.org' };
const longList = { ...list, data: pages(['grace'], [], [], []) };

test.each<[string, LiveChange, boolean]>([
  ['the event itself', change('event/e1'), true],
  ['another event of the series', change('event/e2', ['grace']), false],
  ['a step of someone of the list', change('series/s1', ['grace']), true],
  ['a step of someone else of the series', change('series/s1', ['ben']), false],
  ['too many of the series to name', change('series/s1', null), true],
  ['a step of the whole server', change('attention'), false],
  ['too many steps to name', change('attention', null), true],
])('WTL-24: a waiting list is read again only when it may have changed: %s', (_what, reported, expected) => {
  expect(planOf([reported], list, 'positions').shouldRefetch).toBe(expected);
  expect(planOf([reported], longList, 'positions')).toMatchObject({ shouldRefetch: false, hasChanged: expected });
});

test('WTL-24: if people come from other lists of the event, rows that are not loaded are read as well', () => {
  const reported = { ...change('event/e1', ['ben']), by: 'bo@example.org' };
  expect([...planOf([reported], { ...list, hasOtherLists: true }, 'confirmed').stale.keys()]).toEqual(['ben']);
});

test('LIV-17: after more changes than can be named all rows of a short list are read again, and a long one says that it has changed', () => {
  expect(planOf([change('series/s1', null)], list, 'confirmed')).toMatchObject({ stale: new Map([['grace', null]]), hasChanged: false });
  expect(planOf([change('series/s1', null)], longList, 'confirmed')).toMatchObject({ stale: new Map(), hasChanged: true });
});

test('LIV-17, WTL-24: a row that left the list is called deleted only if people cannot be in another list', () => {
  expect([goneText('bo@example.org', false), goneText(null, false), goneText('bo@example.org', true)]).toEqual([
    'Deleted by bo@example.org',
    'Deleted',
    'No longer in this list',
  ]);
});
