import { expect, test } from 'vitest';
import { FOUND_BY_WORDS_MAX, LOOKED_THROUGH_MAX, mayMatchMore } from './large-lists.ts';

const searched = { search: 'ada', total: LOOKED_THROUGH_MAX + 1, matches: FOUND_BY_WORDS_MAX };

test('as many as the index of words gives at most may not be all, of a large list that is searched', () => {
  expect(mayMatchMore(searched)).toBe(true);
  expect(mayMatchMore({ ...searched, matches: FOUND_BY_WORDS_MAX - 1 })).toBe(false);
  expect(mayMatchMore({ ...searched, total: LOOKED_THROUGH_MAX })).toBe(false);
  expect(mayMatchMore({ ...searched, search: ' ' })).toBe(false);
});
