import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const launcher = join(import.meta.dirname, 'node.mjs');
const run = (...args: string[]) => spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' });

test('the script gets its arguments unchanged', () => {
  const { stdout } = run('--eval', 'console.log(JSON.stringify(process.argv.slice(1)))', 'a b', '$HOME', '"');
  expect(JSON.parse(stdout)).toEqual(['a b', '$HOME', '"']);
});

test('the exit code is that of the script', () => {
  expect(run('--eval', 'process.exit(7)').status).toBe(7);
});

test('`node` in the script is the same Node.js', () => {
  const { stdout } = run('--eval', `console.log(process.version + require('node:child_process').execFileSync('node', ['-v']))`);
  expect(stdout.trim()).toBe(process.version.repeat(2));
});

test('the shell that continues afterwards still waits for its input', async () => {
  const script = '"$0" "$1" --eval 1; echo waits; read -r line; echo "$line"';
  const shell = spawn('sh', ['-c', script, process.execPath, launcher], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(shell.stdout, 'readable');
  shell.stdin.end('was read\n');
  expect(await text(shell.stdout)).toBe('waits\nwas read\n');
});

test('OPS-15: an authority named in a settings file or in .env is known before Node.js starts', () => {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'turnout-node-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(join(folder, '.env'), 'NODE_EXTRA_CA_CERTS=/none/a.pem\nSESSION_MAX_DAYS=5\n');
  fs.writeFileSync(join(folder, 'turnout.env'), "NODE_EXTRA_CA_CERTS='/none/b.pem'\n");
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const script = "require('node:tls').getCACertificates('extra'); console.log(process.env.SESSION_MAX_DAYS)";
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [launcher, ...args, '--eval', script], { cwd: folder, env, encoding: 'utf8' });
  // Node.js warns of a certificate that it cannot read, but only of one in its environment when it starts.
  expect(start()).toMatchObject({ stdout: 'undefined\n', stderr: expect.stringContaining('/none/a.pem') });
  expect(start('--env-file=turnout.env').stderr).toContain('/none/b.pem');
  fs.writeFileSync(join(folder, '.env'), 'https_proxy=http://none:1\nNODE_USE_ENV_PROXY=1\n');
  const proxies = spawnSync(process.execPath, [launcher, '--print', 'process.env.https_proxy'], { cwd: folder, env, encoding: 'utf8' });
  expect(proxies.stdout).toBe('http://none:1\n');
});
