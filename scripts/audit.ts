import { z } from 'zod';

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/**
 * Judges the output of `npm audit --json`. Findings of high or critical severity fail. A registry that cannot be reached,
 * or that knows no audit, says nothing about the code: skipped, so that the check also works offline.
 */
export function auditVerdict(output: string): { verdict: 'passed' | 'failed' | 'skipped'; output: string } {
  const report = reportSchema.safeParse(parseJson(output));
  if (!report.success) return { verdict: 'skipped', output: 'The registry did not answer the audit.' };
  const serious = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  if (serious.length === 0) return { verdict: 'passed', output: '' };
  return { verdict: 'failed', output: serious.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`).join('\n') };
}

/** npm may print warnings around its report; anything that is no report is undefined. */
function parseJson(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined; // no report at all, for example the HTML page of a proxy
  }
}
