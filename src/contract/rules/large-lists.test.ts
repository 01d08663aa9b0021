import { expect, test } from 'vitest';
import { FOUND_BY_WORDS_MAX, LOOKED_THROUGH_MAX, mayMatchMore } from './large-lists.ts';

const searched = { search: 'ada', total: LOOKED_THROUGH_MAX + 1, matches: FOUND_BY_WORDS_MAX };

test('in the search of a large list, the maximum that the index of words gives may not be all', () => {
  expect(mayMatchMore(searched)).toBe(true);
  expect(mayMatchMore({ ...searched, matches: FOUND_BY_WORDS_MAX - 1 })).toBe(false);
  expect(mayMatchMore({ ...searched, total: LOOKED_THROUGH_MAX })).toBe(false);
  expect(mayMatchMore({ ...searched, search: ' ' })).toBe(false);
});
