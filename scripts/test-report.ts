import { z } from 'zod';

const testSchema = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() });
const reportSchema = z.object({
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), message: z.string().optional(), assertionResults: z.array(testSchema) }),
  ),
});

/** The number of passed tests, the failed ones with their messages, the flaky ones with why their first attempt failed, and the skipped ones. */
export type TestOutcome = { passed: number; failures: string[]; flaky: string[]; skipped: string[] };

/** Long enough to recognise the cause; the full message is further up in the output. */
const MESSAGE_CHARS = 1_000;

function failure(file: string, name: string, message = '') {
  return `${file} > ${name}\n${message.slice(0, MESSAGE_CHARS)}`.trimEnd();
}

/**
 * Reads a vitest JSON report. A file that failed before its first test, or a missing report, counts as a failed test, so that a report without failures means
 * that everything ran.
 */
export function readTestReport(report: unknown): TestOutcome {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { passed: 0, failures: ['no report was left'], flaky: [], skipped: [] };
  return joinOutcomes(
    parsed.data.testResults.map(({ name: file, status, message, assertionResults: tests }) => {
      const failures = tests
        .filter((test) => test.status === 'failed')
        .map((test) => failure(file, test.fullName, test.failureMessages?.join('\n')));
      if (failures.length === 0 && status === 'failed') failures.push(failure(file, 'the file itself', message));
      const passed = tests.filter((test) => test.status === 'passed');
      // The messages of a passed test are those of earlier attempts.
      const flaky = passed
        .filter(({ failureMessages }) => (failureMessages ?? []).length > 0)
        .map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${failureMessages?.[0]?.split('\n', 1).join('')}`);
      const skipped = tests.filter((test) => test.status === 'skipped').map(({ fullName }) => `${file} > ${fullName}`);
      return { passed: passed.length, failures, flaky, skipped };
    }),
  );
}

export function joinOutcomes(outcomes: TestOutcome[]): TestOutcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    flaky: outcomes.flatMap(({ flaky }) => flaky),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
  };
}
