import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { restoreLinks } from './binaries.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, findEmbedded, startEmbedded } from './embedded.ts';
import { canReach, chooseIdentity } from './identity.ts';
import { postmasterFile } from './postmaster.ts';

const isRoot = process.getuid?.() === 0;
const warnings: string[] = [];
const log = { warn: (message: string) => void warnings.push(message) };

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log, ...options });
  onTestFinished(async () => {
    await database.stop();
  });
  return database;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>({ text: sql });
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

test('commits are durable, and row data is not logged', async () => {
  const { url } = await start(temporaryFolder());
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'log_error_verbosity', 'log_min_error_statement'];
  const values = await Promise.all(settings.map((name) => ask(url, `select current_setting('${name}') as value`)));
  expect(values).toEqual(['on', 'on', 'on', 'terse', 'panic']);
});

test('REL-28: a copy that is open to everyone is closed, and starts', async () => {
  const dataDir = temporaryFolder();
  await (await start(dataDir)).stop();
  fs.chmodSync(path.join(dataDir, 'postgres', 'cluster'), 0o777);
  expect(await ask((await start(dataDir)).url, 'select 1 as value')).toBe(1);
});

test('REL-28: a copy that cannot be closed, as on a network drive, does not start, and the reason is said', async () => {
  const dataDir = temporaryFolder();
  await (await start(dataDir)).stop();
  fs.chmodSync(path.join(dataDir, 'postgres', 'cluster'), 0o755);
  const unchanged = vi.spyOn(fs, 'chmodSync').mockReturnValue();
  onTestFinished(() => unchanged.mockRestore());
  await expect(start(dataDir)).rejects.toThrow(/cluster is open to other users and cannot be closed: give it to the user/);
});

test('rows survive a stop and a start, in a path with spaces and quotes', async () => {
  const dataDir = temporaryFolder(`it's "my" data`);
  const first = await start(dataDir);
  await ask(first.url, 'create table answers as select 42 as value');
  await first.stop();
  const second = await start(dataDir);
  expect(await ask(second.url, 'select value from answers')).toBe(42);
});

test('lower case follows Unicode, for the comparison of addresses', async () => {
  const { url } = await start(temporaryFolder());
  expect(await ask(url, "select lower('ÄÉØ') as value")).toBe('äéø');
});

test('connecting requires the password, which only its owner can read', async () => {
  const dataDir = temporaryFolder();
  const { url } = await start(dataDir);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect(fs.statSync(path.join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  expect(await ask(url, "select current_setting('listen_addresses') as value")).toBe('127.0.0.1');
});

test('a killed first start does not break the folder, and its leftovers are removed', async () => {
  const dataDir = temporaryFolder();
  const half = path.join(dataDir, 'postgres-half', 'cluster');
  fs.mkdirSync(half, { recursive: true });
  fs.writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
  const { url } = await start(dataDir);
  expect(await ask(url, 'select 1 as value')).toBe(1);
  expect(fs.readdirSync(dataDir)).toEqual(['postgres']);
});

test('a pid file of a dead server, or with the id of another program, does not prevent a start', async () => {
  const dataDir = temporaryFolder();
  const first = await start(dataDir);
  await first.stop();
  const file = postmasterFile(fs.realpathSync(path.join(dataDir, 'postgres', 'cluster')));
  for (const pid of [process.pid, 4_000_000]) {
    fs.writeFileSync(file, `${pid}\n${path.dirname(file)}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`);
    const database = await startEmbedded({ dataDir, log });
    expect(await ask(database.url, 'select 1 as value')).toBe(1);
    await database.stop();
  }
});

test('a server that dies is restarted on the same port', async () => {
  const dataDir = temporaryFolder();
  const database = await start(dataDir);
  const before = database.pid();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => database.pid(), { timeout: 10_000 }).not.toBe(before);
  expect(await ask(database.url, 'select 1 as value')).toBe(1);
  expect(warnings.join()).toContain('The embedded PostgreSQL has stopped and is being restarted');
});

test('REL-11: the log of a dead server is kept, and rotated into two older files when it is large', async () => {
  const dataDir = temporaryFolder();
  const database = await start(dataDir);
  const file = path.join(dataDir, 'postgres', 'log');
  fs.appendFileSync(file, 'why it ended\n');
  const before = database.pid();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => database.pid(), { timeout: 20_000 }).not.toBe(before);
  expect(fs.readFileSync(file, 'utf8')).toMatch(/^.*why it ended\n.*ready to accept connections/s);

  for (const number of [1, 2, 3]) {
    fs.appendFileSync(file, `large ${number}\n${'x'.repeat(1_000_000)}`);
    await expect.poll(() => fs.statSync(file).size, { timeout: 20_000 }).toBeLessThan(1_000_000);
  }
  expect(fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith('log'))).toEqual(['log', 'log.1', 'log.2']);
  expect([1, 2].map((age) => fs.readFileSync(`${file}.${age}`, 'utf8').includes(`large ${4 - age}`))).toEqual([true, true]);
});

