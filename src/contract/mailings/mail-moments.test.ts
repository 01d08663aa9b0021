import { expect, test } from 'vitest';
import { parseEventDate } from '../rules/event-date.ts';
import { dueMails, momentOf } from './mail-moments.ts';

const DAY = 1_440;
const at = (text: string, timeZone: string): number => parseEventDate(text, timeZone)!.getTime();
const event = (date: string, timeZone: string, end?: string) => ({
  date: new Date(at(date, timeZone)).toISOString(),
  end_date: end === undefined ? undefined : new Date(at(end, timeZone)).toISOString(),
});

// In 2055 the clocks of London change on 28 March and 31 October, those of New York on 14 March and 7 November, all at night.
test.each([
  ['reminder', DAY, '2055-03-28T10:00', undefined, 'Europe/London', '2055-03-27T10:00'],
  ['reminder', 7 * DAY, '2055-11-03T10:00', undefined, 'Europe/London', '2055-10-27T10:00'],
  ['reminder', DAY, '2055-03-14T10:00', undefined, 'America/New_York', '2055-03-13T10:00'],
  ['reminder', 2 * DAY, '2055-11-08T18:30', undefined, 'America/New_York', '2055-11-06T18:30'],
  // 01:30 of that day is skipped, and moves later by the gap.
  ['reminder', DAY, '2055-03-29T01:30', undefined, 'Europe/London', '2055-03-28T02:30'],
  ['starting_soon', 60, '2055-03-28T02:30', undefined, 'Europe/London', '2055-03-28T00:30'],
  ['starting_soon', 180, '2055-11-07T03:00', undefined, 'America/New_York', '2055-11-07T01:00'],
  ['thank_you', DAY, '2055-03-27T09:00', '2055-03-27T17:00', 'Europe/London', '2055-03-28T17:00'],
  ['thank_you', 60, '2055-06-01T09:00', '2055-06-01T17:00', 'Europe/London', '2055-06-01T18:00'],
  // An event of a whole day.
  ['reminder', DAY, '2055-03-28', undefined, 'Europe/London', '2055-03-27T09:00'],
  ['thank_you', 60, '2055-10-31', undefined, 'Europe/London', '2055-11-01T09:00'],
  ['thank_you', DAY, '2055-10-31', undefined, 'Europe/London', '2055-11-02T09:00'],
  // Until 23:59, as many people write it.
  ['reminder', DAY, '2055-03-28', '2055-03-28T23:59', 'Europe/London', '2055-03-27T09:00'],
  ['thank_you', 60, '2055-10-31', '2055-10-31T23:59', 'Europe/London', '2055-11-01T09:00'],
  // An event of several days.
  ['reminder', DAY, '2055-03-28', '2055-03-30', 'Europe/London', '2055-03-27T09:00'],
  ['reminder', 14 * DAY, '2055-11-01', '2055-11-02', 'Europe/London', '2055-10-18T09:00'],
  ['thank_you', 180, '2055-10-30', '2055-11-01', 'Europe/London', '2055-11-01T09:00'],
  ['thank_you', 7 * DAY, '2055-10-30', '2055-11-01', 'America/New_York', '2055-11-08T09:00'],
  // If the last day ends at another time, the event is not all-day.
  ['reminder', DAY, '2055-06-01', '2055-06-02T16:00', 'Europe/London', '2055-05-31T00:00'],
  // The clocks of Santiago skip its first hour.
  ['reminder', DAY, '2027-09-05', undefined, 'America/Santiago', '2027-09-04T09:00'],
] as const)(
  'RMD-6, RMD-7, RMD-31: a %s of %i minutes for %s to %s in %s leaves at %s',
  (...[kind, minutes, date, end, timeZone, moment]) => {
    expect(momentOf(kind, minutes, event(date, timeZone, end), timeZone)).toBe(at(moment, timeZone));
  },
);

test('RMD-1, RMD-31: a mail that is off, an event without a date, and the start of a whole day have no moment', () => {
  expect(momentOf('reminder', 0, event('2055-06-01T09:00', 'UTC'), 'UTC')).toBeUndefined();
  expect(momentOf('reminder', DAY, { date: null }, 'UTC')).toBeUndefined();
  expect(momentOf('starting_soon', 60, event('2055-06-01', 'UTC'), 'UTC')).toBeUndefined();
  expect(momentOf('starting_soon', 60, event('2055-06-01', 'UTC', '2055-06-03'), 'UTC')).toBeUndefined();
});

test('RMD-13, RMD-15: late mails are sent until the start, the later of two, a thank-you for three days; a time that had passed when it was set is skipped', () => {
  const timed = (since = '2055-05-01') => ({
    ...event('2055-06-02T10:00', 'UTC', '2055-06-02T12:00'),
    mails: {
      reminder: { minutes: DAY, since: at(since, 'UTC') },
      starting_soon: { minutes: 60, since: at(since, 'UTC') },
      thank_you: { minutes: DAY, since: at(since, 'UTC') },
    },
  });
  const dueAt = (now: string, since?: string) => dueMails(timed(since), 'UTC', at(now, 'UTC')).map(([kind]) => kind);
  expect(dueAt('2055-06-01T09:59')).toEqual([]);
  expect(dueAt('2055-06-01T10:00')).toEqual(['reminder']);
  expect(dueAt('2055-06-02T08:59')).toEqual(['reminder']);
  expect(dueAt('2055-06-02T09:00')).toEqual(['starting_soon']);
  expect(dueAt('2055-06-02T10:00')).toEqual([]);
  expect(dueAt('2055-06-03T12:00')).toEqual(['thank_you']);
  expect(dueAt('2055-06-06T11:59')).toEqual(['thank_you']);
  expect(dueAt('2055-06-06T12:00')).toEqual([]);
  expect(dueAt('2055-06-02T08:00', '2055-06-01T10:01')).toEqual([]);
  expect(dueAt('2055-06-02T09:30', '2055-06-02T09:00')).toEqual(['starting_soon']);
});
