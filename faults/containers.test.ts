import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ServerProcess, startProcess, startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { newForm, openEmbedded, SERVER_SETTINGS, visitorsOf } from './harness/scene.ts';

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
/** The namespaces of a container; only the files are shared. */
const CONTAINER = ['--net', '--pid', '--ipc', '--uts', '--mount-proc', '--fork', '--kill-child'];
const REFUSED_WITHIN_MS = 30_000;

const startContainer = async (dataDir: string): Promise<ServerProcess> =>
  startProcess(
    { ...SERVER_SETTINGS, DATA_DIR: dataDir },
    { command: ['unshare', ...CONTAINER, '/bin/sh', '-c', 'ip link set lo up; exec "$0" "$1"', process.execPath, MAIN] },
  );

test('a container is started on the folder of a server that runs', async (context) => {
  context.skip(spawnSync('unshare', [...CONTAINER, 'ip', 'link', 'set', 'lo', 'up']).status !== 0, 'no namespaces can be made here');
  const dataDir = temporaryFolder();
  const server = await startReadyProcess({ ...SERVER_SETTINGS, DATA_DIR: dataDir });
  const form = await newForm({ database: openEmbedded(dataDir) });
  const visitors = visitorsOf(server.url);
  const visiting = visitors.atRate(form, { perSecond: 200, seconds: 15 });
  const container = await startContainer(dataDir);
  const over = await Promise.race([container.ended, new Promise<undefined>((resolve) => setTimeout(resolve, REFUSED_WITHIN_MS))]);
  await visiting;
  server.kill('SIGTERM');
  await server.ended;

  // The files are compared, not what a server says.
  const again = await startReadyProcess({ ...SERVER_SETTINGS, DATA_DIR: dataDir, PORT: String(server.port) });
  await expectNothingLost(context, {
    visitors,
    pool: openEmbedded(dataDir).pool,
    note: over === undefined ? 'the container went on' : 'the container ended',
  });
  expect(again.output()).not.toContain('is started again');
  expect(over).toMatchObject({ code: 1, output: expect.stringContaining('already runs') });
});
