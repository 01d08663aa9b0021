import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { databasePid, startProcess, temporaryFolder, usedFolder } from '#server/testing/processes/process.ts';

const RUN_NODE = fileURLToPath(new URL('../../../scripts/node.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Longer than the server takes to notice that npm has died. */
const SEEN_MS = 3_000;

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'REL-16: %s to npm alone stops its server and database',
  async (signal) => {
    const cwd = temporaryFolder();
    const dataDir = await usedFolder();
    fs.mkdirSync(cwd);
    fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ scripts: { start: `node ${RUN_NODE} ${MAIN}` } }));
    const npm = await startProcess({ DATA_DIR: dataDir }, { command: ['npm', 'start'], cwd });
    await npm.ready();
    const database = databasePid(dataDir)!;
    onTestFinished(() => void (isAlive(database) && process.kill(database, 'SIGQUIT')));

    npm.kill(signal);
    await expect.poll(() => isAlive(database), { timeout: 20_000 }).toBe(false);
    await npm.ended;
    expect(await npm.readiness()).toBe(0);
  },
  120_000,
);

test('REL-16: a server that was started directly outlives its shell', async () => {
  const dataDir = await usedFolder();
  const start = `"${process.execPath}" "${MAIN}" & echo "pid $!"; until test -e "${dataDir}/leave"; do sleep 0.1; done`;
  const shell = await startProcess({ DATA_DIR: dataDir }, { command: ['/bin/sh', '-c', start] });
  await shell.ready();
  const server = Number(/pid (\d+)/.exec(shell.output())?.[1]);
  onTestFinished(() => void process.kill(server, 'SIGKILL'));
  fs.writeFileSync(path.join(dataDir, 'leave'), '');
  await expect.poll(() => isAlive(shell.pid)).toBe(false);
  await sleep(SEEN_MS);
  expect(await shell.readiness()).toBe(200);
}, 120_000);
