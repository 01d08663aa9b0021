// npm test: checks and build, the tests without a browser, and the main journeys in one. npm run test:rest: everything else.
// npm run test:long, on request: random input, crashes and faults in full. Every stage runs, so that one call shows all failures.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { ONE_BY_ONE } from './one-by-one.ts';
import { conclude, couldNotStart, stage, succeeds, vitest } from './test-stages.ts';

/** The browser tests of `npm test`, which take some minutes. */
const MAIN_JOB = ['journeys/journey', 'session/staff-sign-in', 'forms/series-page', 'sign-up/public-form'].map(
  (name) => `e2e/${name}.test.ts`,
);

/** A test of random input, of which `npm test` tries a few every time, and others in which a case takes longer. */
const HOSTILE = 'src/server/http/hostile-input.test.ts';
const RANDOM = [
  'registrations/counters',
  'registrations/expire-offers',
  'registrations/places',
  'registrations/repeats/random-repeats',
].map((name) => `src/server/${name}.test.ts`);

function hasChromium(): boolean {
  try {
    console.log(`Browser: ${ensureChromium()}`);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/** @returns whether the browser tests of this name can start */
function canBrowse(name: string): boolean {
  const can = stage('build', () => succeeds('scripts/build.ts', '--if-stale')) && stage('browser', hasChromium);
  if (!can) couldNotStart(name);
  return can;
}

function everyDay(): void {
  stage('checks and build', () => succeeds('scripts/check.ts', '--with-build'));
  const browser = canBrowse('browser tests of the main job') ? ['--project', 'e2e', ...MAIN_JOB] : [];
  // In one call, since the server's tests alone leave a third of two processors idle.
  vitest('unit and server tests, browser tests of the main job', '--project', 'server', 'src/', 'scripts/', ...browser);
}

/** @returns a note on what the checks skipped */
function theRest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-check-'));
  const skippedFile = join(folder, 'skipped.txt');
  process.env.CHECK_SKIPPED_FILE = skippedFile;
  stage('further checks', () => succeeds('scripts/check.ts', '--rest'));
  const skipped = existsSync(skippedFile) ? readFileSync(skippedFile, 'utf8') : '';
  rmSync(folder, { recursive: true, force: true });
  const screens = 'browser tests of every screen';
  if (canBrowse(screens)) vitest(screens, '--project', 'e2e', ...MAIN_JOB.flatMap((file) => ['--exclude', file]));
  process.env.HOSTILE_INPUTS = '2000';
  vitest('more random input', '--project', 'server', HOSTILE);
  vitest('tests of whole processes', '--project', 'slow');
  crashesAndFaults();
  return skipped;
}

function crashesAndFaults(): void {
  const table = '--reporter=./faults/table-reporter.ts';
  vitest('crash tests, and fault tests that wait', table, '--project', 'crash', '--project', 'faults');
  vitest('fault tests that measure', '--config', 'vitest.faults.config.ts', table, ...ONE_BY_ONE, '.long.');
}

function inFull(): void {
  process.env.LONG_TESTS = 'true';
  process.env.HOSTILE_INPUTS = '20000';
  vitest('random input in full', '--project', 'server', HOSTILE, ...RANDOM);
  crashesAndFaults();
}

if (process.argv.includes('--rest')) {
  conclude(theRest());
} else if (process.argv.includes('--long')) {
  inFull();
  conclude();
} else {
  everyDay();
  conclude();
}
