import { expect, test } from 'vitest';
import {
  type AttendeeAction,
  type AttendeeEdits,
  type AttendeeValues,
  changedRows,
  needsLook,
  reduceAttendeeEdits,
  rowState,
  type SavedAttendee,
} from './attendee-edits.ts';

const values: AttendeeValues = {
  first_name: 'Tomasz',
  last_name: 'Zieliński',
  organisation: 'Brightwater',
  job_title: 'Ward manager',
  email: 't.zielinski@brightwater.example',
  accepts_marketing: false,
};
const tomasz: SavedAttendee = { id: 'a', version: 1, values };
const withTheirs = (theirs: Partial<AttendeeValues>): SavedAttendee => ({ id: 'a', version: 2, values: { ...values, ...theirs } });

const type = (typed: Partial<AttendeeValues>, listed = tomasz): AttendeeAction => ({ type: 'typed', listed, typed });
const after = (...actions: AttendeeAction[]): AttendeeEdits => actions.reduce(reduceAttendeeEdits, {});

test('EV-7: only what was changed is sent; typed back, the attendee is not edited', () => {
  const edits = after(type({ organisation: 'Brightwater NHS' }), type({ accepts_marketing: true }));
  expect(changedRows(edits).map(({ changed }) => changed)).toEqual([{ organisation: 'Brightwater NHS', accepts_marketing: true }]);
  expect(after(type({ organisation: 'x' }), type({ organisation: 'Brightwater' }))).toEqual({});
  expect(changedRows(after(type({ first_name: ' Tomasz ' })))).toEqual([]);
});

test("what is wrong is told in the contract's words, at its cell", () => {
  const [row] = changedRows(after(type({ email: 'd.okafor@oakfield', last_name: ' ' })));
  expect(row?.problems).toEqual({ email: 'Please enter a valid email address', last_name: 'Last name is required' });
  expect(row && needsLook(row)).toBe(true);
});

test('organisation and job title may be emptied (decision 38)', () => {
  const [row] = changedRows(after(type({ organisation: '', job_title: '' })));
  expect(row && needsLook(row)).toBe(false);
});

test('a cell can be put back alone', () => {
  const edits = after(type({ first_name: 'Tom', email: 'x' }), { type: 'reverted', listed: tomasz, column: 'email' });
  expect(changedRows(edits)[0]?.changed).toEqual({ first_name: 'Tom' });
});

test('API-95: what somebody else saved in another cell shows, and is no conflict', () => {
  const row = rowState(withTheirs({ job_title: 'Matron' }), after(type({ first_name: 'Tom' })).a);
  expect(row.values).toMatchObject({ first_name: 'Tom', job_title: 'Matron' });
  expect(row.saved.version).toBe(2);
  expect(needsLook(row)).toBe(false);
});

test('API-94: what somebody else saved in the same cell waits for a choice; nothing typed is lost', () => {
  const now = withTheirs({ first_name: 'Thomas' });
  const edits = after(type({ first_name: 'Tom' }), { type: 'overtaken', now });
  const [row] = changedRows(edits);
  expect(row).toMatchObject({ theirs: { first_name: 'Thomas' }, values: { first_name: 'Tom' } });
  const kept = reduceAttendeeEdits(edits, { type: 'mine kept', listed: tomasz, column: 'first_name' });
  expect(changedRows(kept)[0]).toMatchObject({ theirs: {}, changed: { first_name: 'Tom' }, saved: { version: 2 } });
  expect(reduceAttendeeEdits(edits, { type: 'theirs taken', listed: tomasz, column: 'first_name' })).toEqual({});
});

test('what is typed while a save is under way stays unsaved, the rest is saved', () => {
  const sent = { first_name: 'Tom', email: 'tom@example.com' };
  const now = { id: 'a', version: 2, values: { ...values, ...sent } };
  const before = [type({ first_name: ' Tom ' }), type({ email: 'tom@example.com' })];
  expect(after(...before, { type: 'saved', sent, now })).toEqual({});
  const [row] = changedRows(after(...before, type({ email: 'tommy@example.com' }), { type: 'saved', sent, now }));
  expect(row).toMatchObject({ changed: { email: 'tommy@example.com' }, saved: { version: 2 }, theirs: {} });
});

test('what the server refused stands at its cell until that is changed', () => {
  const edits = after(type({ first_name: 'https://spam.example' }), { type: 'refused', id: 'a', refused: { first_name: 'No' } });
  expect(changedRows(edits)[0]?.problems).toEqual({ first_name: 'No' });
  expect(changedRows(reduceAttendeeEdits(edits, type({ last_name: 'X' })))[0]?.problems).toEqual({ first_name: 'No' });
  expect(changedRows(reduceAttendeeEdits(edits, type({ first_name: 'Tom' })))[0]?.problems).toEqual({});
});
