import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { until } from '#server/testing/worker.ts';
import { type Unpacked, unpackPackages } from './debian-program.ts';

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const STARTED_WITHIN_MS = 90_000;
const FILES = path.join(import.meta.dirname, '../../deploy/high-availability');
const NAMES = ['db-1', 'db-2', 'db-3'] as const;

const clusterSchema = z.object({ members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })) });
const passwordSchema = z.object({ postgresql: z.object({ authentication: z.object({ superuser: z.object({ password: z.string() }) }) }) });

type Role = 'leader' | 'sync_standby' | 'replica';

/** Three databases under Patroni, behind HAProxy, with the files of `deploy/high-availability`. */
export interface Cluster {
  /** As DATABASE_URL, through HAProxy. */
  readonly databaseUrl: string;
  /** The machine with this role at the moment; undefined if none reports it. */
  readonly machineOf: (role: Role) => Promise<string | undefined>;
  /** Kills Patroni and PostgreSQL of a machine at the same moment. */
  readonly kill: (name: string) => void;
  readonly start: (name: string) => void;
  /** Lets the synchronous standby take over. */
  readonly switchOver: () => Promise<void>;
  /** Resolves when one is primary, and another has everything that it has. */
  readonly complete: (machines?: number) => Promise<void>;
}

/** The programs running here, as an ordinary user. */
interface Site {
  readonly unpacked: Unpacked;
  /** The programs of PostgreSQL. */
  readonly postgres: string;
  readonly folder: string;
  /** Unused addresses of this machine, so that the ports can be those of the files. */
  readonly network: string;
  readonly running: Map<string, ChildProcess>;
}

function openSite(): Site | undefined {
  const unpacked = unpackPackages('patroni', 'etcd-server', 'haproxy', 'postgresql');
  const [postgres] = ['', unpacked?.folder ?? ''].flatMap((root) => fs.globSync(`${root}/usr/lib/postgresql/*/bin`));
  if (unpacked === undefined || postgres === undefined) return undefined;
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  return { unpacked, postgres, folder, network: `127.${1 + (process.pid % 250)}.${1 + (Date.now() % 250)}.`, running: new Map() };
}

const addressOf = ({ network }: Site, name: string): string => `${network}${name.slice(-1)}`;

/** Writes the files of `deploy/high-availability` with the addresses and places of this test. @returns that of the first machine */
function writeConfigs(site: Site): string {
  const { folder, network, postgres } = site;
  const read = (file: string): string =>
    fs
      .readFileSync(path.join(FILES, file), 'utf8')
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', network)
      .replaceAll('127.0.0.1:5432', `${network}9:5432`);
  const configOf = (name: string): string =>
    read('patroni.yml')
      .replaceAll('db-1', name)
      .replaceAll(new RegExp(`${network}1:(5432|8008)`, 'g'), `${addressOf(site, name)}:$1`)
      .replace(/hosts: .*2379.*/, `hosts: ['${network}1:2379']`)
      .replace('max_connections: 200', "max_connections: 200\n        unix_socket_directories: ''")
      .replaceAll(/\/var\/lib\/postgresql\/\S*(?=turnout|patroni)/g, `${folder}/${name}-`)
      .replace(/bin_dir: .*/, `bin_dir: ${postgres}`);
  for (const name of NAMES) fs.writeFileSync(path.join(folder, `${name}.yml`), configOf(name));
  fs.writeFileSync(path.join(folder, 'haproxy.cfg'), read('haproxy.cfg'));
  if (process.getuid?.() === 0) execFileSync('chown', ['--recursive', String(NOBODY), path.dirname(folder)]);
  return configOf('db-1');
}

function run({ unpacked, folder, running }: Site, name: string, program: string, ...args: string[]): ChildProcess {
  const log = fs.openSync(path.join(folder, `${name}.log`), 'a');
  const file = unpacked.bin.map((place) => path.join(place, program)).find((each) => fs.existsSync(each)) ?? program;
  const env = {
    PATH: [...unpacked.bin, process.env.PATH].join(':'),
    LD_LIBRARY_PATH: unpacked.libraries,
    LANG: 'C.UTF-8',
    PYTHONPATH: path.join(unpacked.folder, 'usr/lib/python3/dist-packages'),
  };
  const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(file, args, { ...ids, cwd: folder, env, stdio: ['ignore', log, log] });
  running.set(name, child);
  fs.closeSync(log);
  return child;
}

