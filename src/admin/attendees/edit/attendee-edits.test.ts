import { expect, test } from 'vitest';
import { reduceRowEdits } from '#admin/records/row-edits.ts';
import { newFormField } from '#admin/testing/form-fakes.ts';
import { type AttendeeAction, type AttendeeEdits, type AttendeeValues, changedRows, type SavedAttendee } from './attendee-edits.ts';

const values: AttendeeValues = {
  first_name: 'Tomasz',
  last_name: 'Zieliński',
  organisation: 'Brightwater',
  job_title: 'Ward manager',
  email: 't.zielinski@brightwater.example',
  accepts_marketing: false,
  message: '',
};
const fields = [
  newFormField({ name: 'brunch', type: 'select', required: true, options: ['Full English', 'Vegetarian'] }),
  newFormField({ name: 'in_person', type: 'checkbox', required: true }),
  newFormField({ name: 'needs', required: true }),
];
const rowsOf = (edits: AttendeeEdits) => changedRows(edits, fields);

const tomasz: SavedAttendee = { id: 'a', version: 1, values };

const edit = (edited: Partial<AttendeeValues>, listed = tomasz): AttendeeAction => ({ type: 'edited', row: listed, values: edited });
const after = (...actions: AttendeeAction[]): AttendeeEdits => actions.reduce<AttendeeEdits>(reduceRowEdits, {});

test('an error of the server stays at its cell until the cell is edited', () => {
  const edits = after(edit({ first_name: 'Refused' }), {
    type: 'rejected',
    row: tomasz,
    errors: [{ path: 'first_name', message: 'No' }],
  });
  expect(rowsOf(edits)[0]?.problems).toEqual({ first_name: 'No' });
  expect(rowsOf(reduceRowEdits(edits, edit({ last_name: 'X' })))[0]?.problems).toEqual({ first_name: 'No' });
  expect(rowsOf(reduceRowEdits(edits, edit({ first_name: 'Tom' })))[0]?.problems).toEqual({});
});

test("EXTRA-28: answers are edits too, by the form's own rules; staff may leave a required one empty", () => {
  const listed: SavedAttendee = { ...tomasz, values: { ...values, brunch: 'Full English', in_person: false, needs: 'No nuts' } };
  const [row] = rowsOf(after(edit({ brunch: 'Vegan', needs: '' }, listed), edit({ in_person: true }, listed)));
  expect(row?.changed).toEqual({ brunch: 'Vegan', needs: '', in_person: true });
  expect(row?.problems).toEqual({ brunch: 'Please choose one of the options' });
});
