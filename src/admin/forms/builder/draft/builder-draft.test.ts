import { describe, expect, test } from 'vitest';
import { newFormField } from '#admin/testing/form-fakes.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { type BuilderDraft, type DraftAction, emptyDraft, reduceDraft, remoteFieldValues, savedRowOf } from './builder-draft.ts';
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
