import { expect, test } from 'vitest';
import { newFormField } from '#admin/testing/form-fakes.ts';
import type { EventWithPlaces } from '#contract/registrations/places-held.ts';
import { attendeeBody, attendeeErrors, newAttendee } from './new-attendee.ts';

const NEW_ATTENDEE = newAttendee([]);

test('PLC-45: someone is put on the waiting list only while the event is full and has one', () => {
  const full: EventWithPlaces = {
    close_when_full: true,
    waiting_list: 'offer',
    maximum_participants: 3,
    submissions_count: 2,
    registration_counts: { offered: 1, waiting: 0, cancelled: 0, passed_over: 0 },
  };
  const sent = (event: Partial<EventWithPlaces>) =>
    attendeeBody({ ...NEW_ATTENDEE, _waits: true }, [], { ...full, ...event })['_registration'];
  expect(sent({})).toBe('waiting');
  for (const event of [{ submissions_count: 1 }, { waiting_list: 'off' } as const, { close_when_full: false }]) {
    expect(sent(event)).toBeUndefined();
  }
});

test('an untouched checkbox is not an answer, but one that was cleared again is', () => {
  const first = newFormField({ type: 'checkbox', label: 'First time', name: 'first_time' });
  const event: EventWithPlaces = {
    close_when_full: false,
    waiting_list: 'off',
    maximum_participants: null,
    submissions_count: 0,
    registration_counts: { offered: 0, waiting: 0, cancelled: 0, passed_over: 0 },
  };
  const sent = (typed: Readonly<Record<string, boolean>>) =>
    attendeeBody({ ...newAttendee([first]), ...typed }, [first], event)['first_time'];
  expect(sent({})).toBeNull();
  expect(sent({ first_time: false })).toBe(false);
});

test('whitespace counts as empty', () => {
  expect(attendeeErrors({ ...NEW_ATTENDEE, first_name: ' \t', last_name: ' ', email: 'ada@marsh.example' }, [])).toEqual({
    last_name: 'Last name is required',
  });
});
