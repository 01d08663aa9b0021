import { appendFileSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databasePid, type ServerProcess, startProcess, temporaryFolder } from '#server/testing/processes/process.ts';

const root = join(import.meta.dirname, '..');
const SHIPPED = [
  'src',
  'scripts',
  'docs/guide',
  'migrations',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.admin.config.ts',
  'vite.signup.config.ts',
  'vite.door.config.ts',
];
const BUILDS = 'Building the pages…';

/** A fresh clone of the product, with the packages that are installed here. */
function cloneProduct(): string {
  const folder = temporaryFolder('a clone with spaces');
  mkdirSync(folder);
  for (const name of SHIPPED) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function npmStart(folder: string): Promise<ServerProcess> {
  return startProcess({ DATA_DIR: join(folder, 'data') }, { command: ['npm', 'start'], cwd: folder });
}

async function interrupt(server: ServerProcess): Promise<void> {
  process.kill(-server.pid, 'SIGINT');
  await server.ended;
}

test('npm start builds a fresh clone, starts without a build when nothing changed, and builds after a change', async () => {
  const folder = cloneProduct();

  const first = await npmStart(folder);
  await first.ready();
  expect(first.output()).toContain(BUILDS);
  expect(await (await fetch(`${first.url}/`)).text()).toContain('<div id="app">');
  await interrupt(first);
  expect(databasePid(join(folder, 'data'))).toBeUndefined();

  const second = await npmStart(folder);
  await second.ready();
  expect(second.output()).not.toContain(BUILDS);
  await interrupt(second);

  appendFileSync(join(folder, 'src/signup/form.css'), '\n.changed { color: red; }\n');
  const third = await npmStart(folder);
  await third.ready();
  expect(third.output()).toContain(BUILDS);
  await interrupt(third);
}, 180_000);

test('when the pages cannot be built, npm start reports the problem and does not start', async () => {
  const folder = cloneProduct();
  writeFileSync(join(folder, 'src/admin/main.tsx'), 'this is no program');
  const { code, output } = await (await npmStart(folder)).ended;
  expect(code).toBe(1);
  expect(output).toContain('The pages could not be built; the reason is above.');
  expect(existsSync(join(folder, 'data'))).toBe(false);
}, 60_000);

test('when the pages cannot be written, as by a user who did not install them, npm start says who has to build them', async () => {
  const folder = cloneProduct();
  writeFileSync(join(folder, 'dist'), '');
  const { code, output } = await (await npmStart(folder)).ended;
  expect(code).toBe(1);
  expect(output).toContain('this user cannot write there: run "npm run build" as the user who installed Turnout.');
}, 60_000);
