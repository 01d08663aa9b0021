import { describe, expect, test } from 'vitest';
import { newField, newFormField } from '#admin/testing/form-fakes.ts';
import { KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import { BRUNCH_EVENT_REQUIRED } from '#contract/texts/form-field.ts';
import { editProblems, newFieldProblems } from './field-problems.ts';

const EVENT = '0199f0a0-0000-7000-8000-00000000000e';

describe('a new field', () => {
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
  test('BLD-33: a menu of a deleted event can be edited, and needs an event only when its brunch settings change', () => {
    const orphan = newFormField({ type: 'select', options: ['A'], brunch_event: true, brunch_event_id: null });
    expect(editProblems(orphan, { label: 'Lunch' })).toEqual([]);
    expect(editProblems(newFormField({ type: 'select', options: ['A'] }), { brunch_event: true, brunch_event_id: null })).toEqual([
      { path: 'brunch_event_id', message: BRUNCH_EVENT_REQUIRED },
    ]);
    expect(editProblems(orphan, { brunch_event_id: EVENT })).toEqual([]);
  });
});
