import { expect, test } from 'vitest';
import { initialsOf } from './portrait.tsx';

test.each([
  ['Maya Osei', 'MO'],
  ['maya van der osei', 'MO'],
  ['Maya', 'M'],
  ['  Zoë   Åström ', 'ZÅ'],
  ['robin.hale@example.com', 'RC'],
  ['🙂 Person', '🙂P'],
  ['', ''],
])('TOP-2: without a picture, %s is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