const runPython = (site: Site, name: string, program: string, ...args: string[]): ChildProcess =>
  run(site, name, '/usr/bin/python3', path.join(site.unpacked.folder, 'usr/bin', program), ...args);

const startDatabase = (site: Site, name: string): ChildProcess => runPython(site, name, 'patroni', `${name}.yml`);

function startAll(site: Site): void {
  const etcd = ['client', 'peer'].flatMap((kind, index) => {
    const url = `http://${site.network}1:${2_379 + index}`;
    return [`--listen-${kind}-urls=${url}`, kind === 'client' ? `--advertise-client-urls=${url}` : `--initial-advertise-peer-urls=${url}`];
  });
  run(site, 'etcd', 'etcd', '--data-dir=etcd', '--logger=zap', `--initial-cluster=default=http://${site.network}1:2380`, ...etcd);
  run(site, 'haproxy', 'haproxy', '-f', 'haproxy.cfg');
  for (const name of NAMES) startDatabase(site, name);
}

function killDatabase({ folder, running }: Site, name: string): void {
  running.get(name)?.kill('SIGKILL');
  const file = path.join(folder, `${name}-turnout/postmaster.pid`);
  if (!fs.existsSync(file)) return;
  try {
    process.kill(Number.parseInt(fs.readFileSync(file, 'utf8'), 10), 'SIGKILL');
  } catch {
    return; // It has ended.
  }
}

async function stopAll(site: Site): Promise<void> {
  for (const name of NAMES) killDatabase(site, name);
  for (const child of site.running.values()) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** The members as seen by the first database that answers. */
async function membersOf(site: Site): Promise<z.infer<typeof clusterSchema>['members']> {
  for (const name of NAMES) {
    try {
      const answer = await fetch(`http://${addressOf(site, name)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
      return clusterSchema.parse(await answer.json()).members;
    } catch {
      continue; // It was killed.
    }
  }
  return [];
}

const isRunning = ({ state }: { readonly state: string }): boolean => state === 'running' || state === 'streaming';

/** Starts them until the end of the test; undefined if these programs are not available. */
export async function startCluster(): Promise<Cluster | undefined> {
  const site = openSite();
  if (site === undefined) return undefined;
  const { password } = passwordSchema.parse(parse(writeConfigs(site))).postgresql.authentication.superuser;
  startAll(site);
  onTestFinished(async () => stopAll(site));
  const machineOf: Cluster['machineOf'] = async (role) =>
    (await membersOf(site)).find((each) => each.role === role && isRunning(each))?.name;
  const complete: Cluster['complete'] = async (machines = NAMES.length) =>
    until(
      `${machines} databases`,
      async () => {
        const roles = (await membersOf(site)).filter(isRunning).map(({ role }) => role);
        return roles.length === machines && roles.includes('leader') && roles.includes('sync_standby');
      },
      STARTED_WITHIN_MS,
    );
  await complete();
  const admin = new pg.Client({ host: `${site.network}9`, user: 'postgres', password, database: 'postgres' });
  await admin.connect();
  await admin.query("create role turnout login password 'turnout'");
  await admin.query('create database turnout owner turnout');
  await admin.end();
  return {
    databaseUrl: `postgres://turnout:turnout@${site.network}9:5432/turnout`,
    machineOf,
    complete,
    kill: (name) => killDatabase(site, name),
    start: (name) => void startDatabase(site, name),
    switchOver: async () => {
      const candidate = (await machineOf('sync_standby')) ?? '';
      const [code] = await once(
        runPython(site, 'patronictl', 'patronictl', '--config-file=db-1.yml', 'switchover', '--candidate', candidate, '--force'),
        'exit',
      );
      if (code !== 0) throw new Error(fs.readFileSync(path.join(site.folder, 'patronictl.log'), 'utf8'));
    },
  };
}
