import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryKeys } from '#admin/reads/query-keys.ts';
import type { LiveChange } from '#contract/live.ts';
import { isAffected, raiseCounts } from './topic-queries.ts';

const change = (topic: string, values: Partial<LiveChange> = {}): LiveChange => ({
  topic,
  added: 0,
  ids: [],
  by: null,
  name: null,
  ...values,
});

const KEYS = {
  cards: queryKeys.seriesCards,
  series: queryKeys.seriesRead('s1', 'visible'),
  statistics: queryKeys.statistics({ kind: 'series', id: 's1' }, null),
  counts: [...queryKeys.event('s1', 'e1'), 'counts'],
  attendees: [...queryKeys.event('s1', 'e1'), 'attendees', {}],
  otherEvent: [...queryKeys.event('s1', 'e2'), 'counts'],
  otherSeries: queryKeys.seriesRead('s2', 'visible'),
  form: queryKeys.formRead('f1'),
  formStatistics: queryKeys.statistics({ kind: 'marketing', id: 'f1' }, null),
  feedback: queryKeys.feedback('l1'),
  failed: [...queryKeys.failedSteps, 'counts'],
  overview: queryKeys.overview,
  person: queryKeys.person('p1'),
};

const touchedBy = (...changes: LiveChange[]) =>
  Object.entries(KEYS).flatMap(([name, key]) => (changes.some((each) => isAffected(key, each)) ? [name] : []));

test('LIV-3: each topic has its reads, and lists of attendees keep their rows', () => {
  expect(touchedBy(change('dashboard'))).toEqual(['cards', 'overview']);
  expect(touchedBy(change('series/s1'))).toEqual(['series', 'statistics', 'person']);
  expect(touchedBy(change('event/e1'))).toEqual(['counts']);
  expect(touchedBy(change('series/s1', { ids: ['x'] }))).toEqual(['series', 'statistics', 'counts', 'otherEvent', 'person']);
  expect(touchedBy(change('form/f1'), change('feedback/l1'), change('attention'))).toEqual([
    'form',
    'formStatistics',
    'feedback',
    'failed',
    'overview',
    'person',
  ]);
  expect(touchedBy(change('newer topic'), change('newer/s1'))).toEqual([]);
});

test('LIV-13: new sign-ups raise the counts of what is shown at once', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(KEYS.cards, [
    { id: 's1', title: 'One', signups_count: 3, events_count: 1 },
    { id: 's2', title: 'Two', signups_count: 5, events_count: 1 },
  ]);
  queryClient.setQueryData(KEYS.series, { id: 's1', signups_count: 3, events: [{ id: 'e1', submissions_count: 2, duplicates_count: 0 }] });
  queryClient.setQueryData(KEYS.attendees, { pages: [{ id: 'e1', submissions_count: 2 }] });
  for (const topic of ['series/s1', 'event/e1', 'form/f1']) raiseCounts(queryClient, change(topic, { added: 2 }));
  expect(queryClient.getQueryData(KEYS.cards)).toMatchObject([{ signups_count: 5, events_count: 1 }, { signups_count: 5 }]);
  expect(queryClient.getQueryData(KEYS.series)).toEqual({
    id: 's1',
    signups_count: 5,
    events: [{ id: 'e1', submissions_count: 4, duplicates_count: 0 }],
  });
  expect(queryClient.getQueryData(KEYS.attendees)).toEqual({ pages: [{ id: 'e1', submissions_count: 2 }] });
  expect(queryClient.getQueryData(KEYS.form)).toBeUndefined();
});
