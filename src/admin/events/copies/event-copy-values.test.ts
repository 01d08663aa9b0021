import { describe, expect, test } from 'vitest';
import { chosenDates, copyProblems, dateMarks, eventCopyBody, type EventCopyValues, newEventCopy } from './event-copy-values.ts';

const event = { event_title: 'Coaching', date: '2027-03-25T09:30:00Z' };
const before = new Date('2027-01-01T00:00:00Z');
const typed = (values: Partial<EventCopyValues>): EventCopyValues => ({ ...newEventCopy(event, before), ...values });
const repeated = (values: Partial<EventCopyValues>) => typed({ kind: 'repeat', first: '2027-01-31 09:30:00', ...values });

describe('CPY-15: a copy begins', () => {
  test('a week after the event at the same time, also across a clock change', () => {
    expect(newEventCopy(event, before).first).toBe('2027-04-01 09:30:00');
  });

  test('in the next possible week if the event is over, and without a date if it has none', () => {
    expect(newEventCopy(event, new Date('2027-06-01T00:00:00Z')).first).toBe('2027-06-03 09:30:00');
    expect(newEventCopy({ ...event, date: null }, before).first).toBeNull();
  });
});

test('CPY-16: only the ticked dates are sent, and the title only if it was changed', () => {
  const values = repeated({ unit: 'days', times: 3, skipped: ['2027-02-01 09:30:00'] });
  expect(eventCopyBody(values, 'Coaching')).toEqual({ dates: ['2027-01-31T09:30:00', '2027-02-02T09:30:00'], show_on_form: false });
  expect(eventCopyBody(typed({ event_title: 'Group %N%', first: null }), 'Coaching')).toEqual({
    dates: [null],
    event_title: 'Group %N%',
    show_on_form: false,
  });
});

test('CPY-15: months without the day give no dates', () => {
  expect(chosenDates(repeated({ unit: 'months', times: 2 }))).toEqual(['2027-01-31 09:30:00', '2027-03-31 09:30:00']);
});

test.each<[Partial<EventCopyValues>, keyof ReturnType<typeof copyProblems>, string]>([
  [{ event_title: ' ' }, 'event_title', 'Please enter a title'],
  [{ first: null }, 'first', 'Please enter a date'],
  [{ every: 53 }, 'every', 'Please enter a number from 1 to 52'],
  [{ every: '' }, 'every', 'Please enter a number from 1 to 52'],
  [{ times: 1 }, 'times', 'Please enter a number from 2 to 100'],
  [{ end: 'until' }, 'until', 'Please enter a date'],
  [{ end: 'until', until: '2027-01-30' }, 'until', 'This is before the first date'],
  [{ end: 'until', until: '2027-12-30', unit: 'days' }, 'until', 'That is more than 100 dates'],
  [{ times: 2, skipped: ['2027-01-31 09:30:00', '2027-02-07 09:30:00'] }, 'dates', 'Please tick a date'],
])('CPY-15: for a rule with %o, %s says %s', (values, field, problem) => {
  expect(copyProblems(repeated(values))[field]).toBe(problem);
});

test('CPY-15: a complete rule has no problem, nor has a single copy without a date', () => {
  expect(copyProblems(repeated({}))).toEqual({});
  expect(copyProblems(typed({ first: null }))).toEqual({});
});

const markOf = dateMarks({
  events: [
    { event_title: 'Coaching', date: '2027-07-01T08:30:00Z' },
    { event_title: 'Undated', date: null },
  ],
  now: new Date('2027-01-01T00:00:00Z'),
});

test('CPY-16: a date at which another event begins names it, in the time zone of the server', () => {
  expect(markOf('2027-07-01 09:30:00')).toBe('Same time as ‘Coaching’');
  expect(markOf('2027-07-01 08:30:00')).toBeUndefined();
});

test('CPY-16: a past date is marked; one that is missing or invalid has no mark', () => {
  expect(markOf('2026-12-31 23:59:00')).toBe('In the past');
  expect(markOf('2027-01-01 00:00:00')).toBeUndefined();
  expect(markOf(null)).toBeUndefined();
  expect(markOf('soon')).toBeUndefined();
});
