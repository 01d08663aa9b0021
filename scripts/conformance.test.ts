import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformanceProblems } from './conformance.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/conformance.md'), 'utf8');
const firstRow = page.split('\n').find((line) => line.startsWith('| AUTH-1 |')) ?? '';

test('the page of this release names each statement once, with tests that exist', () => {
  expect(conformanceProblems(page)).toEqual([]);
});

test.each([
  ['a statement is missing', page.replace(`${firstRow}\n`, ''), 'AUTH-1 stands 0 times'],
  ['a statement stands twice', `${page}\n${firstRow}`, 'AUTH-1 stands 2 times'],
  ['an id is not of the checklist', page.replace('| AUTH-1 |', '| AUTH-99 |'), 'AUTH-99 is no statement of the checklist'],
  ['a file is not there', page.replace(firstRow, '| AUTH-1 | yes | e2e/none.test.ts | none |'), 'AUTH-1: there is no e2e/none.test.ts'],
  [
    'a test is not in its file',
    page.replace(firstRow, '| AUTH-1 | yes | e2e/browser.ts | no such test |'),
    'AUTH-1: e2e/browser.ts has no test “no such test”',
  ],
  [
    'the verdict is neither yes nor no',
    page.replace(firstRow, '| AUTH-1 | soon | | |'),
    'AUTH-1: the second column is “soon”, not yes or no',
  ],
])('it is found when %s', (_, changed, problem) => {
  expect(conformanceProblems(changed)).toContain(problem);
});
