// npm run check: runs all static checks, two at a time; prints a line for each, and the output of failed ones. `npm test` runs the build next to
// them (`--with-build`) and omits those that only `npm run test:rest` runs (`--rest`).
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditVerdict } from './audit.ts';

type Outcome = { verdict: 'passed' | 'failed' | 'skipped'; output: string };
type Tool = { name: string; script: string; args: string[]; part?: '--with-build' | '--rest'; evaluate?: (output: string) => Outcome };

const root = join(import.meta.dirname, '..');
const installed = (path: string) => join(root, 'node_modules', path);
const code = ['src', 'scripts', 'e2e', 'faults', 'bench'];
const npm = process.env.npm_execpath;
const part = process.argv[2];

// The slow ones first, so that both lanes end at about the same time.
const tools: Tool[] = [
  { name: 'types and lint (oxlint)', script: installed('oxlint/bin/oxlint'), args: [] },
  { name: 'build', script: join(root, 'scripts/build.ts'), args: ['--if-stale'], part: '--with-build' },
  { name: 'unused code (knip)', script: installed('knip/bin/knip.js'), args: ['--no-progress'] },
  { name: 'import rules and their picture (dependency-cruiser)', script: join(root, 'scripts/import-picture.ts'), args: ['--check'] },
  { name: 'format (oxfmt)', script: installed('oxfmt/bin/oxfmt'), args: ['--check', '.'] },
  { name: 'copied code (jscpd)', script: installed('jscpd/run-jscpd.js'), args: code, part: '--rest' },
  {
    name: 'copied tests (jscpd)',
    script: installed('jscpd/run-jscpd.js'),
    args: ['--config', '.jscpd.tests.json', ...code],
    part: '--rest',
  },
  { name: 'conformance', script: join(root, 'scripts/conformance.ts'), args: ['--check'] },
  { name: 'loose texts', script: join(root, 'scripts/loose-texts.ts'), args: [] },
  { name: 'references', script: join(root, 'scripts/references.ts'), args: [] },
  { name: 'words', script: join(root, 'scripts/words.ts'), args: [] },
  { name: 'decision records', script: join(root, 'scripts/decision-records.ts'), args: [] },
  { name: 'lock file', script: join(root, 'scripts/complete-lock.ts'), args: ['--check'] },
];
if (npm) {
  const args = ['audit', '--omit=dev', '--json'];
  tools.push({ name: 'known weaknesses (npm audit)', script: npm, args, part: '--rest', evaluate: auditVerdict });
}

function isAskedFor(tool: Tool): boolean {
  if (part === '--rest') return tool.part === '--rest';
  return tool.part === undefined || (part === '--with-build') === (tool.part === '--with-build');
}

/** More than any tool needs on a busy machine; npm audit would retry an unreachable registry for minutes. */
const TOOL_TIMEOUT_MS = 600_000;

function run({ script, args, evaluate }: Tool) {
  return new Promise<Outcome>((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '15000' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TOOL_TIMEOUT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('close', (exitCode) => resolve(evaluate ? evaluate(output) : { verdict: exitCode === 0 ? 'passed' : 'failed', output }));
  });
}

const signs = { passed: '✓', failed: '✗', skipped: '–' };

async function lane(queue: Tool[], failed: string[], skipped: string[]) {
  for (let tool = queue.shift(); tool; tool = queue.shift()) {
    const start = performance.now();
    const { verdict, output } = await run(tool);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`${signs[verdict]} ${tool.name}, ${seconds} s`);
    if (verdict === 'failed') console.log(output.trim());
    if (verdict === 'skipped') skipped.push(output);
    if (verdict === 'failed') failed.push(tool.name);
  }
}

const start = performance.now();
const failed: string[] = [];
const skipped: string[] = [];
const queue = tools.filter(isAskedFor);
await Promise.all([lane(queue, failed, skipped), lane(queue, failed, skipped)]);
const seconds = ((performance.now() - start) / 1_000).toFixed(1);
console.log(failed.length === 0 ? `Checked in ${seconds} s.` : `Failed: ${failed.join('; ')}.`);
for (const words of skipped) console.log(`\n${words}`);
// A longer run that includes this one prints this at its end.
if (process.env.CHECK_SKIPPED_FILE !== undefined) writeFileSync(process.env.CHECK_SKIPPED_FILE, skipped.join('\n'));
process.exitCode = failed.length === 0 ? 0 : 1;
