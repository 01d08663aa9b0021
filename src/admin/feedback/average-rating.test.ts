import { expect, test } from 'vitest';
import { formatRating } from './average-rating.ts';

test.each([
  [5, '5.0'],
  [4.5, '4.5'],
  [13 / 3, '4.3'],
  [5 / 3, '1.7'],
])('an average of %d reads %s', (average, words) => {
  expect(formatRating(average)).toBe(words);
});
