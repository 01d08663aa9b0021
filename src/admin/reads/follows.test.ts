import { globSync, readFileSync } from 'node:fs';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { feedbackQuery } from '#admin/feedback/feedback-queries.ts';
import { statisticsQuery } from '#admin/statistics/statistics-queries.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { LiveChange } from '#contract/live.ts';
import { EVERY_ATTENDEE } from './attendee-list-params.ts';
import { isAffected, raiseCounts } from './follows.ts';
import { formQuery, seriesCardsQuery, seriesQuery } from './form-queries.ts';
import { overviewQuery } from './overview-queries.ts';
import { personPagesQuery } from './person-query.ts';
import { undeliveredQuery } from './step-queries.ts';
import { answerCountsQuery, attendeePagesQuery } from './submission-queries.ts';

const change = (topic: string, values: Partial<LiveChange> = {}): LiveChange => ({
  topic,
  added: 0,
  ids: [],
  by: null,
  name: null,
  ...values,
});

const ofEvent = (eventId: string): AttendeeScope => ({ kind: 'series', id: 's1', eventId });

const READS = {
  cards: seriesCardsQuery(),
  series: seriesQuery('s1', 'visible'),
  statistics: statisticsQuery({ kind: 'series', id: 's1' }, null),
  counts: answerCountsQuery(ofEvent('e1')),
  attendees: attendeePagesQuery(ofEvent('e1'), EVERY_ATTENDEE, ''),
  otherEvent: answerCountsQuery(ofEvent('e2')),
  otherSeries: seriesQuery('s2', 'visible'),
  form: formQuery('f1'),
  formStatistics: statisticsQuery({ kind: 'marketing', id: 'f1' }, null),
  feedback: feedbackQuery('l1'),
  failed: undeliveredQuery(),
  overview: overviewQuery(),
  person: personPagesQuery('p1'),
};

type Read = Pick<Parameters<typeof isAffected>[0]['options'], 'queryKey' | 'queryFn' | 'meta'>;

/** The read as it is in the cache of a tab. */
const cached = ({ queryKey, meta, queryFn }: Read) =>
  new QueryClient()
    .getQueryCache()
    .build(new QueryClient(), { queryKey: queryKey ?? [], ...(meta && { meta }), ...(queryFn && { queryFn }) });

const touchedBy = (...changes: LiveChange[]) =>
  Object.entries<object>(READS).flatMap(([name, read]) => (changes.some((each) => isAffected(cached(read), each)) ? [name] : []));

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

test('LIV-3: a planted read is read again after the changes of the topic that it follows, and its count is raised', () => {
  const planted = (doorId: string) =>
    queryOptions({
      queryKey: ['planted', doorId],
      queryFn: async () => ({ id: doorId, came: 1 }),
      meta: { follows: [`event/${doorId}`], raise: (door: { came: number }, _id: string, added: number) => ({ came: door.came + added }) },
    });
  expect([isAffected(cached(planted('e1')), change('event/e1')), isAffected(cached(planted('e1')), change('event/e2'))]).toEqual([
    true,
    false,
  ]);
  const queryClient = new QueryClient();
  queryClient.getQueryCache().build(queryClient, planted('e1')).setData({ id: 'e1', came: 1 });
  raiseCounts(queryClient, change('event/e1', { added: 2 }));
  expect(queryClient.getQueryData(planted('e1').queryKey)).toEqual({ came: 3 });
});

test('LIV-3: what was put into the cache before it was read counts as affected', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['planted'], 1);
  expect(isAffected(queryClient.getQueryCache().find({ queryKey: ['planted'] })!, change('dashboard'))).toBe(true);
});

/** The options of all reads in the sources of the app, by the name of the function around them: the braces around each `queryFn`. */
function declaredReads(): [name: string, options: string][] {
  return globSync('src/admin/**/*.{ts,tsx}', { exclude: (path) => path.includes('.test.') }).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/^ {2,}queryFn\b/gm)].map(({ index }): [string, string] => {
      const indent = /^ */.exec(text.slice(index))?.[0].slice(2) ?? '';
      const end = text.indexOf(`\n${indent}}`, index);
      const start =
        text.lastIndexOf('queryKey', index) < 0
          ? index
          : text.slice(0, index).search(new RegExp(`\\n${indent}[^ \\n][^\\n]*\\{\\n(?: {${indent.length + 2}}[^\\n]*\\n)*$`));
      const name = [...text.slice(0, index).matchAll(/(?:function|const) (\w+)[^;]*?(?:=>|\{)/g)].at(-1)?.[1] ?? file;
      return [name, text.slice(start, end)];
    });
  });
}

test('LIV-3: each read says what it follows, but for these, which follow nothing', () => {
  const silent = declaredReads().filter(([, options]) => !options.includes('follows') && !options.includes('metaOf('));
  expect(silent.map(([name]) => name).toSorted()).toEqual([]);
});
