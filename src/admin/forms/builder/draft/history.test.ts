import { expect, test } from 'vitest';
import { type Change, emptyHistory, type History, takeRedo, takeUndo, withChange } from './history.ts';

const typed = (before: string, after: string, at: number, fieldId = 'a'): Change => ({
  kind: 'edit',
  fieldId,
  before: { label: before },
  after: { label: after },
  at,
});
const moved: Change = { kind: 'move', fieldId: 'b', from: 1, to: 0 };
const added: Change = { kind: 'add', fieldId: 'c' };
const historyOf = (...changes: Change[]): History => changes.reduce(withChange, emptyHistory);
const everyField = () => true;

test('BLD-36: typing without a pause is one change, but not in another field or another value', () => {
  const { done } = historyOf(typed('', 'M', 0), typed('M', 'Me', 900), typed('Me', 'Men', 1800));
  expect(done).toEqual([typed('', 'Men', 1800)]);
  expect(historyOf(typed('', 'M', 0), typed('M', 'Me', 1001)).done).toHaveLength(2);
  expect(historyOf(typed('', 'M', 0), typed('', 'M', 1, 'b')).done).toHaveLength(2);
  expect(
    historyOf(typed('', 'M', 0), { kind: 'edit', fieldId: 'a', before: { required: false }, after: { required: true }, at: 1 }).done,
  ).toHaveLength(2);
});

test('BLD-36: after another change nothing can be redone, and it does not join the one before', () => {
  const { left } = takeUndo(historyOf(typed('', 'M', 0), moved), everyField)!;
  const history = withChange(left, typed('M', 'Me', 1));
  expect(takeRedo(history, everyField)).toBeUndefined();
  expect(history.done).toHaveLength(2);
});

test('BLD-36: changes of deleted fields are skipped, and an added field is not added again', () => {
  const history = historyOf(typed('', 'M', 0), moved);
  expect(takeUndo(history, (id) => id !== 'b')!.change).toEqual(typed('', 'M', 0));
  const { change, left } = takeUndo(historyOf(added), everyField)!;
  expect(change).toEqual(added);
  expect(takeRedo(left, everyField)).toBeUndefined();
});
