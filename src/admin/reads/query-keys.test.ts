import '#admin/testing/window.ts';
import { globSync, readFileSync } from 'node:fs';
import { queryOptions } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#admin/api/query-client.ts';
import { statisticsQuery } from '#admin/statistics/statistics-queries.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { LiveChange } from '#contract/live.ts';
import { feedbackQuery } from './feedback-queries.ts';
import { formQuery, seriesCardsQuery, seriesQuery } from './form-queries.ts';
import { mailingPeopleQuery, mailingQuery, mailingsQuery } from './mailing-queries.ts';
import { overviewQuery } from './overview-queries.ts';
import { personPagesQuery } from './person-query.ts';
import { isAffected, raiseCards, raiseCounts } from './query-keys.ts';
import { undeliveredQuery } from './step-queries.ts';
import { answerCountsQuery, attendeePagesQuery, EVERY_ATTENDEE } from './submission-queries.ts';

afterEach(() => queryClient.clear());

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
  mailings: mailingsQuery({ kind: 'series', id: 's1' }),
  mailing: mailingQuery({ kind: 'series', id: 's1' }, 'm1'),
  mailingPeople: mailingPeopleQuery({ kind: 'series', id: 's1' }, { id: 'm1', state: 'running' }),
  failed: undeliveredQuery(),
  overview: overviewQuery(),
  person: personPagesQuery('p1'),
};

/** The read in the cache of a tab. */
const cached = <Read extends Pick<Parameters<typeof isAffected>[0], 'meta'>>(read: Read) => ({ meta: read.meta, options: read });

const touchedBy = (...changes: LiveChange[]) =>
  Object.entries(READS).flatMap(([name, read]) => (changes.some((each) => isAffected(cached(read), each)) ? [name] : []));

test('LIV-3: each topic has its reads, and lists of attendees keep their rows', () => {
  expect(touchedBy(change('dashboard'))).toEqual(['cards', 'overview']);
  expect(touchedBy(change('series/s1'))).toEqual(['series', 'statistics', 'mailings', 'person']);
  expect(touchedBy(change('mailing/m1'), change('mailing/m2'))).toEqual(['mailing', 'mailingPeople']);
  expect(touchedBy(change('event/e1'))).toEqual(['counts']);
  expect(touchedBy(change('series/s1', { ids: ['x'] }))).toEqual(['series', 'statistics', 'counts', 'otherEvent', 'mailings', 'person']);
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

test('LIV-3: a planted read is read again after the changes of the topic that it follows, and its count is raised', async () => {
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
  await queryClient.query(planted('e1'));
  raiseCounts(change('event/e1', { added: 2 }));
  expect(queryClient.getQueryData(planted('e1').queryKey)).toEqual({ came: 3 });
});

test('LIV-13: raising a count does not count as a read, so that outdated data stays marked', async () => {
  const planted = queryOptions({
    queryKey: ['planted'],
    queryFn: async () => [{ id: 'e1', came: 1 }],
    meta: { follows: [], raise: raiseCards('came') },
  });
  await queryClient.query(planted);
  await queryClient.invalidateQueries(planted);
  const { state } = queryClient.getQueryCache().find(planted)!;
  raiseCounts(change('event/other', { added: 2 }));
  expect(queryClient.getQueryState(planted.queryKey)).toBe(state);
  raiseCounts(change('event/e1', { added: 2 }));
  expect(queryClient.getQueryState(planted.queryKey)).toEqual({ ...state, data: [{ id: 'e1', came: 3 }] });
  expect(state.isInvalidated).toBe(true);
});

test('LIV-3: data put into the cache without a read counts as affected', () => {
  queryClient.setQueryData(['planted'], 1);
  expect(isAffected(queryClient.getQueryCache().find({ queryKey: ['planted'] })!, change('dashboard'))).toBe(true);
});

/** The names and options of all reads in the sources of the app: the text of the braces around each `queryFn`. */
const declaredReads = (): { name: string; options: string }[] =>
  globSync('src/admin/**/*.{ts,tsx}', { exclude: (path) => path.includes('.test.') }).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      if (!/\bqueryFn[:(,]/.test(line)) return [];
      const name = lines.slice(0, at + 1).findLast((each) => /^(export )?(const|(async )?function)\b/.test(each));
      const indent = /^ +(?=queryFn)/.exec(line)?.[0].slice(2);
      const isEdge = (each: string) => indent === undefined || !each.startsWith(`${indent}  `);
      const [from, to] = [lines.slice(0, at).findLastIndex(isEdge) + 1, lines.findIndex((each, index) => index > at && isEdge(each))];
      return [{ name: /(?:const|function\*?) (\w+)/.exec(name ?? '')?.[1] ?? file, options: lines.slice(from, to).join('\n') }];
    });
  });

test('LIV-3: each read says what it follows, except these, which follow nothing', () => {
  const silent = declaredReads().filter(({ options }) => !/\bmeta: \{\s+follows: /.test(options));
  expect(silent.map(({ name }) => name).toSorted()).toEqual([
    'attendeePagesQuery',
    'audienceQuery',
    'calendarFeedsQuery',
    'connectionsQuery',
    'duplicateLeadsQuery',
    'existingAttendeesQuery',
    'peopleQuery',
    'previewQuery',
    'searchQuery',
    'serverCheckQuery',
    'serverStateQuery',
    'useEvents',
    'useReadWhileSending',
    'useSlackChannelName',
  ]);
});
