// npm test: the check, the tests without a browser, the build, the tests in a browser; every stage runs, so one call shows all that is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { joinOutcomes, readTestReport, type TestOutcome } from './test-report.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'turnout-test-'));

function succeeds(script: string, ...args: string[]) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  return status === 0;
}

function stage(name: string, run: () => boolean) {
  console.log(`\n— ${name}`);
  const start = performance.now();
  const passed = run();
  console.log(`${passed ? '✓' : '✗'} ${name}, ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  if (!passed) broken.push(name);
  return passed;
}

/** The browser tests of every day, in some minutes: the main job from end to end. `npm run test:e2e` runs those of every screen and state. */
const MAIN_JOB = ['journey', 'staff-sign-in', 'dashboard.test', 'series-page', 'builder.test', 'public-form.test', 'public-form-plain'].map(
  (name) => `e2e/${name}`,
);

function vitest(name: string, project: string, ...files: string[]) {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  stage(name, () => {
    const passed = succeeds('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters, ...files);
    const outcome = readTestReport(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined);
    if (!passed && outcome.failures.length === 0) outcome.failures.push(`${name}: an error outside of any test, see above`);
    outcomes.push(outcome);
    return passed;
  });
}

function hasChromium() {
  try {
    console.log(`Browser: ${ensureChromium()}`);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

const broken: string[] = [];
const outcomes: TestOutcome[] = [];

stage('check', () => succeeds('scripts/check.ts'));
vitest('unit and server tests', '!e2e');
const isBuilt = stage('build', () => spawnSync('npm run build', { cwd: root, stdio: 'inherit', shell: true }).status === 0);
const hasBrowser = stage('browser', hasChromium);
if (isBuilt && hasBrowser) vitest('browser tests', 'e2e', ...MAIN_JOB);
else outcomes.push({ passed: 0, failures: ['browser tests: could not start'] });

rmSync(reports, { recursive: true, force: true });
const { passed, failures } = joinOutcomes(outcomes);
// Once more at the end: the output is long, and often only its end is kept.
for (const failure of failures) console.log(`\n✗ ${failure.replaceAll(`${root}/`, '')}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}.`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = broken.length === 0 ? 0 : 1;
