import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
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
