import { expect, test } from 'vitest';
import { counted, formatCount } from './counts.ts';

test('thousands have a separator', () => {
  expect(formatCount(1_204)).toBe('1,204');
});

test.each([
  [0, '0 sign-ups'],
  [1, '1 sign-up'],
  [1_204, '1,204 sign-ups'],
])('%i takes the right form of its noun', (count, words) => {
  expect(counted(count, 'sign-up')).toBe(words);
});

test('an irregular plural is passed in', () => {
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
});
