import { expect, test } from 'vitest';
import { addUp, countTests } from './test-count.ts';

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) });

test('passed and failed tests of all files are counted, skipped ones are neither', () => {
  const testResults = [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')];
  expect(countTests({ testResults })).toEqual({ passed: 3, failed: 1 });
});

test('a file that broke before its first test counts as a failure', () => {
  expect(countTests({ testResults: [file('passed', 'passed'), file('failed')] })).toEqual({ passed: 1, failed: 1 });
});

test('a run that left no report counts as a failure', () => {
  expect(countTests(undefined)).toEqual({ passed: 0, failed: 1 });
});

test('the counts of several runs add up', () => {
  expect(
    addUp([
      { passed: 3, failed: 1 },
      { passed: 4, failed: 0 },
    ]),
  ).toEqual({ passed: 7, failed: 1 });
});
