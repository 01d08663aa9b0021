import { expect, test } from 'vitest';
import { habitsIn, replacedWords } from './words.ts';

test('the words of the glossary, parts of other words and plain English are left alone', () => {
  const text = ['const skeleton = 1;', 'from service_pace', 'UNSTAMPED_RATE_LIMIT', 'The visitor is told what is theirs.', 'isHeldUp'].join(
    '\n',
  );
  expect(replacedWords(text)).toEqual([]);
});

test.each([
  ['an identifier', 'x\nclass StepLedger {}', ['line 2 says “StepLedger”: use “StepStore”']],
  ['a word in a comment, in any case', '// Spliced from parts', ['line 1 says “Spliced”: use “cached page, its slots”']],
  ['a word that says too little as a name', 'const told = [];', ['line 1 says “told”: use “reported”']],
  ['a private member', 'this.#adopt();', ['line 1 says “adopt”: use “sync”']],
])('%s that was replaced is found', (_, text, problems) => {
  expect(replacedWords(text)).toEqual(problems);
});

test.each([
  ['a page', 'docs/a.md', 'Staff hear of it.\n`in turn` and [in turn](in-turn.md)', ['line 1 says “hear of”', 'line 2 says “in turn”']],
  [
    'a comment or a text of a program',
    'a.ts',
    "const inTurn = 'in turn'; // Likewise.\nas('anew', is);",
    ['line 1 says “Likewise”', 'line 1 says “in turn”'],
  ],
  ['a comment of SQL', 'a.sql', "select 'in turn' -- in turn", ['line 1 says “in turn”']],
])('a habit of another language is found in %s, and its code is left alone', (_, path, text, habits) => {
  expect(habitsIn(path, text).map((habit) => habit.replace(/:.*/, ''))).toEqual(habits);
});
