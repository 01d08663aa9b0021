import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

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
