/// <reference lib="esnext.temporal" />
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedEnd, isEventDate, movedByDays, parseEventDate, spanMovedByDays } from './event-date.ts';

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
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2027-03-28', 'Atlantic/Azores', '2027-03-28T01:00:00.000Z'],
  ['2027-03-14', 'America/Havana', '2027-03-14T05:00:00.000Z'],
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
  ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00.000Z'],
  ['2027-10-31T01:30', 'Europe/London', '2027-10-31T00:30:00.000Z'],
])('REL-9, MLG-23: %s in %s is %s: a skipped time moves later by the gap, one that occurs twice is the first', (text, zone, moment) => {
  expect(parseEventDate(text, zone)?.toISOString()).toBe(moment);
});

test('REL-9: in every zone, a time near a clock change is the same moment as in Temporal', () => {
  const minutes = fc.integer({ min: -200, max: 200 });
  const year = fc.integer({ min: 1970, max: 2037 });
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    fc.assert(
      fc.property(year, minutes, (from, distance) => {
        const start = Temporal.ZonedDateTime.from({ year: from, month: 1, day: 1, timeZone: zone });
        const shown = (start.getTimeZoneTransition('next') ?? start).toPlainDateTime().add({ minutes: distance });
        const { epochMilliseconds } = shown.toZonedDateTime(zone, { disambiguation: 'compatible' });
        expect([zone, shown.toString(), parseEventDate(shown.toString(), zone)?.getTime()]).toEqual([
          zone,
          shown.toString(),
          epochMilliseconds,
        ]);
      }),
      { numRuns: 8 },
    );
  }
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
])('D7: %s is not a date of an event', (text) => {
  expect(isEventDate(text)).toBe(false);
});

test.each([
  ['2027-03-21T09:30', 7, '2027-03-28T09:30'],
  ['2027-10-31T01:30', 7, '2027-11-07T01:30'],
  ['2027-11-07T01:30', -7, '2027-10-31T01:30'],
  ['2027-03-21T01:30:15.25', 7, '2027-03-28T02:30:15.25'],
  ['2027-01-31', 3_650, '2037-01-28'],
])('CPY-7: days later the local time is the same, also after a clock change: %s and %i days', (from, days, to) => {
  const zone = 'Europe/London';
  expect(movedByDays(parseEventDate(from, zone)!, days, zone)).toEqual(parseEventDate(to, zone));
});

test('CPY-7: a time moved by zero days stays, also in the second hour of a clock change; beyond the calendar there is none', () => {
  const second = new Date('2027-10-31T01:30:00.000Z');
  expect(movedByDays(second, 0, 'Europe/London')).toEqual(second);
  expect(movedByDays(new Date('9998-12-30T00:00:00Z'), 3, 'UTC')).toBeUndefined();
});

const inLondon = (text: string): Date => parseEventDate(text, 'Europe/London')!;

test.each([
  ['2027-03-20T22:30', '2027-03-21T06:00', '2027-03-27T22:30', '2027-03-28T06:00'],
  // At 01:00 on 28 March 2027 the clocks go to 02:00.
  ['2027-03-21T01:30', '2027-03-21T02:00', '2027-03-28T02:30', '2027-03-28T03:00'],
  ['2027-03-21T01:30', '2027-03-21T12:00', '2027-03-28T02:30', '2027-03-28T12:00'],
])('CPY-7: start %s and end %s are moved by the same time, and the end stays after the start', (start, end, newStart, newEnd) => {
  const zone = 'Europe/London';
  expect(spanMovedByDays([inLondon(start), inLondon(end)], 7, zone)).toEqual([inLondon(newStart), inLondon(newEnd)]);
  expect(spanMovedByDays([null, inLondon(end)], 7, zone)).toEqual([null, movedByDays(inLondon(end), 7, zone)]);
  expect(spanMovedByDays([inLondon(start), null], 7, zone)).toEqual([inLondon(newStart), null]);
});

test('CPY-7: a start or an end cannot move beyond the calendar', () => {
  const [near, last] = [new Date('9998-12-01T00:00:00Z'), new Date('9998-12-30T00:00:00Z')];
  expect(spanMovedByDays([near, last], 3, 'UTC')).toBeUndefined();
  expect(spanMovedByDays([null, null], 3, 'UTC')).toEqual([null, null]);
});

test.each([
  ['2027-03-22T09:30', '2027-03-24T17:00', '2027-03-27T09:30', '2027-03-29T17:00'],
  ['2027-10-29T09:30', '2027-10-31T17:00', '2027-11-05T10:00', '2027-11-07T17:30'],
])('CPY-5: an event from %s to %s that begins at %s ends at %s, also when the clocks change', (start, end, newStart, newEnd) => {
  expect(movedEnd([inLondon(start), inLondon(end)], inLondon(newStart), 'Europe/London')).toEqual(inLondon(newEnd));
});

test('CPY-5: the end of an event within the hour that occurs twice stays after its start', () => {
  const span = [new Date('2027-10-31T00:30:00Z'), new Date('2027-10-31T01:15:00Z')] as const;
  expect(movedEnd(span, new Date('2027-11-07T09:00:00Z'), 'Europe/London')).toEqual(new Date('2027-11-07T09:45:00Z'));
});
