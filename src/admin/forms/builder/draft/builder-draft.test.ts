import '#admin/testing/window.ts';
import { describe, expect, test } from 'vitest';
import { newField, newFormField } from '#admin/testing/form-fakes.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { KEY_RESERVED, KEY_TAKEN } from '#contract/texts/builder.ts';
import { BRUNCH_EVENT_REQUIRED, optionRepeats } from '#contract/texts/form-field.ts';
import {
  type BuilderDraft,
  type DraftAction,
  editProblems,
  emptyDraft,
  newFieldProblems,
  reduceDraft,
  remoteFieldValues,
  savedRowOf,
} from './builder-draft.ts';
import { recordMove } from './recorded-moves.ts';

const SAVED = ['a', 'b', 'c'].map((id, order) => newFormField({ id, order, label: `Label ${id}` }));
const B = SAVED[1] as FormField;

const draftAfter = (...actions: DraftAction[]): BuilderDraft => actions.reduce(reduceDraft, emptyDraft);

const moveTo = (fieldId: string, index: number): DraftAction => {
  const move = recordMove(['a', 'b', 'c'], fieldId, index);
  if (move === undefined) throw new Error('This changes nothing');
  return { type: 'moved', move, saved: SAVED };
};

describe('during a save', () => {
  test('a saved edit is dropped, and one made during the save stays on the new version', () => {
    const draft = draftAfter({ type: 'edited', row: savedRowOf(B), values: { label: 'Menu' } });
    const saved: DraftAction = { type: 'saved', row: savedRowOf({ ...B, label: 'Menu', version: 2 }), sent: { label: 'Menu' } };
    expect(reduceDraft(draft, saved)).toEqual(emptyDraft);
    const editedAgain = reduceDraft(draft, { type: 'edited', row: savedRowOf(B), values: { label: 'Menu for' } });
    const left = reduceDraft(editedAgain, saved);
    expect(left.edits.b).toMatchObject({ saved: { version: 2 }, edits: { local: { label: 'Menu for' } } });
  });

  test('D16: a value that someone else changed and changed back is shown as a conflict too', () => {
    const conflicted: DraftAction = { type: 'conflicted', row: savedRowOf({ ...B, version: 3 }), names: ['label'] };
    const draft = draftAfter({ type: 'edited', row: savedRowOf(B), values: { label: 'Mine' } }, conflicted);
    expect(draft.edits.b).toMatchObject({ saved: { version: 3 }, edits: { local: { label: 'Mine' } } });
    expect(remoteFieldValues(draft.edits.b)).toEqual({ label: B.label });
  });

  test('a saved move is dropped with all before it, and one made during the save stays', () => {
    const first = moveTo('a', 2);
    const second = moveTo('b', 0);
    const draft = draftAfter(first, second);
    if (first.type !== 'moved') throw new Error('A move, as it was made');
    expect(reduceDraft(draft, { type: 'move saved', move: first.move }).moves).toHaveLength(1);
  });
});

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

  test.each([
    ['A', ' A '],
    ['Végétarien', 'Ve\u0301ge\u0301tarien'],
    ['Vegan', 'Vegan\u200b'],
    ['Vegan', 'Ve\u00adgan'],
    ['No nuts', 'No\u00a0nuts'],
    ['No nuts', 'No  nuts'],
    ['No nuts', 'No\tnuts'],
    ['שלום', '\u200fשלום'],
  ])('API-55: the options %j and %j, which look the same, are refused', (...options) => {
    const [{ path, message } = {}, ...others] = newFieldProblems(newField({ type: 'select', options: ['First', ...options] }), []);
    expect([path, others]).toEqual(['options', []]);
    expect(options.map((option) => optionRepeats(option))).toContain(message);
  });

  test('API-55: there is room for all countries', () => {
    const countries = (count: number) =>
      newField({ type: 'select', options: Array.from({ length: count }, (_, index) => `Country ${index}`) });
    expect(newFieldProblems(countries(300), [])).toEqual([]);
    expect(newFieldProblems(countries(301), [])).toMatchObject([{ path: 'options', message: 'Please use at most 300 options' }]);
  });

  test('API-55: options that can be distinguished are accepted', () => {
    const options = [
      'Vegan',
      'vegan',
      'Végan',
      '👍',
      '👍🏽',
      '👩‍🚀 Crew',
      '1',
      '01',
      'می‌خواهم',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '👨‍👩‍👧',
      '👨👩👧',
      'No - nuts',
      'No-nuts',
    ];
    expect(newFieldProblems(newField({ type: 'select', options }), [])).toEqual([]);
  });
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
