import { z } from 'zod';

const testSchema = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() });
const reportSchema = z.object({
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), message: z.string().optional(), assertionResults: z.array(testSchema) }),
  ),
});

/** How many tests passed, and of each that failed its file, its name and what it said. */
export type TestOutcome = { passed: number; failures: string[] };

/** Enough of a message to know the cause; the whole stands further up in the output. */
const MESSAGE_CHARS = 1_000;

function failure(file: string, name: string, message = '') {
  return `${file} > ${name}\n${message.slice(0, MESSAGE_CHARS)}`.trimEnd();
}

/**
 * Reads a vitest JSON report. A file that broke before its first test, or a run that left no report,
 * has no failed test to show: it counts as one, so that an outcome without failures means that everything ran.
 */
export function readTestReport(report: unknown): TestOutcome {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { passed: 0, failures: ['no report was left'] };
  return joinOutcomes(
    parsed.data.testResults.map(({ name: file, status, message, assertionResults: tests }) => {
      const failures = tests
        .filter((test) => test.status === 'failed')
        .map((test) => failure(file, test.fullName, test.failureMessages?.join('\n')));
      if (failures.length === 0 && status === 'failed') failures.push(failure(file, 'the file itself', message));
      return { passed: tests.filter((test) => test.status === 'passed').length, failures };
    }),
  );
}

/** Several runs as one. */
export function joinOutcomes(outcomes: TestOutcome[]): TestOutcome {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}
