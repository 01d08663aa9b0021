import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '#server/db/embedded/server.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { debianProgram } from './debian-program.ts';

export type ProxyName = 'haproxy' | 'nginx' | 'caddy' | 'ingress-nginx';

interface ProxySetup {
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
}

interface Kind {
  readonly program: string;
  /** In `deploy`. */
  readonly file: string;
  /** Turns the file's text into a complete configuration, as on a real machine. */
  readonly wrap: (text: string, setup: ProxySetup) => string;
  readonly args: readonly string[];
}

const NGINX_TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ');

const NGINX_ARGS = ['-p', '.', '-c', 'config', '-e', 'errors.log'];
const inNginx = (text: string) => `daemon off; pid nginx.pid; events {} http { ${NGINX_TEMPORARY} ${text} }`;

/** The configuration that the controller generates, as far as the ConfigMap determines it. */
function ingressNginx(text: string): string {
  const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(parse(text));
  return inNginx(`
    log_format upstreaminfo '${data['log-format-upstream']}'; access_log access.log upstreaminfo; error_log errors.log ${data['error-log-level']};
    ${data['http-snippet']}
    server { listen 443 ssl; ssl_certificate /etc/turnout/tls/fullchain.pem; ssl_certificate_key /etc/turnout/tls/privkey.pem;
      location / { ${data['location-snippet']} proxy_pass http://127.0.0.1:3001; } }`);
}

const KINDS: Record<ProxyName, Kind> = {
  haproxy: { program: 'haproxy', file: 'proxies/haproxy.cfg', wrap: (text) => text, args: ['-f', 'config'] },
  nginx: {
    program: 'nginx',
    file: 'proxies/nginx.conf',
    wrap: inNginx,
    args: NGINX_ARGS,
  },
  'ingress-nginx': { program: 'nginx', file: 'kubernetes/ingress-nginx-controller.yaml', wrap: ingressNginx, args: NGINX_ARGS },
  caddy: {
    program: 'caddy',
    file: 'proxies/Caddyfile',
    wrap: (text, { httpPort, httpsPort }) => text.replace(/^\{\n/m, `{\nadmin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\n`),
    args: ['run', '--config', 'config', '--adapter', 'caddyfile'],
  },
};

/** A certificate for localhost, in all the files that proxies need. */
function makeCertificate(folder: string): void {
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...files];
  execFileSync('openssl', [...args, '-addext', 'subjectAltName=DNS:localhost'], { cwd: folder, stdio: 'ignore' });
  const [chain, key] = ['fullchain.pem', 'privkey.pem'].map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  fs.writeFileSync(path.join(folder, 'turnout.pem'), `${chain}${key}`);
}

/** The file of `deploy`, with the ports and places of this test. */
function configOf({ file, wrap }: Kind, setup: ProxySetup, serverPorts: readonly [number, number]): string {
  return wrap(fs.readFileSync(path.join(import.meta.dirname, '../../deploy', file), 'utf8'), setup)
    .replaceAll('events.example.com', 'localhost')
    .replaceAll('/etc/turnout/tls', setup.folder)
    .replaceAll(/\/var\/log\/(?:nginx|caddy)/g, setup.folder)
    .replaceAll(/(bind :|listen )80\b/g, `$1${setup.httpPort}`)
    .replaceAll(/(bind :|listen )443\b/g, `$1${setup.httpsPort}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${serverPorts[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${serverPorts[1]}`);
}

export interface Proxy extends ProxySetup {
  readonly start: (serverPorts: readonly [number, number]) => void;
  /** Everything it has written: its log of requests, its errors, its output. */
  readonly written: () => string;
}

/** A proxy with a file of `deploy`, until the end of the test; undefined when there is no such program. */
export async function prepareProxy(name: ProxyName): Promise<Proxy | undefined> {
  const kind = KINDS[name];
  const bin = debianProgram(kind.program);
  if (bin === undefined) return undefined;
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
      const child = spawn(path.join(bin, kind.program), kind.args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
