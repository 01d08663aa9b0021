import '#admin/testing/window.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterSave,
  changedValues,
  conflicts,
  type Edits,
  keepLocal,
  merged,
  noEdits,
  setValues,
  withConflicts,
  withoutEdits,
} from './row-edits.ts';

interface Values {
  readonly [name: string]: string;
  title: string;
  tag: string;
}

const saved: Values = { title: 'Spring', tag: 'a' };
const typed = setValues<Values>(noEdits, saved, { title: 'Autumn' });

test('STATE-2: local edits are shown over the saved values, even when those are read again', () => {
  expect(merged(saved, typed)).toEqual({ title: 'Autumn', tag: 'a' });
  expect(merged({ title: 'Spring', tag: 'b' }, typed)).toEqual({ title: 'Autumn', tag: 'b' });
});

test('EDIT-3: a value typed back to the saved one, or that differs only in spaces that are not stored, is not a change', () => {
  expect(changedValues(saved, setValues(typed, saved, { title: 'Spring' }))).toEqual({});
  expect(changedValues(saved, setValues<Values>(noEdits, saved, { title: ' Spring ' }))).toEqual({});
  expect(changedValues(saved, setValues<Values>(noEdits, saved, { title: ' Autumn ' }))).toEqual({ title: 'Autumn' });
});

test('API-95: a remote change of another field is neither a conflict nor sent', () => {
  const read = { title: 'Spring', tag: 'theirs' };
  expect(conflicts(read, typed)).toEqual({});
  expect(changedValues(read, typed)).toEqual({ title: 'Autumn' });
});

test('API-94: a remote change of the same field is a conflict, until the person keeps the local value or uses the remote one', () => {
  const read = { title: 'Winter', tag: 'a' };
  expect(conflicts(read, typed)).toEqual({ title: 'Winter' });
  const kept = keepLocal(typed, read, 'title');
  expect(conflicts(read, kept)).toEqual({});
  expect(merged(read, kept).title).toBe('Autumn');
  const taken = withoutEdits(typed, ['title']);
  expect(merged(read, taken).title).toBe('Winter');
  expect(changedValues(read, taken)).toEqual({});
});

test('API-94: a value that the server refused is a conflict even if it reads as before, and stays one while more is typed', () => {
  const refused = setValues(withConflicts(typed, ['title']), saved, { title: 'Autumn term' });
  expect(conflicts(saved, refused)).toEqual({ title: 'Spring' });
  expect(conflicts(saved, keepLocal(refused, saved, 'title'))).toEqual({});
});

test('two people who type the same, except for spaces that are not stored, have no conflict', () => {
  const spaced = setValues<Values>(noEdits, saved, { title: ' Autumn ' });
  expect(conflicts({ title: 'Autumn', tag: 'a' }, spaced)).toEqual({});
  expect(conflicts({ title: 'Autumn', tag: 'a' }, typed)).toEqual({});
});

test('a third value that is saved after a conflict was resolved is a new conflict', () => {
  const kept = keepLocal(typed, { title: 'Winter', tag: 'a' }, 'title');
  expect(conflicts({ title: 'Summer', tag: 'a' }, kept)).toEqual({ title: 'Summer' });
});

test('what is typed during a save stays an edit on top of the saved values', () => {
  const more = setValues(typed, saved, { title: 'Autumn term', tag: 'b' });
  const left = afterSave(more, { title: 'Autumn' }, { title: 'Autumn', tag: 'a' });
  expect(left).toEqual({ local: { title: 'Autumn term', tag: 'b' }, base: { title: 'Autumn', tag: 'a' } });
  expect(afterSave(typed, { title: 'Autumn' }, { title: 'Autumn', tag: 'a' })).toEqual(noEdits);
});

test('no edit is lost by reads in between', () => {
  const value = fc.constantFrom('a', 'b', 'c', ' a ');
  const step = fc.record({ read: fc.record({ title: value, tag: value }), type: fc.record({ title: value }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      let edits: Edits<Values> = noEdits;
      for (const { read, type } of steps) {
        edits = setValues(edits, read, type);
        expect(merged(read, edits).title).toBe(type.title);
        expect(merged(read, edits).tag).toBe(read.tag);
      }
    }),
  );
});

test('values may be any JSON, which is compared without regard to the order of its keys', () => {
  interface Titles {
    readonly [name: string]: { readonly [language: string]: string };
  }
  const read: Titles = { title: { en: 'Spring', de: 'Frühling' } };
  expect(changedValues(read, setValues<Titles>(noEdits, read, { title: { de: 'Frühling ', en: 'Spring' } }))).toEqual({});
  const edits = setValues<Titles>(noEdits, read, { title: { de: 'Frühjahr', en: 'Spring' } });
  expect(changedValues(read, edits)).toEqual({ title: { de: 'Frühjahr', en: 'Spring' } });
  expect(conflicts({ title: { de: 'Frühling', en: 'Spring' } }, edits)).toEqual({});
  expect(conflicts({ title: { de: 'Lenz', en: 'Spring' } }, edits)).toEqual({ title: { de: 'Lenz', en: 'Spring' } });
});
