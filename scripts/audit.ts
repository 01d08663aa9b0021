import { z } from 'zod';

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Printed at the end of a run without an audit. */
export const AUDIT_NOT_ANSWERED = '!!! AUDIT NOT ANSWERED: the registry gave none, so known weaknesses of the packages were not looked up.';

/**
 * Evaluates the output of `npm audit --json`: findings of high or critical severity fail. If the registry cannot be reached, or has no audit, the audit counts
 * as skipped, so that the check also works offline.
 */
export function auditVerdict(output: string): { verdict: 'passed' | 'failed' | 'skipped'; output: string } {
  const report = reportSchema.safeParse(parseJson(output));
  if (!report.success) return { verdict: 'skipped', output: AUDIT_NOT_ANSWERED };
  const serious = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  if (serious.length === 0) return { verdict: 'passed', output: '' };
  return { verdict: 'failed', output: serious.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`).join('\n') };
}

/** npm may print warnings around its report. Undefined without a report. */
function parseJson(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined; // Not a report, for example the HTML page of a proxy.
  }
}
