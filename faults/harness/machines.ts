import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { substitute } from './page-commands.ts';

/** As `ExecStart` of deploy/systemd. */
const COMMAND = [process.execPath, 'scripts/node.mjs', 'src/server/main.ts'];

const TROUBLE = /"level":[456]0/;

/** A machine with releases in `/opt`, one of which the link `/opt/turnout` leads to. */
export interface Machine {
  readonly unit: 'turnout-web' | 'turnout-worker';
  readonly port: number;
  readonly process: () => ServerProcess;
  /** The warnings and errors in the logs of all its processes. */
  readonly troubles: () => string[];
  /** The folder of the release that runs. */
  readonly running: () => string;
  /** Runs a command of docs/operations.md. @throws Error with what it said when it fails */
  readonly run: (command: string) => Promise<void>;
}

export interface MachineSetup {
  readonly unit: Machine['unit'];
  readonly settings: Readonly<Record<string, string>>;
  /** Folders by version. */
  readonly releases: Readonly<Record<string, string>>;
  /** The version that runs first. */
  readonly installed: string;
}

/** Lets a command on the machine ask the test to do `work`, since processes that the test starts end with it; the answer is sent when the work is done. */
async function listen(work: () => Promise<void>): Promise<string> {
  const server = http.createServer((_, response) => {
    work().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

/** Starts a machine on which the test simulates `systemctl restart`. */
export async function startMachine({ unit, settings, releases, installed }: MachineSetup): Promise<Machine> {
  const folder = temporaryFolder();
  const link = path.join(folder, 'opt/turnout');
  fs.mkdirSync(path.join(folder, 'opt'), { recursive: true });
  for (const [version, release] of Object.entries(releases)) fs.symlinkSync(release, `${link}-${version}`);
  fs.symlinkSync(`${link}-${installed}`, link);
  const port = await freePort();
  const isWeb = unit === 'turnout-web';
  const own = { ROLES: isWeb ? 'web' : 'worker', [isWeb ? 'PORT' : 'WORKER_PORT']: String(port), DATA_DIR: path.join(folder, 'data') };
  const all: ServerProcess[] = [];
  const start = async (): Promise<ServerProcess> => {
    const started = await startProcess({ ...settings, ...own }, { command: COMMAND, cwd: link });
    all.push(started);
    return started;
  };
  let server = await start();
  const url = await listen(async () => {
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    server = await start();
  });
  const systemctl = `#!/bin/sh\n[ "$*" = 'restart ${unit}' ] && exec curl --silent --show-error --fail --output /dev/null ${url}\n`;
  fs.writeFileSync(path.join(folder, 'systemctl'), systemctl, { mode: 0o755 });
  const env = { PATH: [folder, process.env.PATH].join(path.delimiter) };
  const ofMachine = [
    ['/opt/', `${folder}/opt/`],
    ['turnout-web', unit],
    ['3000', String(port)],
  ] as const;
  return {
    unit,
    port,
    process: () => server,
    troubles: () =>
      all.flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => TROUBLE.test(line)),
      ),
    running: () => fs.readlinkSync(`/proc/${server.pid}/cwd`),
    run: async (command) => void (await promisify(execFile)('sh', ['-euc', substitute(command, ofMachine)], { env })),
  };
}
