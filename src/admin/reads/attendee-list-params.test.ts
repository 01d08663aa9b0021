import { expect, test } from 'vitest';
import { startOfToday } from '#admin/ui/format/dates.ts';
import {
  type AttendeeListParams,
  EVERY_ATTENDEE,
  isNarrowed,
  listQuery,
  nextOrder,
  readAttendeeListParams,
  writeAttendeeListParams,
} from './attendee-list-params.ts';

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
