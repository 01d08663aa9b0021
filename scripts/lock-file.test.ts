import { expect, test } from 'vitest';
import { completeLock, lockProblems, platformOf } from './lock-file.ts';

const checker = {
  name: 'turnout',
  lockfileVersion: 3,
  packages: {
    '': { name: 'turnout' },
    'node_modules/checker': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: { '@checker/linux-x64-gnu': '2.0.0', '@checker/darwin-arm64': '2.0.0', nested: '^1.0.0' },
    },
    'node_modules/@checker/linux-x64-gnu': { version: '2.0.0', dev: true, optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/checker/node_modules/nested': { version: '1.0.0', dev: true, optional: true },
  },
};

test('an optional package that the registry could not provide gets an entry with its platform', () => {
  const { packages } = completeLock(checker);
  expect(packages['node_modules/@checker/darwin-arm64']).toEqual({
    version: '2.0.0',
    dev: true,
    optional: true,
    os: ['darwin'],
    cpu: ['arm64'],
  });
  expect(Object.keys(packages)).toHaveLength(5);
});

test('a complete lock file is unchanged, byte for byte', () => {
  const once = JSON.stringify(completeLock(checker));
  expect(JSON.stringify(completeLock(JSON.parse(once)))).toBe(once);
});

test('missing entries, and entries tied to a registry, are reported', () => {
  expect(lockProblems(checker)).toEqual([expect.stringContaining('@checker/darwin-arm64')]);
  const tied = { packages: { 'node_modules/left': { resolved: 'https://registry.example/left-1.0.0.tgz' } } };
  expect(lockProblems(tied)).toEqual([expect.stringContaining('node_modules/left')]);
  expect(lockProblems(completeLock(checker))).toEqual([]);
});

test.each([
  ['@oxfmt/binding-win32-arm64', { os: ['win32'], cpu: ['arm64'] }],
  ['jscpd-windows-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@oxlint/binding-linux-arm-musleabihf', { os: ['linux'], cpu: ['arm'], libc: ['musl'] }],
  ['@swc/core-linux-ppc64-gnu', { os: ['linux'], cpu: ['ppc64'], libc: ['glibc'] }],
  ['@oxc-parser/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('the name %s says where the package runs', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});
