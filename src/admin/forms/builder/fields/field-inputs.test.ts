import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { pastedOptions, replacedOption } from './field-inputs.tsx';

const at = (value: string, selectionStart: number, selectionEnd = selectionStart) => ({ value, selectionStart, selectionEnd });

test.each([
  ['A\nB\nC', ['A', 'B', 'C']],
  ['A\r\n\r\n  B  \r\n', ['A', 'B']],
  ['A\u{2028}B', ['A', 'B']],
])('USE-44: the pasted lines %j become options, without blank ones', (text, options) => {
  expect(pastedOptions(text, at('', 0))).toEqual(options);
});

test.each([
  ['•\tVegan\r\n•\tHalal\r\n', ['Vegan', 'Halal']],
  ['·\tVegan\r\no\tHalal\r\n§\tKosher', ['Vegan', 'Halal', 'Kosher']],
  ['\uf0b7\tVegan\n\uf0a7\tHalal', ['Vegan', 'Halal']],
  ['1.\tVegan\n2.\tHalal\n10.\tKosher', ['Vegan', 'Halal', 'Kosher']],
  ['a)\tVegan\n(b)\tHalal\nIV.\tKosher', ['Vegan', 'Halal', 'Kosher']],
  ['\t-\tVegan\n\t–\tHalal', ['Vegan', 'Halal']],
  ['• Vegan\n  ● Halal\n◦\u00a0Kosher', ['Vegan', 'Halal', 'Kosher']],
  ['•\tVegan\n•\tHalal\n•\t', ['Vegan', 'Halal']],
  ['1.\tVegan\n2.\t\n3.\tHalal', ['Vegan', 'Halal']],
  ['n\tNuts\no\tOther', ['n\tNuts', 'o\tOther']],
  ['• Vegan\nNo preference', ['• Vegan', 'No preference']],
  ['1. Monday\n2. Tuesday', ['1. Monday', '2. Tuesday']],
  ['– none –\n* with nuts\n- 5 °C', ['– none –', '* with nuts', '- 5 °C']],
  ['no meat\noysters\nI. Newton\n🎉 Party\n✓ Yes', ['no meat', 'oysters', 'I. Newton', '🎉 Party', '✓ Yes']],
])('USE-44: in a list %j only the bullets and numbers added by its program are removed', (text, options) => {
  expect(pastedOptions(text, at('', 0))).toEqual(options);
});

test('USE-44: they replace the selection; text before and after it is kept', () => {
  expect(pastedOptions('A\nB\nC', at('one two three', 4, 7))).toEqual(['one A', 'B', 'C three']);
});

test.each(['A', 'A\n', '\n', ''])('USE-44: %j is not a list, and is pasted as usual', (text) => {
  expect(pastedOptions(text, at('', 0))).toBeUndefined();
});

test('an option is only said to replace another if that was removed', () => {
  const saved = ['Newsletter', 'Other'];
  expect(replacedOption(saved, ['Newsletter', 'A talk'], 1)).toBe('Other');
  expect(replacedOption(saved, ['Newsletter', ' Other '], 1)).toBeUndefined();
  expect(replacedOption(saved, ['A talk', 'Newsletter', 'Other'], 0)).toBeUndefined();
  expect(replacedOption(saved, ['Newsletter', 'Other', 'A talk'], 2)).toBeUndefined();
});
