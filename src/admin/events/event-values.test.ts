import { afterEach, expect, test } from 'vitest';
import { changedValues } from '#admin/records/row-edits.ts';
import { newListedEvent } from '#admin/testing/form-fakes.ts';
import { setTimeZone } from '#admin/ui/format/dates.tsx';
import { eventEditBody, eventProblems, eventValuesOf, movedTimes, unusualDate } from './event-values.ts';

const event = newListedEvent({ date: '2026-07-15T08:30:00.000Z', googleCalendarId: 'c_1', target_participants: 40 });

afterEach(() => setTimeZone('Europe/London'));

test.each([
  ['Europe/London', '2026-07-15 09:30:00'],
  ['America/New_York', '2026-07-15 04:30:00'],
  ['Pacific/Auckland', '2026-07-15 20:30:00'],
])('EV-5: the date is shown in the time zone %s', (timeZone, shown) => {
  setTimeZone(timeZone);
  expect(eventValuesOf(event).date).toBe(shown);
});

test('EV-3: unset fields are empty, and stay unset if they are left empty', () => {
  const values = eventValuesOf({ ...event, date: null, googleCalendarId: null });
  expect(values).toMatchObject({
    date: null,
    google_calendar_id: '',
    copper_tag: '',
    target_participants: '40',
    maximum_participants: '',
    venue: '',
  });
  expect(changedValues(values, { local: values })).toEqual({});
});

test.each([
  ['1,000', 1000],
  ['12 500', 12_500],
  ['100’000', 100_000],
  ['１００', 100],
])('EV-3, USE-76: a number of participants may be written as in lists: %s', (text, sent) => {
  expect(eventEditBody({ target_participants: text })).toEqual({ target_participants: sent });
});

// In English, 12.500 is twelve and a half.
test.each(['12.500', '12.5', '1,0000', '1.000,5', '0,500', '00,500', '①', '5²', '-1', 'many', '1e3', '0x10', '1000001'])(
  'an invalid number of participants is refused: %s',
  (text) => {
    expect(eventProblems({ target_participants: text })).toEqual({ target_participants: 'Please enter a whole number' });
  },
);

test('PLC-2: all times are shown in the time zone of the server, and sent without a zone; null when they are cleared', () => {
  const times = { end_date: '2026-07-15T16:00:00.000Z', opens_at: '2026-01-15T09:00:00.000Z', closes_at: null };
  expect(eventValuesOf({ ...event, ...times })).toMatchObject({
    end_date: '2026-07-15 17:00:00',
    opens_at: '2026-01-15 09:00:00',
    closes_at: null,
  });
  expect(eventEditBody({ end_date: '2026-07-15 17:00:00', opens_at: null })).toEqual({ end_date: '2026-07-15T17:00:00', opens_at: null });
});

test('EXTRA-53: end and closing time move with the start and keep their distance in local time; without a date nothing moves', () => {
  const day = { date: '2027-03-26 09:30:00', end_date: '2027-03-26 17:00:00', closes_at: '2027-03-24 17:00:00' };
  expect(movedTimes(day, '2027-03-26 10:00:00')).toEqual({ end_date: '2027-03-26 17:30:00', closes_at: '2027-03-24 17:30:00' });
  // The clocks change on 28 March.
  expect(movedTimes(day, '2027-03-30 09:30:00')).toEqual({ end_date: '2027-03-30 17:00:00', closes_at: '2027-03-28 17:00:00' });
  expect(movedTimes({ ...day, end_date: '2027-03-29 17:00:00' }, '2027-03-30 09:30:00').end_date).toBe('2027-04-02 17:00:00');
  const kept = { end_date: day.end_date, closes_at: day.closes_at };
  expect(movedTimes(day, null)).toEqual(kept);
  expect(movedTimes({ ...day, date: null }, '2027-03-29 10:00:00')).toEqual(kept);
  expect(movedTimes({ ...day, end_date: null, closes_at: null }, '2027-03-29 10:00:00')).toEqual({
    end_date: null,
    closes_at: null,
  });
});

test.each([
  [null, 'always'],
  [0, 'never'],
  [10, '10'],
])('PLC-9: places left are shown from %j on: %s', (sent, shown) => {
  expect(eventValuesOf({ ...event, show_places_left_from: sent }).show_places_left_from).toBe(shown);
  expect(eventEditBody({ show_places_left_from: shown })).toMatchObject({ show_places_left_from: sent });
});

test('a stored number that breaks a current rule is shown unchanged, and refused once it is changed', () => {
  const stored = { ...event, maximum_participants: 9_000_000, offer_hours: 9_000, show_places_left_from: -1 };
  const values = eventValuesOf(stored);
  expect(values).toMatchObject({ maximum_participants: '9000000', offer_hours: '9000', show_places_left_from: '-1' });
  expect(eventProblems({ copper_tag: 'spring' })).toEqual({});
  expect(eventProblems({ maximum_participants: '9000001' })).toEqual({ maximum_participants: 'Please enter a whole number' });
});

const now = new Date('2026-07-15T08:00:00Z');

test.each([
  ['2026-07-15 09:01:00', undefined],
  ['2026-07-15 08:59:00', 'This date is in the past.'],
  ['2026-07-16 00:00:00', 'No time chosen: without an end, the event lasts the whole day.'],
  ['2026-07-14 00:00:00', 'This date is in the past. No time chosen: without an end, the event lasts the whole day.'],
  [null, undefined],
])('USE-48: a possible mistake in the date %s is pointed out: %s', (date, words) => {
  expect(unusualDate(date, now)).toBe(words);
});
