import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformanceProblems, reviewProblems } from './conformance.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/conformance.md'), 'utf8');
const firstRow = page.split('\n').find((line) => line.startsWith('| AUTH-1 |')) ?? '';

test('the page lists each rule once, with tests that exist', () => {
  expect(conformanceProblems(page)).toEqual([]);
});

const reviews = readFileSync(join(import.meta.dirname, '../docs/reviews.md'), 'utf8');

test('the page of reviews lists each row once, with tests and records that exist', () => {
  expect(reviewProblems(reviews)).toEqual([]);
});

test.each([
  ['a mended row names no test', '| SEC-1 | mended | e2e/support/browser.ts | |', 'SEC-1: e2e/support/browser.ts has no test “”'],
  ['a record is not there', '| SEC-1 | recorded | docs/decisions/none.md | |', 'SEC-1: there is no docs/decisions/none.md'],
])('it is found when %s', (_, row, problem) => {
  expect(reviewProblems(reviews.replace(/^\| SEC-1 .*$/m, row))).toContain(problem);
});

test.each([
  ['a statement is missing', page.replace(`${firstRow}\n`, ''), 'AUTH-1 stands 0 times'],
  ['a statement stands twice', `${page}\n${firstRow}`, 'AUTH-1 stands 2 times'],
  ['a row stands among the notes', `${page.replace(`${firstRow}\n`, '')}\n${firstRow}`, 'AUTH-1 stands among the notes'],
  ['an id is not of the checklist', page.replace('| AUTH-1 |', '| NONE-1 |'), 'NONE-1 is not an id of this page'],
  ['a file is not there', page.replace(firstRow, '| AUTH-1 | yes | e2e/none.test.ts | none |'), 'AUTH-1: there is no e2e/none.test.ts'],
  [
    'a test is not in its file',
    page.replace(firstRow, '| AUTH-1 | yes | e2e/support/browser.ts | no such test |'),
    'AUTH-1: e2e/support/browser.ts has no test “no such test”',
  ],
  [
    'the verdict is neither yes nor no',
    page.replace(firstRow, '| AUTH-1 | soon | | |'),
    'AUTH-1: the second column is “soon”, not yes or no',
  ],
])('it is found when %s', (_, changed, problem) => {
  expect(conformanceProblems(changed)).toContain(problem);
});
