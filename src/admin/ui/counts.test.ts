import { expect, test } from 'vitest';
import { counted, formatCount } from './counts.ts';

test('thousands are set apart', () => {
  expect(formatCount(1_204)).toBe('1,204');
});

test.each([
  [0, '0 sign-ups'],
  [1, '1 sign-up'],
  [1_204, '1,204 sign-ups'],
])('%i takes the right form of its noun', (count, words) => {
  expect(counted(count, 'sign-up')).toBe(words);
});

test('a plural that is not just an s is given', () => {
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
});
