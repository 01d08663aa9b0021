import { expect, test } from 'vitest';
import { averageRating } from './average-rating.ts';

test.each([
  [[5], '5.0'],
  [[5, 4], '4.5'],
  [[5, 5, 3], '4.3'],
  [[1, 2, 2], '1.7'],
])('the average of %j is %s', (ratings, average) => {
  expect(averageRating(ratings.map((rating) => ({ rating })))).toBe(average);
});

test('without entries there is none', () => {
  expect(averageRating([])).toBeUndefined();
});
