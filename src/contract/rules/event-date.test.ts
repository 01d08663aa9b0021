import { expect, test } from 'vitest';
import { isEventDate, parseEventDate } from './event-date.ts';

test.each([
  ['2027-01-12', 'Europe/London', '2027-01-12T00:00:00.000Z'],
  ['2027-07-12T09:30', 'Europe/London', '2027-07-12T08:30:00.000Z'],
  ['2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
  ['2027-07-12T09:30:15.25+05:30', 'Europe/London', '2027-07-12T04:00:15.250Z'],
  ['1900-01-01T00:00:00+14:00', 'UTC', '1899-12-31T10:00:00.000Z'],
  ['9998-12-31T23:59:59-14:00', 'America/Los_Angeles', '9999-01-01T13:59:59.000Z'],
])('D7: %s in %s is %s', (text, zone, moment) => {
  expect(parseEventDate(text, zone)?.toISOString()).toBe(moment);
});

test.each([
  '1899-12-31',
  '9999-12-31T23:59:59-14:00',
  '9999-12-31T20:00',
  '2027-02-29',
  '2027-13-01',
  '2027-01-01T24:00',
  '2027-01-01T10:00+15:00',
  'soon',
])('D7: %s is no date of an event', (text) => {
  expect(isEventDate(text)).toBe(false);
});
