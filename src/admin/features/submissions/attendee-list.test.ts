import { expect, test } from 'vitest';
import {
  type AttendeeList,
  EVERY_ATTENDEE,
  isNarrowed,
  listQuery,
  readAttendeeList,
  startOfToday,
  writeAttendeeList,
} from './attendee-list.ts';

const narrowed: AttendeeList = { search: 'prosser & co', filter: 'failed', sort: 'name', direction: 'desc' };

test('an address carries search, filter and order, and gives them back', () => {
  const params = writeAttendeeList(new URLSearchParams('event=1'), narrowed);
  expect(params.get('event')).toBe('1');
  expect(readAttendeeList(new URLSearchParams(params.toString()))).toEqual(narrowed);
});

test('ATT-6: nothing asked for is everybody, newest first, and leaves the address bare', () => {
  expect(readAttendeeList(new URLSearchParams())).toEqual(EVERY_ATTENDEE);
  expect(writeAttendeeList(writeAttendeeList(new URLSearchParams(), narrowed), EVERY_ATTENDEE).toString()).toBe('');
  expect(listQuery(EVERY_ATTENDEE, startOfToday(new Date()))).not.toHaveProperty('sort');
});

test('an address that somebody misspelt lists everybody', () => {
  const list = readAttendeeList(new URLSearchParams('filter=tomorrow&sort=shoe_size&direction=sideways'));
  expect(list).toEqual(EVERY_ATTENDEE);
});

test('a search of blanks narrows nothing', () => {
  expect(isNarrowed({ ...EVERY_ATTENDEE, search: '  ' })).toBe(false);
  expect(listQuery({ ...EVERY_ATTENDEE, search: '  ' }, startOfToday(new Date()))).not.toHaveProperty('search');
  expect(isNarrowed(narrowed)).toBe(true);
});

test("ATT-3: today starts at midnight of the viewer's clock", () => {
  const now = new Date(2026, 10, 20, 23, 59, 59);
  const start = new Date(startOfToday(now));
  expect(start).toEqual(new Date(2026, 10, 20, 0, 0, 0));
});
