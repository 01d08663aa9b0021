import { expect, test } from 'vitest';
import { reduceRowEdits } from '#admin/records/row-edits.ts';
import type { FormField } from '#contract/form-field.ts';
import {
  attendeeState,
  type AttendeeAction,
  type AttendeeEdits,
  type AttendeeValues,
  changedRows,
  needsAttention,
  type SavedAttendee,
} from './attendee-edits.ts';

const values: AttendeeValues = {
  first_name: 'Tomasz',
  last_name: 'Zieliński',
  organisation: 'Brightwater',
  job_title: 'Ward manager',
  email: 't.zielinski@brightwater.example',
  accepts_marketing: false,
  message: '',
};
const field = (name: string, type: FormField['type'], options: string[] = []): FormField => ({
  id: name,
  label: name,
  name,
  type,
  inputType: type,
  required: true,
  help_text: null,
  options,
  order: 0,
  brunch_event: false,
  brunch_event_id: null,
  show_on_slack: false,
  answers_count: 0,
  version: 1,
});
const fields = [field('brunch', 'select', ['Full English', 'Vegetarian']), field('in_person', 'checkbox'), field('needs', 'input')];
const rowsOf = (edits: AttendeeEdits) => changedRows(edits, fields);

const tomasz: SavedAttendee = { id: 'a', version: 1, values };
const remoteEdit = (remote: Record<string, string>): SavedAttendee => ({ id: 'a', version: 2, values: { ...values, ...remote } });

const edit = (edited: Partial<AttendeeValues>, listed = tomasz): AttendeeAction => ({ type: 'edited', row: listed, values: edited });
const after = (...actions: AttendeeAction[]): AttendeeEdits => actions.reduce<AttendeeEdits>(reduceRowEdits, {});

test('EV-7: only changed values are sent, and a value edited back is no change', () => {
  const edits = after(edit({ organisation: 'Brightwater NHS' }), edit({ accepts_marketing: true }));
  expect(rowsOf(edits).map(({ changed }) => changed)).toEqual([{ organisation: 'Brightwater NHS', accepts_marketing: true }]);
  expect(after(edit({ organisation: 'x' }), edit({ organisation: 'Brightwater' }))).toEqual({});
  expect(rowsOf(after(edit({ first_name: ' Tomasz ' })))).toEqual([]);
});

test("errors are at their cells, with the contract's messages", () => {
  const [row] = rowsOf(after(edit({ email: 'd.okafor@oakfield', last_name: ' ' })));
  expect(row?.problems).toEqual({ email: 'Please enter a valid email address', last_name: 'Last name is required' });
  expect(row && needsAttention(row)).toBe(true);
});

test('D38: organisation and job title may be empty', () => {
  const [row] = rowsOf(after(edit({ organisation: '', job_title: '' })));
  expect(row && needsAttention(row)).toBe(false);
});

test('a single cell can be reverted', () => {
  const edits = after(edit({ first_name: 'Tom', email: 'x' }), { type: 'reverted', row: tomasz, names: ['email'] });
  expect(rowsOf(edits)[0]?.changed).toEqual({ first_name: 'Tom' });
});

test('API-95: a remote change of another cell is shown and is no conflict', () => {
  const row = attendeeState(remoteEdit({ job_title: 'Matron' }), after(edit({ first_name: 'Tom' })).a, fields);
  expect(row.values).toMatchObject({ first_name: 'Tom', job_title: 'Matron' });
  expect(row.saved.version).toBe(2);
  expect(needsAttention(row)).toBe(false);
});

test('API-94: a remote change of the same cell is a conflict, in which either value can be kept', () => {
  const now = remoteEdit({ first_name: 'Thomas' });
  const edits = after(edit({ first_name: 'Tom' }), { type: 'conflicted', row: now, names: ['first_name'] });
  const [row] = rowsOf(edits);
  expect(row).toMatchObject({ remote: { first_name: 'Thomas' }, values: { first_name: 'Tom' } });
  const kept = reduceRowEdits(edits, { type: 'local kept', row: now, name: 'first_name' });
  expect(rowsOf(kept)[0]).toMatchObject({ remote: {}, changed: { first_name: 'Tom' }, saved: { version: 2 } });
  expect(reduceRowEdits(edits, { type: 'reverted', row: now, names: ['first_name'] })).toEqual({});
});

test('edits made during a save stay unsaved, the rest is saved', () => {
  const sent = { first_name: 'Tom', email: 'tom@example.com' };
  const now = { id: 'a', version: 2, values: { ...values, ...sent } };
  const before = [edit({ first_name: ' Tom ' }), edit({ email: 'tom@example.com' })];
  expect(after(...before, { type: 'saved', row: now, sent })).toEqual({});
  const [row] = rowsOf(after(...before, edit({ email: 'tommy@example.com' }), { type: 'saved', row: now, sent }));
  expect(row).toMatchObject({ changed: { email: 'tommy@example.com' }, saved: { version: 2 }, remote: {} });
});

test('an error of the server stays at its cell until the cell is edited', () => {
  const edits = after(edit({ first_name: 'https://spam.example' }), {
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
