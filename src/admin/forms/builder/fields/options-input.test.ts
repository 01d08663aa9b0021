import { expect, test } from 'vitest';
import { pastedOptions, replacedOption } from './options-input.tsx';

const at = (value: string, selectionStart: number, selectionEnd = selectionStart) => ({ value, selectionStart, selectionEnd });

test.each([
  ['A\nB\nC', ['A', 'B', 'C']],
  ['A\r\n\r\n  B  \r\n', ['A', 'B']],
  ['A\u{2028}B', ['A', 'B']],
])('USE-44: the pasted lines %j become options, without blank ones', (text, options) => {
  expect(pastedOptions(text, at('', 0))).toEqual(options);
});

test('USE-44: they replace what is selected; what stands before and after it is kept', () => {
  expect(pastedOptions('A\nB\nC', at('one two three', 4, 7))).toEqual(['one A', 'B', 'C three']);
});

test.each(['A', 'A\n', '\n', ''])('USE-44: %j is no list, and is pasted as usual', (text) => {
  expect(pastedOptions(text, at('', 0))).toBeUndefined();
});

test('an option is said to stand for another only where it replaces a removed one', () => {
  const saved = ['Newsletter', 'Other'];
  expect(replacedOption(saved, ['Newsletter', 'A talk'], 1)).toBe('Other');
  expect(replacedOption(saved, ['Newsletter', ' Other '], 1)).toBeUndefined();
  expect(replacedOption(saved, ['A talk', 'Newsletter', 'Other'], 0)).toBeUndefined();
  expect(replacedOption(saved, ['Newsletter', 'Other', 'A talk'], 2)).toBeUndefined();
});
