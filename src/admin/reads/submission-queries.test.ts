import '#admin/testing/window.ts';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#admin/api/query-client.ts';
import { startOfToday } from '#admin/ui/format/dates.tsx';
import type { SubmissionPage } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { queryKeys } from './query-keys.ts';
import {
  answersOfList,
  type AttendeeListParams,
  EVERY_ATTENDEE,
  isNarrowed,
  knownCount,
  listQuery,
  nextOrder,
  readAttendeeListParams,
  writeAttendeeListParams,
} from './submission-queries.ts';

const scope = { kind: 'series', id: 'series', eventId: 'event' } as const;

type CardRead = [shown: 'visible' | 'all', count: number, readAt: number];

function cache(...reads: CardRead[]): void {
  for (const [shown, count, updatedAt] of reads) {
    const series = {
      kind: 'series',
      events: [
        { id: 'other', submissions_count: 7 },
        { id: 'event', submissions_count: count },
      ],
    };
    queryClient.setQueryData(queryKeys.read(scope, shown), series, { updatedAt });
  }
}

afterEach(() => queryClient.clear());

const page = (all: number, matches = all): SubmissionPage => ({
  submissions: [],
  submissions_count: all,
  matches_count: matches,
  duplicate_emails: [],
  next_cursor: null,
});

test('a page of a large event is not counted to the end, and has the count of the card read last', () => {
  cache(['visible', 1_000_000, 2], ['all', 30_000, 1]);
  const { query, complete } = knownCount(scope, EVERY_ATTENDEE);
  expect(query).toEqual({ count_max: 10_001 });
  expect(complete(page(10_001))).toMatchObject({ submissions_count: 1_000_000, matches_count: 1_000_000 });
});

test('an outdated card gives no count', async () => {
  cache(['visible', 1_000_000, 2], ['all', 1_000_000, 1]);
  await queryClient.invalidateQueries({ queryKey: queryKeys.series('series') });
  expect(knownCount(scope, EVERY_ATTENDEE).query).toEqual({});
});

test.each<[string, CardRead | undefined, AttendeeScope, AttendeeListParams]>([
  ['an event of 10,000', ['all', 10_000, 1], scope, EVERY_ATTENDEE],
  ['an event that no series in the cache has', undefined, scope, EVERY_ATTENDEE],
  ['a form', ['all', 1_000_000, 1], { kind: 'marketing', id: 'series' }, EVERY_ATTENDEE],
  ['those who wait', ['all', 1_000_000, 1], scope, { ...EVERY_ATTENDEE, registration: 'waiting' }],
])('%s is counted with each page', (_, read, of, list) => {
  if (read !== undefined) cache(read);
  const { query, complete } = knownCount(of, list);
  expect(query).toEqual({});
  expect(complete(page(10_001))).toEqual(page(10_001));
});

const narrowed: AttendeeListParams = {
  search: 'prosser & co',
  filter: 'failed',
  import: '0198c0de-0000-7000-8000-000000000001',
  answers: '{"brunch":"Vegan"}',
  sort: 'name',
  direction: 'desc',
  registration: 'waiting',
};

test('search, filter and order are written into an address and read again', () => {
  const params = writeAttendeeListParams(new URLSearchParams('event=1'), narrowed);
  expect(params.get('event')).toBe('1');
  expect(readAttendeeListParams(new URLSearchParams(params.toString()))).toEqual(narrowed);
});

test('ATT-6: an address without parameters lists all attendees, newest first', () => {
  expect(readAttendeeListParams(new URLSearchParams())).toEqual(EVERY_ATTENDEE);
  expect(writeAttendeeListParams(writeAttendeeListParams(new URLSearchParams(), narrowed), EVERY_ATTENDEE).toString()).toBe('');
  expect(listQuery(EVERY_ATTENDEE, startOfToday(new Date()))).not.toHaveProperty('sort');
});

test('invalid parameters list all attendees', () => {
  const list = readAttendeeListParams(new URLSearchParams('filter=tomorrow&import=x&sort=shoe_size&direction=sideways&registration=lost'));
  expect(list).toEqual(EVERY_ATTENDEE);
});

test.each(['x', '{', '[]', '"a"', '{"a":1}', '{"a":{}}', 'null', '%', '{"a":[true]}', `{"a":"${'x'.repeat(8_000)}"}`])(
  'answers that cannot be read are a filter that nobody matches and that says so (%#)',
  (answers) => {
    const list = readAttendeeListParams(new URLSearchParams({ answers }));
    expect([isNarrowed(list), answersOfList(list)]).toEqual([true, { Filter: 'could not be read' }]);
  },
);

test('a blank search does not narrow the list', () => {
  expect(isNarrowed({ ...EVERY_ATTENDEE, search: '  ' })).toBe(false);
  expect(listQuery({ ...EVERY_ATTENDEE, search: '  ' }, startOfToday(new Date())).search).toBeUndefined();
  expect(isNarrowed(narrowed)).toBe(true);
});

test("ATT-3: today starts at midnight of the viewer's clock", () => {
  const now = new Date(2026, 10, 20, 23, 59, 59);
  const start = new Date(startOfToday(now));
  expect(start).toEqual(new Date(2026, 10, 20, 0, 0, 0));
});

test('a click on a column’s header sorts by it, then in reverse, then newest first; numbers begin with the largest', () => {
  const byName = nextOrder({ ...EVERY_ATTENDEE, search: 'prosser', sort: 'email', direction: 'desc' }, 'name');
  expect(byName).toEqual({ ...EVERY_ATTENDEE, search: 'prosser', sort: 'name', direction: 'asc' });
  expect(nextOrder(byName, 'name')).toEqual({ ...byName, direction: 'desc' });
  expect(nextOrder(nextOrder(byName, 'name'), 'name')).toEqual({ ...EVERY_ATTENDEE, search: 'prosser' });
  const byCount = nextOrder(EVERY_ATTENDEE, 'signups_count');
  expect(byCount.direction).toBe('desc');
  expect(nextOrder(byCount, 'signups_count').direction).toBe('asc');
});
