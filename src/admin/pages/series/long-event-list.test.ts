import { expect, test } from 'vitest';
import { newListedEvent } from '#admin/testing/form-fakes.ts';
import { eventMonths, monthChips } from './long-event-list.tsx';

const event = (date: string | null) => newListedEvent({ id: date ?? '', date });
const chipsOf = (...days: (string | null)[]) =>
  monthChips(eventMonths(days.map(event)), '2026').map(({ label, count }) => `${label} ${count}`);

test('EXTRA-23: the months of a series are counted, in the time zone of its events, with the year where it begins', () => {
  const months = eventMonths([event('2026-11-30T23:30:00Z'), event('2027-06-30T23:30:00Z'), event(null)]);
  expect(months.map(({ key, title }) => [key, title])).toEqual([
    ['2026-11', 'November 2026'],
    ['2027-07', 'July 2027'],
    ['', 'Date to be announced'],
  ]);
  expect(
    chipsOf('2026-11-26T09:00:00Z', '2026-11-27T09:00:00Z', '2026-12-03T09:00:00Z', '2027-01-07T09:00:00Z', '2027-02-01T09:00:00Z'),
  ).toEqual(['Nov 2', 'Dec 1', 'Jan 2027 1', 'Feb 1']);
});

test('EXTRA-23: after five months the others are Later, unless there is only one', () => {
  const six = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'].map((month) => `${month}-10T09:00:00Z`);
  expect(chipsOf(...six).at(-1)).toBe('Dec 1');
  expect(chipsOf(...six, '2027-01-01T09:00:00Z', null).slice(4)).toEqual(['Nov 1', 'Later 3']);
});
