import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { databaseOfTest } from '#server/testing/database.ts';
import { databasePid, startProcess, startReadyProcess, temporaryFolder, usedFolder } from '#server/testing/processes/process.ts';

const RUN_NODE = fileURLToPath(new URL('../../scripts/node.mjs', import.meta.url));
/** Between two calls of a visitor. */
const PAUSE_MS = 20;
/** Of production. */
const NOTICE_MS = 6_000;
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const production = async () => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  DATABASE_URL: (await databaseOfTest()).url,
  DATA_DIR: temporaryFolder(),
  OIDC_ISSUER: 'https://accounts.example.org',
  OIDC_CLIENT_ID: 'turnout',
  ALLOWED_EMAIL_DOMAINS: 'one.example',
  SESSION_SECRET: 'x'.repeat(32),
});

test('on a fresh machine, database and server start, and one line prints the address', async () => {
  const dataDir = temporaryFolder('a folder with spaces & more');
  const server = await startReadyProcess({ DATA_DIR: dataDir });
  await expect.poll(server.output).toContain(`Turnout is ready at ${server.url}\n`);
  expect(server.output().match(/http:/g)).toHaveLength(1);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
});

test.skipIf(!fs.existsSync('/dev/full'))('REL-27: a server whose log cannot be written answers, and ends when it is asked to', async () => {
  for (const settings of [{ DATA_DIR: await usedFolder() }, { ...(await production()), PUBLIC_URL: 'https://events.example.org' }]) {
    const server = await startProcess(settings, { command: ['sh', '-c', `exec "${process.execPath}" "${MAIN}" > /dev/full`] });
    await server.ready();
    for (const path of ['/healthz', '/x/form/1/view', '/healthz']) await fetch(`${server.url}${path}`);
    expect(await server.readiness()).toBe(200);
    server.kill('SIGHUP');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  }
});

test('OIDC-15: a fresh machine is its own identity provider', async () => {
  const server = await startReadyProcess({ DATA_DIR: temporaryFolder() });
  const response = await fetch(`${server.url}/auth/login`, { redirect: 'manual' });
  expect(response.headers.get('location')).toContain(`${server.url}/auth/local/`);
});

test('SEC-2: a fresh machine behind a tunnel answers nobody; a demo warns about who can sign in', async () => {
  const server = await startReadyProcess({ DATA_DIR: temporaryFolder() });
  const throughTunnel = { headers: { 'x-forwarded-for': '203.0.113.9' }, redirect: 'manual' } as const;
  for (const address of [
    '/',
    '/auth/login',
    '/auth/local/.well-known/openid-configuration',
    '/api/me',
    '/healthz',
    '/metrics',
    '/x/form/1/view',
  ]) {
    expect((await fetch(`${server.url}${address}`, throughTunnel)).status).toBe(421);
  }
  const demo = await startReadyProcess({ DATA_DIR: await usedFolder(), LOCAL_IDENTITY_HOSTS: 'localhost' });
  await expect.poll(demo.output).toContain('Anyone who reaches it as localhost can sign in as any account');
  expect((await fetch(`${demo.url}/auth/login`, throughTunnel)).status).toBe(302);
});

test('OIDC-18: production without its settings names all of them and does not start', async () => {
  const dataDir = temporaryFolder();
  const { ended } = await startProcess({ NODE_ENV: 'production', DATA_DIR: dataDir });
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output.match(/\w+(?= is missing)/g)).toEqual([
    'PUBLIC_URL',
    'DATABASE_URL',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'ALLOWED_EMAIL_DOMAINS',
    'SESSION_SECRET',
  ]);
  expect(fs.existsSync(dataDir)).toBe(false);
});

test('settings in .env apply unless the environment sets them', async () => {
  const cwd = temporaryFolder();
  fs.mkdirSync(cwd);
  fs.writeFileSync(path.join(cwd, '.env'), 'LOG_LEVEL=loud\nROLES=cron\n');
  const { code, output } = await (await startProcess({ ROLES: 'web' }, { cwd })).ended;
  expect(code).toBe(1);
  expect(output).toContain('LOG_LEVEL must be');
  expect(output).not.toContain('ROLES');
});

