import { expect, test } from 'vitest';
import { attendeeErrors, NEW_ATTENDEE } from './new-attendee.ts';

test('VAL-29: an attendee added by staff needs only first name, last name and a valid email', () => {
  expect(Object.entries(attendeeErrors(NEW_ATTENDEE, []))).toEqual([
    ['first_name', 'First name is required'],
    ['last_name', 'Last name is required'],
    ['email', 'Email is required'],
  ]);
  expect(attendeeErrors({ ...NEW_ATTENDEE, first_name: 'Ada', last_name: 'Marsh', email: 'ada@marsh' }, [])).toEqual({
    email: 'Please enter a valid email address',
  });
  expect(attendeeErrors({ ...NEW_ATTENDEE, first_name: 'Ada', last_name: 'Marsh', email: ' ada@marsh.example ' }, [])).toEqual({});
});

test('whitespace counts as empty', () => {
  expect(attendeeErrors({ ...NEW_ATTENDEE, first_name: ' \t', last_name: 'Marsh', email: 'ada@marsh.example' }, [])).toEqual({
    first_name: 'First name is required',
  });
});
