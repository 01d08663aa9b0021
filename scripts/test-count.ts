import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

export type TestCount = { passed: number; failed: number };

/**
 * Counts the tests of a vitest JSON report. A file that broke before its first test, or a run that left no report,
 * has no failed test to show: it counts as one, so that a count without failures means that everything ran.
 */
export function countTests(report: unknown): TestCount {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { passed: 0, failed: 1 };
  const counts = parsed.data.testResults.map(({ status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    const passed = assertionResults.filter((test) => test.status === 'passed').length;
    return { passed, failed: failed === 0 && status === 'failed' ? 1 : failed };
  });
  return addUp(counts);
}

/** The sum of several runs. */
export function addUp(counts: TestCount[]): TestCount {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}
