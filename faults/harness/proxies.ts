import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { debianProgram } from './debian-program.ts';

export type ProxyName = 'haproxy' | 'nginx' | 'caddy';

interface ProxySetup {
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
}

interface Kind {
  readonly file: string;
  /** What surrounds the file on a real machine, with its text. */
  readonly wrap: (text: string, setup: ProxySetup) => string;
  readonly args: readonly string[];
}

const NGINX_TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ');

const KINDS: Record<ProxyName, Kind> = {
  haproxy: { file: 'haproxy.cfg', wrap: (text) => text, args: ['-f', 'config'] },
  nginx: {
    file: 'nginx.conf',
    wrap: (text) => `daemon off; pid nginx.pid; events {} http { ${NGINX_TEMPORARY} ${text} }`,
    args: ['-p', '.', '-c', 'config', '-e', 'errors.log'],
  },
  caddy: {
    file: 'Caddyfile',
    wrap: (text, { httpPort, httpsPort }) => `{\nadmin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\n}\n${text}`,
    args: ['run', '--config', 'config', '--adapter', 'caddyfile'],
  },
};

/** A certificate for localhost, in all the files that proxies want. */
function makeCertificate(folder: string): void {
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...files];
  execFileSync('openssl', [...args, '-addext', 'subjectAltName=DNS:localhost'], { cwd: folder, stdio: 'ignore' });
  const [chain, key] = ['fullchain.pem', 'privkey.pem'].map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  fs.writeFileSync(path.join(folder, 'turnout.pem'), `${chain}${key}`);
}

/** The file of `deploy/proxies`, with the ports and places of this test. */
function configOf({ file, wrap }: Kind, setup: ProxySetup, serverPorts: readonly [number, number]): string {
  const text = fs
    .readFileSync(path.join(import.meta.dirname, '../../deploy/proxies', file), 'utf8')
    .replaceAll('events.example.com', 'localhost')
    .replaceAll('/etc/turnout/tls', setup.folder)
    .replaceAll(/\/var\/log\/(?:nginx|caddy)/g, setup.folder)
    .replaceAll(/(bind :|listen )80\b/g, `$1${setup.httpPort}`)
    .replaceAll(/(bind :|listen )443\b/g, `$1${setup.httpsPort}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${serverPorts[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${serverPorts[1]}`);
  return wrap(text, setup);
}

export interface Proxy extends ProxySetup {
  readonly start: (serverPorts: readonly [number, number]) => void;
  /** Everything it has written: its log of requests, its errors, its output. */
  readonly written: () => string;
}

/** A proxy with a file of `deploy/proxies`, until the end of the test; undefined when there is no such program. */
export async function prepareProxy(name: ProxyName): Promise<Proxy | undefined> {
  const bin = debianProgram(name);
  if (bin === undefined) return undefined;
  const kind = KINDS[name];
  const folder = temporaryFolder();
  fs.mkdirSync(folder);
  const setup = { folder, httpPort: await freePort(), httpsPort: await freePort() };
  let output = '';
  return {
    ...setup,
    start: (serverPorts) => {
      makeCertificate(folder);
      fs.writeFileSync(path.join(folder, 'config'), configOf(kind, setup, serverPorts));
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const child = spawn(path.join(bin, name), kind.args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      onTestFinished(async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      });
    },
    written: () => {
      const logs = fs.readdirSync(folder).filter((file) => file.endsWith('.log'));
      return [output, ...logs.map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))].join('\n');
    },
  };
}
