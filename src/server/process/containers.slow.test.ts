import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, postmasterFile } from '#server/db/embedded/postmaster.ts';
import { type ServerProcess, startProcess, usedFolder } from '#server/testing/processes/process.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The namespaces of a container; only the files are shared. */
const CONTAINER = ['--net', '--pid', '--ipc', '--uts', '--mount-proc', '--fork', '--kill-child'];
const hasContainers = spawnSync('unshare', [...CONTAINER, 'ip', 'link', 'set', 'lo', 'up']).status === 0;
/** A file with the container's name makes it kill the server and stay. */
const SCRIPT = `hostname "$3"; ip link set lo up; "$0" "$1" & until test -e "$2/$3"; do sleep 0.1; done; kill -9 $!; echo killed; sleep 600`;

async function startContainer(dataDir: string, name: string): Promise<ServerProcess> {
  const inside = ['/bin/sh', '-c', SCRIPT, process.execPath, MAIN, dataDir, name];
  const container = await startProcess({ DATA_DIR: dataDir }, { command: ['unshare', ...CONTAINER, ...inside] });
  onTestFinished(() => {
    if (isAlive(container.pid)) container.kill('SIGKILL'); // Before its folder is removed.
  });
  return container;
}

const untilReady = async (container: ServerProcess) =>
  expect.poll(container.output, { timeout: 50_000, interval: 20 }).toContain('Turnout is ready');

/** Sends a request from inside the container, since its network is not reachable from outside. */
function readinessInside({ pid, url }: ServerProcess): string {
  const ask = `fetch('${url}/readyz').then(({ status }) => console.log(status))`;
  return execFileSync('nsenter', [`--net=/proc/${pid}/ns/net`, process.execPath, '--eval', ask], { encoding: 'utf8' }).trim();
}

const pidFile = (dataDir: string) => fs.readFileSync(postmasterFile(path.join(dataDir, 'postgres', 'cluster')), 'utf8');

test.runIf(hasContainers)(
  'REL-18: if two containers use one folder the second says why it does not start, and does no harm',
  async () => {
    const dataDir = await usedFolder();
    const first = await startContainer(dataDir, 'container-a');
    await untilReady(first);
    const database = pidFile(dataDir);

    const second = await startContainer(dataDir, 'container-b');
    await expect.poll(second.output).toContain(`Turnout is already running on ${dataDir} (process`);
    expect(second.output()).toContain(`on container-a, ${first.url}`);
    expect(pidFile(dataDir)).toBe(database);
    expect(readinessInside(first)).toBe('200');
    expect(first.output()).not.toContain('is started again');
  },
  120_000,
);

test.runIf(hasContainers)(
  'REL-18: a killed container leaves no lock, and the next one starts',
  async () => {
    const dataDir = await usedFolder();
    const first = await startContainer(dataDir, 'container-a');
    await untilReady(first);
    first.kill('SIGKILL');
    await first.ended;
    expect(pidFile(dataDir)).not.toBe('');
    await untilReady(await startContainer(dataDir, 'container-b'));
  },
  120_000,
);

test.runIf(hasContainers)(
  'REL-18: a database that still runs in another container is left alone and reported',
  async () => {
    const dataDir = await usedFolder();
    const first = await startContainer(dataDir, 'container-a');
    await untilReady(first);
    const database = pidFile(dataDir);
    fs.writeFileSync(path.join(dataDir, 'container-a'), '');
    await expect.poll(first.output).toContain('killed');

    const second = await startContainer(dataDir, 'container-b');
    await expect
      .poll(second.output, { timeout: 30_000 })
      .toContain('is still running where this process cannot see it, such as in another container');
    expect(pidFile(dataDir)).toBe(database);
  },
  120_000,
);
