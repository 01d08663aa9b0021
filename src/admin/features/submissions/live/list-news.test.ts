import { expect, test } from 'vitest';
import type { LiveChange } from '#contract/live.ts';
import { goneText, touchesOthers } from './list-news.ts';

const scope = { kind: 'series', id: 's1', eventId: 'e1' } as const;
const change = (topic: string, ids: LiveChange['ids'] = []): LiveChange => ({ topic, ids, added: 0, by: null, name: null });
const touches = (told: LiveChange): boolean => touchesOthers(told, scope, new Set(['grace']));

test.each<[string, LiveChange, boolean]>([
  ['the event itself', change('event/e1'), true],
  ['another event of the series', change('event/e2', ['grace']), false],
  ['a step of somebody of the list', change('series/s1', ['grace']), true],
  ['a step of somebody else of the series', change('series/s1', ['ben']), false],
  ['too many of the series to name', change('series/s1', null), true],
  ['a step of the whole server', change('attention'), false],
  ['too many steps to name', change('attention', null), true],
])('WTL-24: a waiting list is read again only when it may have changed: %s', (_what, told, expected) => {
  expect(touches(told)).toBe(expected);
});

test('LIV-17, WTL-24: a row that is gone is called deleted only where people cannot be in another list', () => {
  expect([goneText('bo@example.org', false), goneText(null, false), goneText('bo@example.org', true)]).toEqual([
    'Deleted by bo@example.org',
    'Deleted',
    'No longer in this list',
  ]);
});
