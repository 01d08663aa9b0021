import { expect, test } from 'vitest';
import { eventLine, placeLine } from './event-line.ts';

/** In London, with plain blanks. */
const line = (date: string | null, end: string | null = null) => eventLine(date, 'Europe/London', end).replaceAll('\u00a0', ' ');

test.each([
  ['2027-01-12T09:30:00Z', null, 'Tuesday 12 January 2027, 09:30 GMT'],
  ['2027-01-12T09:30:00Z', '2027-01-12T17:00:00Z', 'Tuesday 12 January 2027, 09:30–17:00 GMT'],
  ['2027-01-12T09:30:00Z', '2027-01-14T17:00:00Z', 'Tuesday 12 January 2027, 09:30 – Thursday 14 January 2027, 17:00 GMT'],
  ['2027-03-27T22:00:00Z', '2027-03-28T05:00:00Z', 'Saturday 27 March 2027, 22:00 GMT – Sunday 28 March 2027, 06:00 BST'],
  ['2027-10-31T00:30:00Z', '2027-10-31T01:15:00Z', 'Sunday 31 October 2027, 01:30 BST – 01:15 GMT'],
  ['2027-01-12T00:00:00Z', null, 'Tuesday 12 January 2027'],
  ['2027-06-11T23:00:00Z', '2027-06-12T23:00:00Z', 'Saturday 12 June 2027'],
  ['2027-06-11T23:00:00Z', '2027-06-13T23:00:00Z', 'Saturday 12 June 2027 – Sunday 13 June 2027'],
  ['2027-06-11T23:00:00Z', '2027-06-13T22:59:59Z', 'Saturday 12 June 2027 – Sunday 13 June 2027'],
  ['2027-06-11T20:00:00Z', '2027-06-11T22:59:00Z', 'Friday 11 June 2027, 21:00–23:59 BST'],
  ['2027-06-11T20:00:00Z', '2027-06-11T23:00:00Z', 'Friday 11 June 2027, 21:00 – Saturday 12 June 2027, 00:00 BST'],
  ['2027-06-11T23:00:00Z', '2027-06-12T16:00:00Z', 'Saturday 12 June 2027, 00:00–17:00 BST'],
  [null, null, 'Date to be announced'],
])('PLC-4: from %s to %s is written as %s', (date, end, words) => {
  expect(line(date, end)).toBe(words);
});

test('PLC-4: a time that is not an event’s is shown at midnight, too', () => {
  expect(eventLine('2027-01-12T00:00:00Z', 'Europe/London')).toBe('Tuesday 12 January 2027, 00:00\u00a0GMT');
});

test.each([
  ['Harbour House', '14 Quay Street,\r\n\n Bristol BS1 4DJ ', 'Harbour House, 14 Quay Street, Bristol BS1 4DJ'],
  ['Online', null, 'Online'],
  [null, '14 Quay Street', '14 Quay Street'],
  [undefined, undefined, ''],
])('PLC-6: the place of %j and %j is %j', (venue, address, words) => {
  expect(placeLine(venue, address)).toBe(words);
});
