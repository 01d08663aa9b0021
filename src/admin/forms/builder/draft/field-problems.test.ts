import { describe, expect, test } from 'vitest';
import { newField, newFormField } from '#admin/testing/form-fakes.ts';
import { KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import { BRUNCH_EVENT_REQUIRED, CANNOT_BE_EMPTY, OPTIONS_REPEAT } from '#contract/texts/form-field.ts';
import { editProblems, newFieldProblems } from './field-problems.ts';

const EVENT = '0199f0a0-0000-7000-8000-00000000000e';

describe('a new field', () => {
  test.each(['', '   ', '\t\n'])('VAL-23: the label %j is refused', (label) => {
    expect(newFieldProblems(newField({ label }), [])).toContainEqual({ path: 'label', message: CANNOT_BE_EMPTY });
  });

  test('VAL-24: each blank option is refused at its index, and a select without options at index 0', () => {
    expect(newFieldProblems(newField({ type: 'select', options: ['', 'Vegan', ' '] }), [])).toEqual([
      { path: 'options.0', message: CANNOT_BE_EMPTY },
      { path: 'options.2', message: CANNOT_BE_EMPTY },
    ]);
    expect(newFieldProblems(newField({ type: 'select', options: [] }), [])).toEqual([{ path: 'options.0', message: CANNOT_BE_EMPTY }]);
  });

  test('VAL-26: a brunch menu without an event is refused, along with all other errors', () => {
    expect(newFieldProblems(newField({ type: 'select', label: ' ', options: ['A'], brunch_event: true }), [])).toEqual([
      { path: 'label', message: CANNOT_BE_EMPTY },
      { path: 'brunch_event_id', message: BRUNCH_EVENT_REQUIRED },
    ]);
  });

  test('two equal options are refused', () => {
    expect(newFieldProblems(newField({ type: 'select', options: ['A', ' A '] }), [])).toEqual([
      { path: 'options', message: OPTIONS_REPEAT },
    ]);
  });

  test('BLD-30: a key that equals the key or label of an existing field is refused at the label', () => {
    const renamed = newFormField({ label: 'What would you like' });
    for (const label of ['Menu', ' MENU ', 'what would you like']) {
      expect(newFieldProblems(newField({ label }), [renamed])).toEqual([{ path: 'label', message: KEY_TAKEN }]);
    }
    expect(newFieldProblems(newField({ label: 'Menu 2' }), [renamed])).toEqual([]);
  });

  test.each(['Email', 'First name', 'UTM source', '__proto__', 'constructor'])(
    'BLD-30: the built-in name %s is refused at the label',
    (label) => {
      expect(newFieldProblems(newField({ label }), [])).toEqual([{ path: 'label', message: KEY_RESERVED }]);
    },
  );
});

describe('an edit in place', () => {
  test('VAL-23, VAL-24: an emptied value is refused, an unchanged one is not', () => {
    const select = newFormField({ type: 'select', options: ['A', 'B'] });
    expect(editProblems(select, { label: ' ' })).toEqual([{ path: 'label', message: CANNOT_BE_EMPTY }]);
    expect(editProblems(select, { options: ['A', ''] })).toEqual([{ path: 'options.1', message: CANNOT_BE_EMPTY }]);
    expect(editProblems(select, { required: true })).toEqual([]);
  });

  test('BLD-33: a menu of a deleted event can be edited, and needs an event only when its brunch settings change', () => {
    const orphan = newFormField({ type: 'select', options: ['A'], brunch_event: true, brunch_event_id: null });
    expect(editProblems(orphan, { label: 'Lunch' })).toEqual([]);
    expect(editProblems(newFormField({ type: 'select', options: ['A'] }), { brunch_event: true, brunch_event_id: null })).toEqual([
      { path: 'brunch_event_id', message: BRUNCH_EVENT_REQUIRED },
    ]);
    expect(editProblems(orphan, { brunch_event_id: EVENT })).toEqual([]);
  });
});