test('another process finds the server only while it runs', async () => {
  const dataDir = temporaryFolder();
  expect(findEmbedded(dataDir)).toBeUndefined();
  const database = await start(dataDir);
  expect(findEmbedded(dataDir)).toBe(database.url);
  await database.stop();
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('a folder of another major version is refused with instructions', async () => {
  const dataDir = temporaryFolder();
  await (await start(dataDir)).stop();
  fs.writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '13\n');
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
    /was made by PostgreSQL 13.*npm run backup -- FILE.*npm run restore -- FILE/s,
  );
});

test('a start that cannot connect to its database leaves no server behind', async () => {
  const dataDir = temporaryFolder();
  await (await start(dataDir)).stop();
  fs.writeFileSync(path.join(dataDir, 'postgres', 'password'), 'another one');
  await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({ code: '28P01' });
  expect(findEmbedded(dataDir)).toBeUndefined();
});

test('without install scripts, the links that the programs need are created', () => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'native', 'lib'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  fs.writeFileSync(path.join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  for (const _start of ['first', 'second']) restoreLinks(folder);
  expect(fs.readFileSync(path.join(folder, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
});

test.runIf(isRoot)('root can start and restart it in a folder that only root may enter', async () => {
  const dataDir = temporaryFolder();
  fs.chmodSync(path.dirname(dataDir), 0o700);
  await (await start(dataDir)).stop();
  const { url } = await start(dataDir);
  expect(await ask(url, 'select 1 as value')).toBe(1);
});

/** The test has to remove a home outside DATA_DIR. */
function removeSharedHome(dataDir: string): void {
  const home = fs.realpathSync(path.join(dataDir, 'postgres'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
}

test.runIf(isRoot).each([
  ['that everyone may enter', 0o755],
  ['that only root may enter', 0o700],
])('root without user namespaces runs the server as another user, for a folder %s', async (_, mode) => {
  const dataDir = temporaryFolder();
  fs.chmodSync(path.dirname(dataDir), mode);
  const first = await start(dataDir, { identity: 'nobody' });
  removeSharedHome(dataDir);
  expect(fs.statSync(`/proc/${first.pid()}`).uid).toBe(65_534);
  await ask(first.url, 'create table answers as select 42 as value');
  await first.stop();
  const second = await start(dataDir, { identity: 'nobody' });
  expect(await ask(second.url, 'select value from answers')).toBe(42);
});

test.runIf(isRoot)('a folder made with user namespaces works without them, and the other way round', async () => {
  const dataDir = temporaryFolder();
  fs.chmodSync(path.dirname(dataDir), 0o755);
  for (const identity of [chooseIdentity([os.tmpdir()]), 'nobody', chooseIdentity([os.tmpdir()])] as const) {
    const database = await startEmbedded({ dataDir, log, identity });
    expect(await ask(database.url, 'select 1 as value')).toBe(1);
    await database.stop();
  }
});

test.runIf(isRoot && canReach('nobody', process.execPath))('a plain user runs the server as that user', async () => {
  const dataDir = temporaryFolder();
  fs.mkdirSync(dataDir);
  fs.chmodSync(path.dirname(dataDir), 0o755);
  fs.chownSync(dataDir, 65_534, 65_534);
  const module = new URL('./embedded.ts', import.meta.url).href;
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)});
    const database = await startEmbedded({ dataDir: process.argv[1], log: { warn: (text) => process.stderr.write(text) } });
    await database.stop();
    process.stdout.write('started and stopped');`;
  const options = { uid: 65_534, gid: 65_534, cwd: '/', env: {} };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, dataDir], options);
  expect(stdout).toBe('started and stopped');
  expect(fs.statSync(path.join(dataDir, 'postgres', 'cluster')).uid).toBe(65_534);
});
