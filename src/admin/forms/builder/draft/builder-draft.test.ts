import { describe, expect, test } from 'vitest';
import type { FormField } from '#contract/form-field.ts';
import { type BuilderDraft, type DraftAction, draftedForm, emptyDraft, reduceDraft } from './builder-draft.ts';
import { isChanged, remoteFieldValues, savedRowOf } from './field-edits.ts';
import { recordMove } from './recorded-moves.ts';

const field = (id: string, order: number, part: Partial<FormField> = {}): FormField => ({
  id,
  label: `Label ${id}`,
  name: `label_${id}`,
  type: 'input',
  inputType: 'input',
  required: false,
  options: [],
  order,
  brunch_event: false,
  brunch_event_id: null,
  help_text: null,
  show_on_slack: false,
  answers_count: 0,
  version: 1,
  ...part,
});

const SAVED = [field('a', 0), field('b', 1), field('c', 2)];
const [A, B] = SAVED as [FormField, FormField, FormField];

const draftAfter = (...actions: DraftAction[]): BuilderDraft => actions.reduce(reduceDraft, emptyDraft);

const moveTo = (fieldId: string, index: number): DraftAction => {
  const move = recordMove(['a', 'b', 'c'], fieldId, index);
  if (move === undefined) throw new Error('This changes nothing');
  return { type: 'moved', move, saved: SAVED };
};

describe('the drafted form', () => {
  test('BLD-21: after a move the list is renumbered from 0', () => {
    const { fields, movedIds, changes } = draftedForm(SAVED, draftAfter(moveTo('a', 2)));
    expect(fields.map(({ id, order }) => [id, order])).toEqual([
      ['b', 0],
      ['c', 1],
      ['a', 2],
    ]);
    expect([...movedIds]).toEqual(['a']);
    expect(changes).toBe(1);
  });

  test('BLD-32: an edit is shown at once, and counts as one change however many values it has', () => {
    const form = draftedForm(SAVED, draftAfter({ type: 'edited', row: savedRowOf(B), values: { label: 'Menu', required: true } }));
    expect(form.fields[1]).toMatchObject({ label: 'Menu', required: true, name: 'label_b' });
    expect([...form.editedIds]).toEqual(['b']);
    expect(form.changes).toBe(1);
  });

  test('an edit back to the saved value, or with blanks around it, is no change', () => {
    const draft = draftAfter(
      { type: 'edited', row: savedRowOf(B), values: { label: 'Menu' } },
      { type: 'edited', row: savedRowOf(B), values: { label: ' Label b ' } },
    );
    expect(draftedForm(SAVED, draft).changes).toBe(0);
    expect(draftedForm(SAVED, draft).fields[1]?.label).toBe(' Label b ');
    expect(isChanged(B, draft.edits.b)).toBe(false);
  });

  test('BLD-26: the changes of a deleted field are dropped, those of the others stay', () => {
    const draft = draftAfter(
      { type: 'edited', row: savedRowOf(A), values: { label: 'X' } },
      { type: 'edited', row: savedRowOf(B), values: { label: 'Y' } },
    );
    const form = draftedForm([field('b', 0), field('c', 1)], draft);
    expect(form.fields.map(({ label }) => label)).toEqual(['Y', 'Label c']);
    expect(form.changes).toBe(1);
  });
});

test('BLD-24, BLD-36: a move back takes the one before it off the list, and leaves those before', () => {
  const moveIn = (seen: string[], fieldId: string, index: number): DraftAction => ({
    type: 'moved',
    move: recordMove(seen, fieldId, index)!,
    saved: SAVED,
  });
  const draft = draftAfter(moveIn(['a', 'b', 'c'], 'a', 2), moveIn(['b', 'c', 'a'], 'c', 0));
  expect([...draftedForm(SAVED, draft).movedIds]).toEqual(['a', 'c']);
  const undone = reduceDraft(draft, moveIn(['c', 'b', 'a'], 'c', 1));
  expect(draftedForm(SAVED, undone).fields.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect([...draftedForm(SAVED, undone).movedIds]).toEqual(['a']);
});

describe('during a save', () => {
  test('a saved edit is dropped, and one made during the save stays on the new version', () => {
    const draft = draftAfter({ type: 'edited', row: savedRowOf(B), values: { label: 'Menu' } });
    const saved: DraftAction = { type: 'saved', row: savedRowOf(field('b', 1, { label: 'Menu', version: 2 })), sent: { label: 'Menu' } };
    expect(reduceDraft(draft, saved)).toEqual(emptyDraft);
    const editedAgain = reduceDraft(draft, { type: 'edited', row: savedRowOf(B), values: { label: 'Menu for' } });
    const left = reduceDraft(editedAgain, saved);
    expect(left.edits.b).toMatchObject({ saved: { version: 2 }, edits: { local: { label: 'Menu for' } } });
  });

  test('a saved move is dropped with all before it, and one made during the save stays', () => {
    const first = moveTo('a', 2);
    const second = moveTo('b', 0);
    const draft = draftAfter(first, second);
    if (first.type !== 'moved') throw new Error('A move, as it was made');
    expect(reduceDraft(draft, { type: 'move saved', move: first.move }).moves).toHaveLength(1);
  });

  test('an error stays at its value until that value is edited', () => {
    const errors = [
      { path: 'label', message: 'No' },
      { path: 'options.1', message: 'No' },
    ];
    const draft = draftAfter(
      { type: 'edited', row: savedRowOf(B), values: { label: ' ', options: ['A', ''] } },
      { type: 'rejected', row: savedRowOf(B), errors },
      { type: 'edited', row: savedRowOf(B), values: { options: ['A', 'B'] } },
    );
    expect(draft.edits.b?.errors).toEqual([{ path: 'label', message: 'No' }]);
  });
});

describe('after a conflict', () => {
  const conflicted = draftAfter(
    { type: 'edited', row: savedRowOf(B), values: { label: 'Mine', required: true } },
    { type: 'conflicted', row: savedRowOf(field('b', 1, { label: 'Theirs', version: 7 })), names: ['label'] },
  );

  test('local values are kept, and the next save is based on the remote version', () => {
    expect(conflicted.edits.b).toMatchObject({ saved: { version: 7 }, edits: { local: { label: 'Mine', required: true } } });
    expect(remoteFieldValues(conflicted.edits.b)).toEqual({ label: 'Theirs' });
  });

  test('taking the remote values drops only the local values that conflict', () => {
    const draft = reduceDraft(conflicted, { type: 'reverted', row: conflicted.edits.b!.saved, names: ['label'] });
    expect(draft.edits.b).toMatchObject({ edits: { local: { required: true }, base: { required: false } } });
    expect(remoteFieldValues(draft.edits.b)).toEqual({});
  });
});

test('Discard empties the draft', () => {
  expect(
    reduceDraft(draftAfter(moveTo('a', 1), { type: 'edited', row: savedRowOf(B), values: { label: 'X' } }), { type: 'discarded' }),
  ).toEqual(emptyDraft);
});