test('a second start on the same folder names the running process and does no harm', async () => {
  const dataDir = await usedFolder();
  const first = await startReadyProcess({ DATA_DIR: dataDir });
  const second = await (await startProcess({ DATA_DIR: dataDir })).ended;
  expect(second.code).toBe(1);
  expect(second.output.trim()).toBe(
    `Turnout is already running on ${dataDir} (process ${first.pid} on ${os.hostname()}, ${first.url}). Stop it first, or give this one another DATA_DIR and PORT.`,
  );
  expect(await first.readiness()).toBe(200);
});

test('of two simultaneous starts on a fresh folder one serves and the other reports it', async () => {
  const dataDir = temporaryFolder();
  const both = await Promise.all([startProcess({ DATA_DIR: dataDir }), startProcess({ DATA_DIR: dataDir })]);
  const loser = await Promise.race(both.map(async (server) => ({ server, ...(await server.ended) })));
  expect(loser).toMatchObject({ code: 1, output: expect.stringContaining('is already running on') });
  await both.find((server) => server !== loser.server)!.ready();
});

test('a port in use is named, and the database is stopped again', async () => {
  const dataDir = await usedFolder();
  const port = await freePort();
  const stranger = net.createServer().listen(port, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const { code, output } = await (await startProcess({ DATA_DIR: dataDir, PORT: String(port) })).ended;
  expect(code).toBe(1);
  expect(output).toContain(`PORT ${port} of 127.0.0.1 is already in use`);
  expect(databasePid(dataDir)).toBeUndefined();
});

test('after kill -9 the next start takes over the running database', async () => {
  const dataDir = await usedFolder();
  const first = await startReadyProcess({ DATA_DIR: dataDir });
  const database = databasePid(dataDir);
  first.kill('SIGKILL');
  await first.ended;
  await startReadyProcess({ DATA_DIR: dataDir });
  expect(databasePid(dataDir)).toBe(database);
});

test('after kill -9 of server and database the next start starts both again', async () => {
  const dataDir = await usedFolder();
  const first = await startReadyProcess({ DATA_DIR: dataDir });
  const database = databasePid(dataDir)!;
  process.kill(first.pid, 'SIGKILL');
  process.kill(database, 'SIGKILL');
  await first.ended;
  const started = performance.now();
  await startReadyProcess({ DATA_DIR: dataDir });
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(databasePid(dataDir)).not.toBe(database);
});

test('Ctrl-C reaches the whole process group and leaves no process behind', async () => {
  const dataDir = await usedFolder();
  const shell = await startProcess(
    { DATA_DIR: dataDir },
    {
      command: ['/bin/sh', '-c', `"${process.execPath}" "${RUN_NODE}" "${MAIN}"; exit $?`],
    },
  );
  await shell.ready();
  const database = databasePid(dataDir)!;
  process.kill(-shell.pid, 'SIGINT');
  await shell.ended;
  await expect.poll(() => isAlive(database)).toBe(false);
  await expect.poll(() => shell.readiness()).toBe(0);
});

test.each(['SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const)('%s, as by closing the terminal, leaves no process behind', async (signal) => {
  const dataDir = await usedFolder();
  const server = await startReadyProcess({ DATA_DIR: dataDir });
  const database = databasePid(dataDir)!;
  server.kill(signal);
  expect(await server.ended).toMatchObject({ code: 0 });
  // A zombie keeps its id until it is reaped.
  await expect.poll(() => isAlive(database)).toBe(false);
});

test('SEC-40: the signal of log rotation opens no debugger', async () => {
  const server = await startReadyProcess({ DATA_DIR: await usedFolder() });
  server.kill('SIGUSR1');
  await sleep(500);
  expect([server.output(), await server.readiness()]).toEqual([expect.not.stringContaining('Debugger'), 200]);
});

test('Ctrl-C during startup stops what was started', async () => {
  const dataDir = temporaryFolder();
  const server = await startProcess({ DATA_DIR: dataDir });
  await expect.poll(() => databasePid(dataDir), { timeout: 10_000, interval: 5 }).toBeDefined();
  server.kill('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, output: expect.not.stringContaining('ready') });
  expect(databasePid(dataDir)).toBeUndefined();
});

test('a second Ctrl-C ends process and database at once; the first one repeated by npm does not', async () => {
  const dataDir = await usedFolder();
  const server = await startReadyProcess({ DATA_DIR: dataDir });
  const socket = net.connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write('POST /auth/logout HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await expect.poll(() => server.readiness()).toBe(200);
  server.kill('SIGINT');
  server.kill('SIGINT');
  await sleep(700);
  expect(isAlive(server.pid)).toBe(true);
  server.kill('SIGINT');
  expect((await server.ended).code).toBe(130);
  await expect.poll(() => databasePid(dataDir)).toBeUndefined();
});

test('SIGTERM: not ready first, then running requests finish, then the process exits', async () => {
  const server = await startReadyProcess({ ...(await production()), PUBLIC_URL: 'https://events.example.org' });
  const socket = net.connect(server.port, '127.0.0.1');
  const body = '{"id_token":"x"}';
  socket.write(`POST /auth/logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`);
  await expect.poll(() => server.readiness()).toBe(200);
  const asked = performance.now();
  server.kill('SIGTERM');
  await expect.poll(() => server.readiness(), { timeout: 900, interval: 20 }).toBe(503);
  await expect.poll(() => server.readiness(), { timeout: NOTICE_MS + 4_000 }).toBe(0);
  expect(performance.now() - asked).toBeGreaterThan(NOTICE_MS);
  socket.write(body);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 403 /);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
  expect(performance.now() - asked).toBeLessThan(NOTICE_MS + 10_000);
});

test.runIf(process.getuid?.() === 0)('SEC-16: in production startup warns if it runs as root', async () => {
  const server = await startReadyProcess({ ...(await production()), PUBLIC_URL: 'https://events.example.org' });
  expect(server.output()).toContain('is running as root');
});

test('SIGTERM: a request that never ends delays the exit by at most ten seconds after the notice', async () => {
  const server = await startReadyProcess({ ...(await production()), PUBLIC_URL: 'https://events.example.org' });
  const socket = net.connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write('POST /auth/logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await expect.poll(() => server.readiness()).toBe(200);
  const asked = performance.now();
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(NOTICE_MS + 10_000);
});

test('ROLES: a worker listens on no port, a web process needs no worker, and both share one database', async () => {
  const { url } = await databaseOfTest();
  const web = await startReadyProcess({ DATABASE_URL: url, ROLES: 'web', DATA_DIR: temporaryFolder() });
  const worker = await startProcess({ DATABASE_URL: url, ROLES: 'worker', DATA_DIR: temporaryFolder() });
  await expect.poll(worker.output, { timeout: 10_000 }).toContain('Turnout is ready to work');
  expect(await worker.readiness()).toBe(0);
  for (const server of [web, worker]) {
    server.kill('SIGINT');
    expect((await server.ended).code).toBe(0);
  }
});

test('several processes that start at once on one empty database do not collide', async () => {
  const database = await startEmbedded({ dataDir: temporaryFolder(), durable: false, log: { warn: () => undefined } });
  onTestFinished(database.stop);
  const { url } = database;
  const starts = [1, 2, 3].map(() => startReadyProcess({ DATABASE_URL: url, ROLES: 'web', DATA_DIR: temporaryFolder() }));
  const servers = await Promise.all(starts);
  expect(await Promise.all(servers.map((server) => server.readiness()))).toEqual([200, 200, 200]);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'when %s ends the database under load, the process answers 503 until it is back, then 200 again, and lives on',
  async (signal) => {
    const dataDir = await usedFolder();
    const server = await startReadyProcess({ DATA_DIR: dataDir });
    const answers: number[] = [];
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const visitors = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        answers.push(await server.readiness());
        await sleep(PAUSE_MS);
      }
    });
    process.kill(databasePid(dataDir)!, signal);
    await expect.poll(() => answers.includes(503), { timeout: 5_000, interval: 5 }).toBe(true);
    await expect.poll(() => answers.at(-1), { timeout: 20_000, interval: 5, message: server.output() }).toBe(200);
    isOver = true;
    await Promise.all(visitors);
    expect(isAlive(server.pid)).toBe(true);
    expect(new Set(answers)).toEqual(new Set([200, 503]));
  },
);
