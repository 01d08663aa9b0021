import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterSave, changedValues, type Edits, noEdits, overlaid, theirsIn, withMineKept, withoutEdit, withTyped } from './edits.ts';

interface Values {
  readonly [name: string]: string;
  title: string;
  tag: string;
}

const trimmed = ({ title, tag }: Values): Values => ({ title: title.trim(), tag: tag.trim() });
const saved: Values = { title: 'Spring', tag: 'a' };
const typed = withTyped<Values>(noEdits, saved, { title: 'Autumn' });

test('STATE-2: saved values are overlaid by local edits, whatever is read anew beneath them', () => {
  expect(overlaid(saved, typed)).toEqual({ title: 'Autumn', tag: 'a' });
  expect(overlaid({ title: 'Spring', tag: 'b' }, typed)).toEqual({ title: 'Autumn', tag: 'b' });
});

test('EDIT-3: a value typed back to the saved one, or changed only by spaces that are not stored, is no change', () => {
  expect(changedValues(saved, withTyped(typed, saved, { title: 'Spring' }), trimmed)).toEqual({});
  expect(changedValues(saved, withTyped<Values>(noEdits, saved, { title: ' Spring ' }), trimmed)).toEqual({});
  expect(changedValues(saved, withTyped<Values>(noEdits, saved, { title: ' Autumn ' }), trimmed)).toEqual({ title: 'Autumn' });
});

test('API-95: what somebody else saved in another field is neither a conflict nor sent', () => {
  const read = { title: 'Spring', tag: 'theirs' };
  expect(theirsIn(read, typed, trimmed)).toEqual({});
  expect(changedValues(read, typed, trimmed)).toEqual({ title: 'Autumn' });
});

test('API-94: what somebody else saved in the same field is theirs, until the person keeps their own or takes it', () => {
  const read = { title: 'Winter', tag: 'a' };
  expect(theirsIn(read, typed, trimmed)).toEqual({ title: 'Winter' });
  const kept = withMineKept(typed, read, 'title');
  expect(theirsIn(read, kept, trimmed)).toEqual({});
  expect(overlaid(read, kept).title).toBe('Autumn');
  const taken = withoutEdit(typed, 'title');
  expect(overlaid(read, taken).title).toBe('Winter');
  expect(changedValues(read, taken, trimmed)).toEqual({});
});

test('two people who type the same, but for spaces that are not stored, do not collide', () => {
  const spaced = withTyped<Values>(noEdits, saved, { title: ' Autumn ' });
  expect(theirsIn({ title: 'Autumn', tag: 'a' }, spaced, trimmed)).toEqual({});
  expect(theirsIn({ title: 'Autumn', tag: 'a' }, typed, trimmed)).toEqual({});
});

test('a third value that is saved after one was decided on is told again', () => {
  const kept = withMineKept(typed, { title: 'Winter', tag: 'a' }, 'title');
  expect(theirsIn({ title: 'Summer', tag: 'a' }, kept, trimmed)).toEqual({ title: 'Summer' });
});

test('what is typed while a save is under way stays unsaved, over what the save stored', () => {
  const more = withTyped(typed, saved, { title: 'Autumn term', tag: 'b' });
  const left = afterSave(more, typed, { title: 'Autumn', tag: 'a' });
  expect(left).toEqual({ mine: { title: 'Autumn term', tag: 'b' }, base: { title: 'Autumn', tag: 'a' } });
  expect(afterSave(typed, typed, { title: 'Autumn', tag: 'a' })).toEqual(noEdits);
});

test('nothing typed is lost, whatever is read in between', () => {
  const value = fc.constantFrom('a', 'b', 'c', ' a ');
  const step = fc.record({ read: fc.record({ title: value, tag: value }), type: fc.record({ title: value }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      let edits: Edits<Values> = noEdits;
      for (const { read, type } of steps) {
        edits = withTyped(edits, read, type);
        expect(overlaid(read, edits).title).toBe(type.title);
        expect(overlaid(read, edits).tag).toBe(read.tag);
      }
    }),
  );
});
