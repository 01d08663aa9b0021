// npm run build: builds the pages into dist/. With `--if-stale` only when a source has changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from '#server/process/instance-lock.ts';

const root = join(import.meta.dirname, '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');
const fingerprintFile = join(root, 'dist/.built-from');
const CONFIGURATIONS = ['vite.admin.config.ts', 'vite.signup.config.ts', 'vite.door.config.ts'];
/** With the scripts, since they contain plugins of the Vite configurations. */
const SOURCES = [
  'src/{admin,door,embed,signup,contract}/**/*',
  'docs/guide/**/*',
  'scripts/{*.ts,guide/*}',
  ...CONFIGURATIONS,
  'package-lock.json',
];
const WAIT_MS = 100;
const INTERRUPTED = 130;
const OUTDATED = 'The pages in dist/ are missing or out of date, and';

/** A hash of all sources. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files.toSorted()) {
    if (statSync(join(root, file)).isFile()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function isFresh() {
  return existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint();
}

/** Runs Vite in its own process, so that the server started afterwards does not keep its memory. */
async function runVite(configuration: string) {
  const args = [vite, 'build', '--config', configuration, '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass).on('SIGINT', pass);
  await once(child, 'exit');
  process.off('SIGTERM', pass).off('SIGINT', pass);
  return child;
}

/** Turns the user guide into pages. Its packages are not installed if the pages were built elsewhere. */
async function buildGuidePages() {
  const { buildGuide } = await import('./guide/build-guide.ts');
  await buildGuide(join(root, 'docs/guide'), join(root, 'dist/guide'), join(root, 'src/admin/mark.svg'));
}

async function build() {
  if (!existsSync(vite)) {
    throw new Error(`${OUTDATED} what builds them is not installed: run npm ci without --omit=dev.`);
  }
  rmSync(fingerprintFile, { force: true }); // A failed build must not count as up to date.
  const from = fingerprint();
  const [children] = await Promise.all([Promise.all(CONFIGURATIONS.map(runVite)), buildGuidePages()]);
  if (children.some((child) => child.signalCode !== null)) process.exit(INTERRUPTED);
  if (children.some((child) => child.exitCode !== 0)) throw new Error('The pages could not be built; the reason is above.');
  writeFileSync(fingerprintFile, from);
}

/** Waits until no other process is building, and takes the lock. */
async function lockBuild() {
  const dist = join(root, 'dist');
  try {
    mkdirSync(dist, { recursive: true });
    accessSync(dist, constants.W_OK);
  } catch {
    throw new Error(`${OUTDATED} this user cannot write there: run "npm run build" as the user who installed Turnout.`);
  }
  while (true) {
    const lock = await lockFolder(dist, `process ${process.pid}`);
    if ('release' in lock) return lock;
    await sleep(WAIT_MS);
  }
}

/**
 * Builds the pages; with `onlyStale` only when they are missing or out of date.
 * @throws Error with a message for the user
 */
export async function buildPages({ onlyStale }: { onlyStale: boolean }) {
  if (onlyStale && isFresh()) return;
  const lock = await lockBuild();
  try {
    if (onlyStale && isFresh()) return;
    console.log('Building the pages…');
    await build();
  } finally {
    await lock.release();
  }
}

if (import.meta.main) {
  try {
    await buildPages({ onlyStale: process.argv.includes('--if-stale') });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
