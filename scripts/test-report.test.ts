import { expect, test } from 'vitest';
import { joinOutcomes, readTestReport } from './test-report.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'src/a.test.ts',
  status,
  message: 'no such module',
  assertionResults: tests.map((each) => ({
    status: each === 'flaky' ? 'passed' : each,
    fullName: `keeps ${each}`,
    failureMessages: each === 'passed' ? [] : ['expected 1 to be 2\nat line 3'],
  })),
});

test('passed tests are counted, failed ones are reported with file, name and message, skipped ones are named', () => {
  const testResults = [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')];
  expect(readTestReport({ testResults })).toEqual({
    passed: 3,
    failures: ['src/a.test.ts > keeps failed\nexpected 1 to be 2\nat line 3'],
    flaky: [],
    skipped: ['src/a.test.ts > keeps skipped'],
  });
});

test('a file that failed before its first test counts as a failure', () => {
  const outcome = readTestReport({ testResults: [file('passed', 'passed'), file('failed')] });
  expect(outcome).toEqual({ passed: 1, failures: ['src/a.test.ts > the file itself\nno such module'], flaky: [], skipped: [] });
});

test('a test that passed only at its second attempt counts as passed, and is named with why it failed at first', () => {
  expect(readTestReport({ testResults: [file('passed', 'passed', 'flaky')] })).toEqual({
    passed: 2,
    failures: [],
    flaky: ['src/a.test.ts > keeps flaky: expected 1 to be 2'],
    skipped: [],
  });
});

test('a run without a report counts as a failure', () => {
  expect(readTestReport(undefined)).toEqual({ passed: 0, failures: ['no report was left'], flaky: [], skipped: [] });
});

test('the outcomes of several runs add up', () => {
  const outcomes = [
    { passed: 3, failures: ['a'], flaky: [], skipped: ['c'] },
    { passed: 4, failures: [], flaky: ['b'], skipped: [] },
  ];
  expect(joinOutcomes(outcomes)).toEqual({ passed: 7, failures: ['a'], flaky: ['b'], skipped: ['c'] });
});
