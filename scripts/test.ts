// npm test: the check, the tests without a browser, the build, and the main journeys in a browser. npm run test:rest: all other suites.
// Every stage runs, so that one call shows all failures.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { conclude, couldNotStart, root, stage, succeeds, vitest } from './test-stages.ts';

/** The browser tests of `npm test`, which take some minutes. */
const MAIN_JOB = ['journeys/journey', 'app/staff-sign-in', 'series/series-page', 'builder/builder', 'public-form/public-form'].map(
  (name) => `e2e/${name}.test.ts`,
);

function hasChromium(): boolean {
  try {
    console.log(`Browser: ${ensureChromium()}`);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

const build = () => spawnSync('npm run build', { cwd: root, stdio: 'inherit', shell: true }).status === 0;

function browserTests(name: string, ...options: string[]): void {
  if (stage('browser', hasChromium)) vitest(name, '--project', 'e2e', ...options);
  else couldNotStart(name);
}

/** @returns a note on what the check skipped */
function everyDay(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-check-'));
  const skippedFile = join(folder, 'skipped.txt');
  process.env.CHECK_SKIPPED_FILE = skippedFile;
  stage('check', () => succeeds('scripts/check.ts'));
  const skipped = existsSync(skippedFile) ? readFileSync(skippedFile, 'utf8') : '';
  rmSync(folder, { recursive: true, force: true });
  vitest('unit and server tests', '--project', 'server');
  if (stage('build', build)) browserTests('browser tests of the main job', ...MAIN_JOB);
  else couldNotStart('browser tests of the main job');
  return skipped;
}

function theRest(): void {
  if (!existsSync(join(root, 'dist')) && !stage('build', build)) couldNotStart('browser tests of every screen');
  else browserTests('browser tests of every screen', ...MAIN_JOB.flatMap((file) => ['--exclude', file]));
  vitest('tests of whole processes', '--project', 'slow');
  vitest('crash tests', '--config', 'vitest.crash.config.ts');
  vitest('fault tests', '--config', 'vitest.faults.config.ts', '--reporter=./faults/table-reporter.ts');
}

if (process.argv.includes('--rest')) {
  theRest();
  conclude();
} else conclude(everyDay());
