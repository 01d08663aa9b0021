// npm run check: every tool that reads the code, two at a time; a line for each, and what it said when it failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { auditVerdict } from './audit.ts';

type Outcome = { verdict: 'passed' | 'failed' | 'skipped'; output: string };
type Tool = { name: string; script: string; args: string[]; judge?: (output: string) => Outcome };

const root = join(import.meta.dirname, '..');
const installed = (path: string) => join(root, 'node_modules', path);
const code = ['src', 'scripts', 'e2e', 'bench'];
const npm = process.env.npm_execpath;

// The slow ones first, so that two lanes end at about the same time.
const tools: Tool[] = [
  { name: 'lint with types (oxlint)', script: installed('oxlint/bin/oxlint'), args: [] },
  { name: 'types (tsc)', script: installed('typescript/bin/tsc'), args: ['-p', '.'] },
  { name: 'unused code (knip)', script: installed('knip/bin/knip.js'), args: ['--no-progress'] },
  { name: 'format and lint (biome)', script: installed('@biomejs/biome/bin/biome'), args: ['check', '--error-on-warnings', '.'] },
  { name: 'import rules (dependency-cruiser)', script: installed('dependency-cruiser/bin/dependency-cruiser.mjs'), args: ['src'] },
  { name: 'contract alone (tsc)', script: installed('typescript/bin/tsc'), args: ['-p', 'tsconfig.contract.json'] },
  { name: 'copied code (jscpd)', script: installed('jscpd/run-jscpd.js'), args: code },
  { name: 'copied tests (jscpd)', script: installed('jscpd/run-jscpd.js'), args: ['--config', '.jscpd.tests.json', ...code] },
  { name: 'conformance', script: join(root, 'scripts/conformance.ts'), args: [] },
  { name: 'lock file', script: join(root, 'scripts/complete-lock.ts'), args: ['--check'] },
  ...(npm ? [{ name: 'known weaknesses (npm audit)', script: npm, args: ['audit', '--omit=dev', '--json'], judge: auditVerdict }] : []),
];

/** Longer than any tool needs; npm audit retries an unreachable registry for minutes. */
const TOOL_TIMEOUT_MS = 120_000;

function run({ script, args, judge }: Tool) {
  return new Promise<Outcome>((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '15000' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TOOL_TIMEOUT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('close', (exitCode) => resolve(judge ? judge(output) : { verdict: exitCode === 0 ? 'passed' : 'failed', output }));
  });
}

const signs = { passed: '✓', failed: '✗', skipped: '–' };

async function lane(queue: Tool[], failed: string[]) {
  for (let tool = queue.shift(); tool; tool = queue.shift()) {
    const start = performance.now();
    const { verdict, output } = await run(tool);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`${signs[verdict]} ${tool.name}, ${seconds} s`);
    if (verdict !== 'passed') console.log(output.trim());
    if (verdict === 'failed') failed.push(tool.name);
  }
}

const start = performance.now();
const failed: string[] = [];
const queue = [...tools];
await Promise.all([lane(queue, failed), lane(queue, failed)]);
const seconds = ((performance.now() - start) / 1_000).toFixed(1);
console.log(failed.length === 0 ? `Checked in ${seconds} s.` : `Failed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
