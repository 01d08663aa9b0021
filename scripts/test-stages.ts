// The stages of a test run: all of them run, each is timed, and failed and flaky tests are repeated at the end.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOutcomes, readTestReport, type TestOutcome } from './test-report.ts';

export const root = join(import.meta.dirname, '..');

/** More flaky tests than this fail the run. */
const FLAKY_MAX = 3;

const failedStages: string[] = [];
const times: string[] = [];
const outcomes: TestOutcome[] = [];

/** Runs a script on this Node.js. */
export function succeeds(script: string, ...args: string[]): boolean {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  return status === 0;
}

/** Runs one stage and remembers a failure for the end. */
export function stage(name: string, run: () => boolean): boolean {
  console.log(`\n— ${name}`);
  const start = performance.now();
  const passed = run();
  const took = `${name}, ${((performance.now() - start) / 1_000).toFixed(1)} s`;
  console.log(`${passed ? '✓' : '✗'} ${took}`);
  times.push(took);
  if (!passed) failedStages.push(name);
  return passed;
}

/** A stage that runs vitest with these options. */
export function vitest(name: string, ...options: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-test-'));
  const report = join(folder, 'report.json');
  stage(name, () => {
    const missing = options.filter((option) => option.endsWith('.test.ts') && !existsSync(join(root, option)));
    if (missing.length > 0) outcomes.push({ passed: 0, failures: missing.map((file) => `${file} does not exist`), flaky: [], skipped: [] });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const passed = succeeds('node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options);
    const outcome = readTestReport(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined);
    if (!passed && outcome.failures.length === 0) outcome.failures.push(`${name}: an error outside of any test, see above`);
    outcomes.push(outcome);
    return passed && missing.length === 0;
  });
  rmSync(folder, { recursive: true, force: true });
}

/** A suite that could not start counts as a failure. */
export function couldNotStart(name: string): void {
  outcomes.push({ passed: 0, failures: [`${name}: could not start`], flaky: [], skipped: [] });
  failedStages.push(name);
}

/** The flaky tests of this run, and of earlier ones that share its list (TURNOUT_FLAKY_LIST). */
function allFlaky(flaky: readonly string[]): string[] {
  const list = process.env.TURNOUT_FLAKY_LIST;
  if (list === undefined) return [...flaky];
  appendFileSync(list, flaky.map((name) => `${name}\n`).join(''));
  return readFileSync(list, 'utf8').split('\n').filter(Boolean);
}

/** Prints the failed and flaky tests, the time of each stage and the note, and sets the exit code. At the end, since often only that part of the output is kept. */
export function conclude(note = ''): void {
  const { passed, failures, flaky, skipped } = joinOutcomes(outcomes);
  const short = (text: string) => text.replaceAll(`${root}/`, '');
  for (const failure of failures) console.log(`\n✗ ${short(failure)}`);
  const allOfThem = allFlaky(flaky);
  if (allOfThem.length > 0)
    console.log(`\nFlaky, passed only when tried again:\n${allOfThem.map((name) => `  ${short(name)}`).join('\n')}`);
  if (allOfThem.length > FLAKY_MAX) failedStages.push(`${allOfThem.length} flaky tests, more than ${FLAKY_MAX}`);
  if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((name) => `  ${short(name)}`).join('\n')}`);
  if (failedStages.length > 0) console.log(`\nFailed: ${failedStages.join(', ')}.`);
  console.log(`\nTimes:\n${times.map((time) => `  ${time}`).join('\n')}\n  in all ${(performance.now() / 60_000).toFixed(1)} min`);
  if (note !== '') console.log(`\n${note}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failedStages.length === 0 ? 0 : 1;
}
