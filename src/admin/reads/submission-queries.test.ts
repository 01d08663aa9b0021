import '#admin/testing/window.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { SubmissionPage } from '#contract/attendees/submission.ts';
import { EVERY_ATTENDEE } from './attendee-list-params.ts';
import { queryKeys } from './query-keys.ts';
import { knownCount } from './submission-queries.ts';

const scope = { kind: 'series', id: 'series', eventId: 'event' } as const;

function clientWith(...reads: [shown: 'visible' | 'all', count: number, readAt: number][]): QueryClient {
  const client = new QueryClient();
  for (const [shown, count, updatedAt] of reads) {
    const series = {
      kind: 'series',
      events: [
        { id: 'other', submissions_count: 7 },
        { id: 'event', submissions_count: count },
      ],
    };
    client.setQueryData(queryKeys.read(scope, shown), series, { updatedAt });
  }
  return client;
}

const page = (all: number, matches = all): SubmissionPage => ({
  submissions: [],
  submissions_count: all,
  matches_count: matches,
  duplicate_emails: [],
  next_cursor: null,
});

test('a page of a large event is not counted to the end, and has the count of the card read last', () => {
  const { query, complete } = knownCount(clientWith(['visible', 1_000_000, 2], ['all', 30_000, 1]), scope, EVERY_ATTENDEE);
  expect(query).toEqual({ count_max: 10_001 });
  expect(complete(page(10_001))).toMatchObject({ submissions_count: 1_000_000, matches_count: 1_000_000 });
});

test('an outdated card gives no count', async () => {
  const client = clientWith(['visible', 1_000_000, 2], ['all', 1_000_000, 1]);
  await client.invalidateQueries({ queryKey: queryKeys.series('series') });
  expect(knownCount(client, scope, EVERY_ATTENDEE).query).toEqual({});
});

test.each([
  ['an event of 10,000', clientWith(['all', 10_000, 1]), scope, EVERY_ATTENDEE],
  ['an event that no series in the cache has', clientWith(), scope, EVERY_ATTENDEE],
  ['a form', clientWith(['all', 1_000_000, 1]), { kind: 'marketing', id: 'series' } as const, EVERY_ATTENDEE],
  ['those who wait', clientWith(['all', 1_000_000, 1]), scope, { ...EVERY_ATTENDEE, registration: 'waiting' } as const],
])('%s is counted with each page', (_, client, of, list) => {
  const { query, complete } = knownCount(client, of, list);
  expect(query).toEqual({});
  expect(complete(page(10_001))).toEqual(page(10_001));
});
