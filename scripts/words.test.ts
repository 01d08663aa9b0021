import { expect, test } from 'vitest';
import { habitsIn } from './words.ts';

test.each([
  ['a page', 'docs/a.md', 'Staff hear of it.\n`in turn` and [in turn](in-turn.md)', ['line 1 says “hear of”', 'line 2 says “in turn”']],
  [
    'a comment or a text of a program',
    'a.ts',
    "const inTurn = 'in turn'; // Likewise.\nas('anew', is);",
    ['line 1 says “Likewise”', 'line 1 says “in turn”'],
  ],
  ['a name', 'own-page/a.ts', 'const hasOwnPages = unknownPage;', ['line 1 says “own-page”', 'line 1 says “OwnPage”']],
  ['a comment of SQL', 'a.sql', "select 'in turn' -- in turn", ['line 1 says “in turn”']],
])('a habit of another language is found in %s, and other code is ignored', (_, path, text, habits) => {
  expect(habitsIn(path, text).map((habit) => habit.replace(/:.*/, ''))).toEqual(habits);
});
