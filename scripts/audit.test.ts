import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditVerdict } from './audit.ts';

const report = (severity: string) => JSON.stringify({ auditReportVersion: 2, vulnerabilities: { left: { severity, range: '<2.0.0' } } });

test.each(['high', 'critical'])('a finding of %s severity fails and is named', (severity) => {
  expect(auditVerdict(report(severity))).toEqual({ verdict: 'failed', output: `left <2.0.0: ${severity}` });
});

test.each(['moderate', 'low'])('a finding of %s severity passes', (severity) => {
  expect(auditVerdict(report(severity)).verdict).toBe('passed');
});

test('warnings of npm around its report do not hide a finding', () => {
  expect(auditVerdict(`npm warn config\n${report('high')}\n`).verdict).toBe('failed');
});

test.each(['', 'npm error audit endpoint returned an error', '{"error":{"code":"ENOTFOUND"}}', '<html></html>'])(
  'SEC-20: a registry that answers %j is skipped with a clear message',
  (answer) => {
    expect(auditVerdict(answer)).toEqual({ verdict: 'skipped', output: expect.stringContaining('AUDIT NOT ANSWERED') });
  },
);

test('SEC-20: an install runs no package scripts', () => {
  expect(readFileSync('.npmrc', 'utf8')).toContain('\nignore-scripts=true\n');
});
