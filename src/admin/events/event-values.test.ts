import { expect, test } from 'vitest';
import { changedValues } from '#admin/records/edits.ts';
import { createDates } from '#admin/ui/format/dates.ts';
import { type Event, newEventSchema } from '#contract/event.ts';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import { endForDate, eventEditBody, eventProblems, eventValuesOf, NEW_EVENT, newEventBody, newEventProblems } from './event-values.ts';

const event: Event = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  event_title: 'Leading through change',
  date: '2026-07-15T08:30:00.000Z',
  show_on_form: true,
  brunch_event: false,
  googleCalendarId: 'c_1',
  target_participants: 40,
  maximum_participants: null,
  end_date: null,
  close_when_full: false,
  show_places_left_from: 10,
  waiting_list: 'off',
  offer_hours: 24,
  venue: null,
  venue_address: null,
  join_url: null,
  opens_at: null,
  closes_at: null,
  copper_tag: null,
  version: 3,
};

test.each([
  ['Europe/London', '2026-07-15 09:30:00'],
  ['America/New_York', '2026-07-15 04:30:00'],
  ['Pacific/Auckland', '2026-07-15 20:30:00'],
])('EV-5: the date is shown on the clocks of %s', (timeZone, shown) => {
  expect(eventValuesOf(event, createDates(timeZone)).date).toBe(shown);
});

test('EV-3: what is not set is empty, and stays unset when it is left empty', () => {
  const values = eventValuesOf({ ...event, date: null, googleCalendarId: null }, createDates('Europe/London'));
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

test('EV-4: participants are sent as numbers, or null when empty; only changes are sent', () => {
  expect(eventEditBody({ target_participants: '60', maximum_participants: '' })).toEqual({
    target_participants: 60,
    maximum_participants: null,
  });
  expect(eventEditBody({ date: '2026-11-26 09:30:00' })).toEqual({ date: '2026-11-26T09:30:00' });
  expect(eventEditBody({ date: null })).toEqual({ date: null });
  expect(eventEditBody({})).toEqual({});
});

test.each(['12.5', '-1', 'many', '1e3', '0x10', '1000001'])('an invalid number of participants is refused: %s', (text) => {
  expect(eventProblems({ target_participants: text })).toEqual({ target_participants: 'Please enter a whole number' });
});

test('the title must not be blank; the rest may be empty', () => {
  expect(eventProblems({ event_title: ' ', google_calendar_id: '', copper_tag: '', date: null, maximum_participants: '' })).toEqual({
    event_title: 'Please fill in all required fields',
  });
});

const filled = { ...NEW_EVENT, event_title: 'Leading through change', google_calendar_id: 'c_8f2k1m7q', date: '2026-11-26 09:30:00' };

test('VAL-21: title, calendar id and date are required, blanks do not count', () => {
  const message = FILL_REQUIRED_FIELDS;
  expect(newEventProblems(NEW_EVENT)).toEqual({ event_title: message, google_calendar_id: message, date: message });
  expect(newEventProblems({ ...filled, event_title: ' \t ' })).toEqual({ event_title: message });
  expect(newEventProblems(filled)).toEqual({});
});

test('EV-1: the body matches the contract, and its date has no time zone', () => {
  const body = newEventBody(filled);
  expect(body.date).toBe('2026-11-26T09:30:00');
  expect(newEventSchema.parse(body)).toMatchObject({ event_title: 'Leading through change', show_on_form: true, copper_tag: '' });
});

test('PLC-2: all times are shown on the clocks of the server, and sent without a zone; null when they are cleared', () => {
  const times = { end_date: '2026-07-15T16:00:00.000Z', opens_at: '2026-01-15T09:00:00.000Z', closes_at: null };
  expect(eventValuesOf({ ...event, ...times }, createDates('Europe/London'))).toMatchObject({
    end_date: '2026-07-15 17:00:00',
    opens_at: '2026-01-15 09:00:00',
    closes_at: null,
  });
  expect(eventEditBody({ end_date: '2026-07-15 17:00:00', opens_at: null })).toEqual({ end_date: '2026-07-15T17:00:00', opens_at: null });
});

test('PLC-3: a link to join that is none is refused at its field, an empty one is not', () => {
  expect(eventProblems({ join_url: 'meet.example' })).toEqual({
    join_url: 'Please enter a web address that starts with https:// or http://',
  });
  expect(eventProblems({ join_url: '', venue_address: 'One\nTwo', end_date: null })).toEqual({});
});

test('EXTRA-53: the end moves with the start and keeps its distance on the clock; without one of them nothing moves', () => {
  const dates = createDates('Europe/London');
  const day = { date: '2027-03-26 09:30:00', end_date: '2027-03-26 17:00:00' };
  expect(endForDate(day, '2027-03-29 10:00:00', dates)).toBe('2027-03-29 17:30:00');
  // The clocks change on 28 March.
  expect(endForDate({ ...day, end_date: '2027-03-29 17:00:00' }, '2027-03-30 09:30:00', dates)).toBe('2027-04-02 17:00:00');
  expect(endForDate(day, null, dates)).toBe(day.end_date);
  expect(endForDate({ ...day, date: null }, '2027-03-29 10:00:00', dates)).toBe(day.end_date);
  expect(endForDate({ ...day, end_date: null }, '2027-03-29 10:00:00', dates)).toBeNull();
});

test.each([
  [null, 'always'],
  [0, 'never'],
  [10, '10'],
])('PLC-9: places left are shown from %j on: %s', (sent, shown) => {
  expect(eventValuesOf({ ...event, show_places_left_from: sent }, createDates('Europe/London')).show_places_left_from).toBe(shown);
  expect(eventEditBody({ show_places_left_from: shown })).toMatchObject({ show_places_left_from: sent });
});

test('a stored number that breaks a rule of today is shown as it is, and refused once it is changed', () => {
  const stored = { ...event, maximum_participants: 9_000_000, offer_hours: 9_000, show_places_left_from: -1 };
  const values = eventValuesOf(stored, createDates('Europe/London'));
  expect(values).toMatchObject({ maximum_participants: '9000000', offer_hours: '9000', show_places_left_from: '-1' });
  expect(eventProblems({ copper_tag: 'spring' })).toEqual({});
  expect(eventProblems({ maximum_participants: '9000001' })).toEqual({ maximum_participants: 'Please enter a whole number' });
});
