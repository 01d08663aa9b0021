import { expect, test } from 'vitest';
import { joinOutcomes, readTestReport } from './test-report.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'src/a.test.ts',
  status,
  message: 'no such module',
  assertionResults: tests.map((each) => ({ status: each, fullName: `keeps ${each}`, failureMessages: ['expected 1 to be 2'] })),
});

test('passed tests of all files are counted, failed ones are told by file, name and message, skipped ones are neither', () => {
  const testResults = [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')];
  expect(readTestReport({ testResults })).toEqual({ passed: 3, failures: ['src/a.test.ts > keeps failed\nexpected 1 to be 2'] });
});

test('a file that broke before its first test counts as a failure', () => {
  const outcome = readTestReport({ testResults: [file('passed', 'passed'), file('failed')] });
  expect(outcome).toEqual({ passed: 1, failures: ['src/a.test.ts > the file itself\nno such module'] });
});

test('a run that left no report counts as a failure', () => {
  expect(readTestReport(undefined)).toEqual({ passed: 0, failures: ['no report was left'] });
});

test('the outcomes of several runs add up', () => {
  const outcomes = [
    { passed: 3, failures: ['a'] },
    { passed: 4, failures: [] },
  ];
  expect(joinOutcomes(outcomes)).toEqual({ passed: 7, failures: ['a'] });
});
